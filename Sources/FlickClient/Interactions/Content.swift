/// Content that one finger moves along one axis: glued to it while it is held, on a spring when it
/// is not.
///
///     resting ── track ──▶ held ── release ──▶ flying
///                           ▲                     │
///                           └──────── track ──────┘   from where it is by then
///
/// Time in µs of the swipes' own clock, so that what is caught in flight is caught where it is.
public struct Content: Equatable, Sendable {
  /// How it moves.
  public enum Motion: Equatable, Sendable {
    /// It lies still.
    case resting
    /// It follows the finger of the swipe with this id, one to one: animate nothing.
    case held(by: Int64)
    /// It is on its way since a moment.
    case flying(Flight, since: Int64)
  }

  /// How a finger let go.
  public enum Release: Equatable, Sendable {
    /// It lifted: the decision is to be made.
    case lifted
    /// The swipe was cancelled: nobody knows what was meant.
    case cancelled
  }

  /// How it moves.
  public private(set) var motion = Motion.resting
  /// Where it lay when it was taken hold of, or where it comes to rest.
  public private(set) var start: Double
  /// How far the finger has taken it.
  private var way = 0.0

  /// Creates content that lies at an offset.
  public init(at offset: Double = 0) {
    start = offset
  }

  /// Where it lies at a moment.
  public func offset(at time: Int64) -> Double {
    switch motion {
    case .resting: start
    case .held: start + way
    case .flying(let flight, let since): flight.offset(after: Self.seconds(from: since, to: time))
    }
  }

  /// Whether it is on its way at a moment, so that it has to be drawn again: within half a unit of
  /// its target it rests.
  public func isFlying(at time: Int64) -> Bool {
    guard case .flying(let flight, let since) = motion else { return false }
    return Self.seconds(from: since, to: time) < flight.settlingTime()
  }

  /// Follows a swipe that has taken it so far from ``start``; answers once the finger has let go,
  /// for ``release(to:velocity:spring:at:)``.
  ///
  /// Another finger's swipe is no matter of it while one holds it.
  public mutating func track(_ swipe: Swipe, by way: Double) -> Release? {
    if case .held(let holder) = motion {
      guard holder == swipe.id else { return nil }
    } else {
      start = offset(at: swipe.time)
      motion = .held(by: swipe.id)
    }
    self.way = way
    switch swipe.phase {
    case .begin, .update: return nil
    case .end: return .lifted
    case .cancel: return .cancelled
    }
  }

  /// Goes on to where it is to come to rest, with so many units a second at first.
  public mutating func release(to target: Double, velocity: Double, spring: Spring, at time: Int64) {
    motion = .flying(
      Flight(from: offset(at: time), to: target, velocity: velocity, spring: spring), since: time)
    start = target
    way = 0
  }

  private static func seconds(from start: Int64, to end: Int64) -> Double { Double(end &- start) * 1e-6 }
}
