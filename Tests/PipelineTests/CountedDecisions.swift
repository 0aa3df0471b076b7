import FlickProtocol
import GestureCore

@testable import Pipeline

/// Counts the swipes of one panel as flickd does, by the rule of the panel.
struct CountedDecisions: SwipeSink {
  private var counts = DecisionCounts()
  private let setup: PanelSetup

  init(_ setup: PanelSetup) {
    self.setup = setup
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    _ = counts.note(fact, of: setup)
  }

  /// The swipes at the level `positions`.
  var all: SwipeCounts { counts.swipes(of: setup.message.panelID).all }
  /// The swipes at lower levels.
  var belowPositions: SwipeCounts { counts.swipes(of: setup.message.panelID).belowPositions }
}
