/// What the service manager shows of a service: told when it changes, at most once a second.
///
/// It compares what it is given by value, so that the words are made only when they are told.
public struct PacedStatus<Facts: Equatable> {
  /// The time between two messages: a person reads no faster, and a client that connects in a loop
  /// costs no more.
  static var pace: Int64 { 1_000_000 }

  private var told: Facts
  private var toldAt: Int64
  /// When a change that waits is to be told, in µs of CLOCK_MONOTONIC; nil if there is none.
  public private(set) var due: Int64?

  /// Starts with what has been told at `now`, in µs of CLOCK_MONOTONIC.
  public init(told facts: Facts, now: Int64) {
    told = facts
    toldAt = now
  }

  /// Returns whether `facts` are to be sent now, and then counts them as sent; otherwise ``due`` is
  /// the time to send them.
  ///
  /// Cost: one comparison while nothing changes.
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
