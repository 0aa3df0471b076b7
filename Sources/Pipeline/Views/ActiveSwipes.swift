internal import FlickProtocol
public import GestureCore

/// The active swipes of all panels, except those that began in a private zone.
///
/// No allocation for up to 64 swipes at a time.
public struct ActiveSwipes: Sendable {
  /// The stored properties of one swipe.
  public struct Swipe: Sendable {
    /// The id of the swipe.
    public let id: SwipeID
    /// The id of the swipe's panel.
    public let panelID: String
    /// The number of contacts in the swipe.
    let fingers: Int
    /// The largest distance from the start so far, in mm.
    fileprivate(set) var excursion: Double
  }

  private var swipes: [Swipe] = []

  /// Creates an empty list.
  public init() {
    swipes.reserveCapacity(64)
  }

  /// Whether no swipe is active.
  public var isEmpty: Bool { swipes.isEmpty }

  /// Updates the list with a fact; a swipe that begins in a private zone is ignored.
  public mutating func note(_ fact: borrowing SwipeFact, on panel: PanelSetup) {
    let id = fact.swipe
    switch fact.phase {
    case .begin:
      guard !panel.isPrivate(fact.start) else { return }
      swipes.append(
        Swipe(id: id, panelID: panel.message.panelID, fingers: fact.fingers, excursion: fact.excursion))
    case .update:
      guard let place = swipes.firstIndex(where: { $0.id == id }) else { return }
      swipes[place].excursion = fact.excursion
    case .end, .cancel:
      if let place = swipes.firstIndex(where: { $0.id == id }) { swipes.remove(at: place) }
    }
  }

  /// The active swipes that a view shows, as `state` and the reply to `subscribe` list them.
  public func seen(by view: View) -> [(id: SwipeID, panelID: String)] {
    swipes.filter { view.sees($0) }.map { ($0.id, $0.panelID) }
  }
}
