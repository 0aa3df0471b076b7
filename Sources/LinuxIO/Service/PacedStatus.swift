/// Limits how often a service reports its status to the service manager: on a change, at most once
/// a second.
///
/// The facts are compared by value, so the caller formats a status only when it is sent.
public struct PacedStatus<Facts: Equatable> {
  /// The time between two messages, in µs.
  ///
  /// A person reads no faster, and a client that connects in a loop costs no more.
  static var pace: Int64 { 1_000_000 }

  private var told: Facts
  private var toldAt: Int64
  /// When to send a change that waits, in µs of CLOCK_MONOTONIC; nil if no change waits.
  public private(set) var due: Int64?

  /// Starts with the facts that were sent at `now`, in µs of CLOCK_MONOTONIC.
  public init(told facts: Facts, now: Int64) {
    told = facts
    toldAt = now
  }

  /// Returns whether to send `facts` now, and if so, counts them as sent.
  ///
  /// Otherwise ``due`` is the time to send them, or nil if nothing changed. Cost: one comparison
  /// while nothing changes.
  public mutating func update(_ facts: Facts, now: Int64) -> Bool {
    guard facts != told else {
      due = nil
      return false
    }
    guard now - toldAt >= Self.pace else {
      due = toldAt + Self.pace
      return false
    }
    self = PacedStatus(told: facts, now: now)
    return true
  }
}
