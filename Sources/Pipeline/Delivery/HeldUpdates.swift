public import GestureCore

/// The newest update of each swipe that a client of one view has yet to receive.
///
/// It keeps facts, not lines: an update is evaluated and encoded only if a client receives it.
///
///     update ──▶ held ── a newer update ──▶ replaced
///                 ├──── the client's pace, or the panel has caught up ──▶ sent
///                 └──── the swipe ends ──▶ dropped
///
/// No allocation once there are as many elements as swipes at a time.
public struct HeldUpdates: Sendable {
  /// One held update.
  public struct Update: Sendable {
    /// The update.
    public var fact: SwipeFact
    /// The setup of its panel.
    public var panel: PanelSetup
    /// The time of the fact's frame, in µs of CLOCK_MONOTONIC.
    public var frameTime: Int64
    /// Whether the clients were offered the update: what holds it now is the pace of some of them.
    public var isOffered: Bool

    /// Creates an update.
    public init(_ fact: borrowing SwipeFact, of panel: PanelSetup, frameTime: Int64, isOffered: Bool) {
      self.fact = copy fact
      self.panel = panel
      self.frameTime = frameTime
      self.isOffered = isOffered
    }
  }

  /// The held updates, one for each swipe; nil where none is held any longer.
  ///
  /// An update that leaves does not move the others: that would copy all of them.
  public private(set) var updates: [Update?] = []
  private var count = 0

  /// Creates an empty list.
  public init() {}

  /// Whether no update is held.
  public var isEmpty: Bool { count == 0 }

  /// Holds an update; returns whether it replaced one that no client was offered.
  @discardableResult public mutating func hold(_ update: consuming Update) -> Bool {
    if let index = index(of: update.fact.swipe) {
      let wasOffered = updates[index]?.isOffered ?? true
      updates[index] = update
      return !wasOffered
    }
    count += 1
    if let index = updates.firstIndex(where: { $0 == nil }) {
      updates[index] = update
    } else {
      updates.append(update)
    }
    return false
  }

  /// Drops the update of a swipe; returns whether there was one that no client was offered.
  @discardableResult public mutating func drop(_ swipe: SwipeID) -> Bool {
    guard let index = index(of: swipe) else { return false }
    let wasOffered = updates[index]?.isOffered ?? true
    remove(at: index)
    return !wasOffered
  }

  /// Marks an update as offered.
  public mutating func noteOffer(at index: Int) { updates[index]?.isOffered = true }

  /// Removes an update.
  public mutating func remove(at index: Int) {
    guard updates[index] != nil else { return }
    updates[index] = nil
    count -= 1
  }

  private func index(of swipe: SwipeID) -> Int? {
    updates.firstIndex { $0?.fact.swipe == swipe }
  }
}
