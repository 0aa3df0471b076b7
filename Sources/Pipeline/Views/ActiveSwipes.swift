internal import FlickProtocol
public import GestureCore

/// The swipes that have begun and not ended, on all panels, whoever may know of them.
///
/// No allocation for up to 64 at a time.
public struct ActiveSwipes: Sendable {
  /// What is kept of one of them.
  public struct Swipe: Sendable {
    /// Which swipe.
    public let id: SwipeID
    /// Where it is.
    public let panelID: String
    /// The number of contacts that make it up.
    let fingers: Int
    /// The greatest straight distance from the start so far, in mm.
    fileprivate(set) var excursion: Double
  }

  private var swipes: [Swipe] = []

  /// Starts with none.
  public init() {
    swipes.reserveCapacity(64)
  }

  /// Follows a fact; a swipe that begins in private is never kept.
  public mutating func note(_ fact: borrowing SwipeFact, on panel: borrowing PanelSetup) {
    let id = fact.swipe
    switch fact.phase {
    case .begin:
      guard !panel.isPrivate(fact.start) else { return }
      swipes.append(
        Swipe(
          id: id, panelID: panel.message.panelID, fingers: fact.fingers, excursion: fact.excursion))
    case .update:
      guard let place = swipes.firstIndex(where: { $0.id == id }) else { return }
      swipes[place].excursion = fact.excursion
    case .end, .cancel:
      if let place = swipes.firstIndex(where: { $0.id == id }) { swipes.remove(at: place) }
    }
  }

  /// Those that a view knows of, as `state` and the reply to `subscribe` list them.
  public func seen(by view: View) -> [(id: SwipeID, panelID: String)] {
    swipes.filter { view.sees($0) }.map { ($0.id, $0.panelID) }
  }
}
