public import FlickProtocol
public import GestureCore
public import Settings

/// The active swipes of all panels, and the counts of their decisions.
///
/// It decides what is withheld below the level `positions`: by the configured zones, so that no
/// subscription can lower the bar, and all connections of a level see the same swipes.
public struct PublishedSwipes: Sendable {
  /// The active swipes.
  public private(set) var active = ActiveSwipes()
  private var decisions: DecisionCounts

  /// Creates an empty record; `zones` are the configured ones.
  public init(zones: [ZoneSettings] = []) {
    decisions = DecisionCounts(zones: zones)
  }

  /// Applies changed zones; call it only while no swipe is active.
  public mutating func use(_ zones: [ZoneSettings]) { decisions.use(zones) }

  /// Notes a fact, and returns the swipe's id below the level `positions`; nil while the swipe is
  /// withheld there.
  ///
  /// The facts of a swipe must arrive in order, from its begin on.
  public mutating func note(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> SwipeID? {
    let commits = decisions.note(fact, of: panel)
    return active.note(fact, on: panel, commits: commits)
  }

  /// The outcomes of a panel's swipes, at the level `positions` and below it.
  public func counts(of panelID: String) -> (all: SwipeCounts, belowPositions: SwipeCounts) {
    decisions.swipes(of: panelID)
  }

  /// Removes the counts of a removed panel.
  public mutating func forget(panelID: String) { decisions.forget(panelID: panelID) }
}
