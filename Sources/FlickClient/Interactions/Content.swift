/// Content that one finger moves along one axis: it follows the finger, then a spring.
///
///     resting ── track ──▶ held ── release ──▶ flying
///                           ▲                     │
///                           └──────── track ──────┘   from where it is by then
///
/// Time is in µs of the swipes' own clock, so that content caught in flight stays at its present
/// offset.
public struct Content: Equatable, Sendable {
  /// How the content moves.
  public enum Motion: Equatable, Sendable {
    /// The content does not move.
    case resting
    /// The content follows the finger of the swipe with this id one to one; do not animate it.
    case held(by: Int64)
    /// The content has been moving on its spring since this time.
    case flying(Flight, since: Int64)
  }

  /// How a swipe ended.
  public enum Release: Equatable, Sendable {
    /// The finger lifted: decide now.
    case lifted
    /// The swipe was cancelled: the intent is unknown.
    case cancelled
  }

  /// How the content moves.
  public private(set) var motion = Motion.resting
  /// The offset at which a finger caught the content, or at which the content comes to rest.
  public private(set) var start: Double
  /// The finger's displacement of the content.
  private var way = 0.0

  /// Creates content that rests at an offset.
  public init(at offset: Double = 0) {
    start = offset
  }

  /// Returns the content's offset at a time.
  public func offset(at time: Int64) -> Double {
    switch motion {
    case .resting: start
    case .held: start + way
    case .flying(let flight, let since): flight.offset(after: Self.seconds(from: since, to: time))
    }
  }

  /// Returns whether the content is moving at a time, so that it needs redrawing.
  ///
  /// Content within half a unit of its target counts as resting.
  public func isFlying(at time: Int64) -> Bool {
    guard case .flying(let flight, let since) = motion else { return false }
    return Self.seconds(from: since, to: time) < flight.settlingTime()
  }

  /// Follows a swipe that has moved the content by `way` from ``start``.
  ///
  /// Returns how the swipe ended, for ``release(to:velocity:spring:at:)``; nil before. While one
  /// swipe moves the content, other swipes are ignored.
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

  /// Starts the flight to `target`, with an initial `velocity` in units per second.
  public mutating func release(to target: Double, velocity: Double, spring: Spring, at time: Int64) {
    motion = .flying(
      Flight(from: offset(at: time), to: target, velocity: velocity, spring: spring), since: time)
    start = target
    way = 0
  }

  private static func seconds(from start: Int64, to end: Int64) -> Double { Double(end &- start) * 1e-6 }
}
