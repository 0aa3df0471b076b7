public import FlickProtocol
public import GestureCore
public import Settings

/// Counts the decisions that were sent: for each panel, those that a connection without a
/// subscription receives while it is always open.
///
/// It evaluates a swipe as the view of such a connection does, by the configured zones, or by the
/// panel's rule if no zone matches. No allocation per fact, except for the first fact of a panel.
public struct DecisionCounts: Sendable {
  private struct Panel {
    let panelID: String
    var all = SwipeCounts()
    var belowPositions = SwipeCounts()
  }

  private var zones: [ZoneSettings]
  // Content of a zone may be at different offsets, because lower levels do not see every swipe.
  private var all: ZoneEvaluator
  private var belowPositions: ZoneEvaluator
  private var panels: [Panel] = []

  /// Creates counts of zero; `zones` are the configured ones.
  public init(zones: [ZoneSettings] = []) {
    self.zones = zones
    all = ZoneEvaluator(zones: zones)
    belowPositions = all
  }

  /// Applies changed zones; call it only while no swipe is active.
  public mutating func use(_ zones: [ZoneSettings]) {
    guard zones != self.zones else { return }
    self.zones = zones
    all = ZoneEvaluator(zones: zones)
    belowPositions = all
  }

  /// Counts a swipe that ends; returns whether it commits below the level `positions`.
  ///
  /// The facts of a swipe must arrive in order, from its begin on.
  public mutating func note(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> Bool {
    // The begin has fixed the zone.
    if fact.phase == .update { return false }
    let decision = all.evaluate(fact, of: panel).decision
    let below = belowPositions.evaluate(fact, of: panel, isWithholding: true).decision
    let commits = fact.phase == .end && below.commit
    guard fact.phase.isLast else { return false }
    let index = index(of: panel.message.panelID)
    let isWithheld = fact.isWithheld(commit: commits)
    if case .cancel(let reason) = fact.phase {
      panels[index].all.add(reason)
      if !isWithheld { panels[index].belowPositions.add(reason) }
    } else {
      panels[index].all.add(decision)
      if !isWithheld { panels[index].belowPositions.add(below) }
    }
    return commits
  }

  /// The outcomes of a panel's swipes, at the level `positions` and below it.
  public func swipes(of panelID: String) -> (all: SwipeCounts, belowPositions: SwipeCounts) {
    guard let panel = panels.first(where: { $0.panelID == panelID }) else {
      return (SwipeCounts(), SwipeCounts())
    }
    return (panel.all, panel.belowPositions)
  }

  /// Removes the counts of a removed panel.
  public mutating func forget(panelID: String) {
    panels.removeAll { $0.panelID == panelID }
  }

  private mutating func index(of panelID: String) -> Int {
    if let index = panels.firstIndex(where: { $0.panelID == panelID }) { return index }
    panels.append(Panel(panelID: panelID))
    return panels.count - 1
  }
}
