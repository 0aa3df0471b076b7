public import GestureCore

/// The newest update of each swipe that a client of one view has yet to receive.
///
/// It keeps facts, not lines: an update is evaluated and encoded only if a client receives it.
///
///     update ──▶ held ── a newer update ──▶ replaced
///                 ├──── the client's pace, or the panel has caught up ──▶ sent
///                 └──── the swipe ends ──▶ dropped
///
/// No allocation once the list has grown to the number of swipes at a time.
public struct HeldUpdates: Sendable {
  /// One held update.
  public struct Update: Sendable {
    /// The update.
    public var fact: SwipeFact
    /// The setup of its panel.
    public var panel: PanelSetup
    /// The time of the fact's frame, in µs of CLOCK_MONOTONIC.
    public var due: Int64
    /// Whether the clients were offered the update: what holds it now is the pace of some of them.
    public var isOffered: Bool

    /// Creates an update.
    public init(_ fact: borrowing SwipeFact, of panel: PanelSetup, due: Int64, isOffered: Bool) {
      self.fact = copy fact
      self.panel = panel
      self.due = due
      self.isOffered = isOffered
    }
  }

  /// The held updates, one for each swipe, in the order in which the swipes came here.
  public private(set) var updates: [Update] = []

  /// Creates an empty list.
  public init() {}

  /// Whether no update is held.
  public var isEmpty: Bool { updates.isEmpty }

  /// Holds an update; returns whether it replaced one that no client was offered.
  @discardableResult public mutating func hold(_ update: consuming Update) -> Bool {
    let swipe = update.fact.swipe
    guard let place = updates.firstIndex(where: { $0.fact.swipe == swipe }) else {
      updates.append(update)
      return false
    }
    let wasOffered = updates[place].isOffered
    updates[place] = update
    return !wasOffered
  }

  /// Drops the update of a swipe; returns whether there was one that no client was offered.
  @discardableResult public mutating func drop(_ swipe: SwipeID) -> Bool {
    guard let place = updates.firstIndex(where: { $0.fact.swipe == swipe }) else { return false }
    return !updates.remove(at: place).isOffered
  }

  /// Marks an update as offered.
  public mutating func noteOffer(at place: Int) { updates[place].isOffered = true }

  /// Removes an update.
  public mutating func remove(at place: Int) { updates.remove(at: place) }
}
