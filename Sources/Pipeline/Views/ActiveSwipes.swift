internal import FlickProtocol
public import GestureCore

/// The active swipes of all panels, and the source of their ids below the level `positions`.
///
/// A swipe has two ids, each from a counter of the service. The id of its facts is for `positions`.
/// The id for lower levels is drawn when the swipe may first be sent there, so that no gap shows a
/// withheld swipe. No allocation for up to 64 swipes at a time.
public struct ActiveSwipes: Sendable {
  /// The stored properties of one swipe.
  public struct Swipe: Sendable {
    /// The id of the swipe in its facts, and at the level `positions`.
    public let id: SwipeID
    /// The id of the swipe's panel.
    public let panelID: String
    /// The number of contacts in the swipe.
    let fingers: Int
    /// The largest distance from the start so far, in mm.
    fileprivate(set) var excursion: Double
    /// The id below the level `positions`; nil while the swipe is withheld there.
    fileprivate(set) var lowerID: SwipeID?

    /// The id at a level that may receive the swipe.
    func id(at level: Level) -> SwipeID { level == .positions ? id : lowerID ?? id }
  }

  private var swipes: [Swipe] = []
  private var lowerNumbering = SwipeNumbering()

  /// Creates an empty list.
  public init() {
    swipes.reserveCapacity(64)
  }

  /// Whether no swipe is active.
  public var isEmpty: Bool { swipes.isEmpty }

  /// Updates the list with a fact, and returns the swipe's id below the level `positions`.
  ///
  /// `commits` is the decision of an end by the configured zones. The id is nil while the swipe is
  /// withheld.
  mutating func note(_ fact: borrowing SwipeFact, on panel: PanelSetup, commits: Bool) -> SwipeID? {
    let id = fact.swipe
    if fact.phase == .begin {
      swipes.append(
        Swipe(id: id, panelID: panel.message.panelID, fingers: fact.fingers, excursion: fact.excursion))
    }
    guard let index = swipes.firstIndex(where: { $0.id == id }) else { return nil }
    swipes[index].excursion = fact.excursion
    if swipes[index].lowerID == nil, !fact.isWithheld(commit: commits) {
      swipes[index].lowerID = lowerNumbering.next()
    }
    return fact.phase.isLast ? swipes.remove(at: index).lowerID : swipes[index].lowerID
  }

  /// The active swipes that a view shows, as `state` and the reply to `subscribe` list them.
  public func seen(by view: View) -> [(id: SwipeID, panelID: String)] {
    swipes(seenBy: view).map { ($0.id(at: view.level), $0.panelID) }
  }

  func swipes(seenBy view: View) -> [Swipe] { swipes.filter { view.sees($0) } }
}
