public import GestureCore

/// Content that one finger moves along one axis: glued to it while it is held, on a spring when it is not.
///
///     resting ── grab ──▶ held ── release ──▶ flying ── settled ──▶ resting
///                          ▲                     │
///                          └──────── grab ───────┘   from where it is by then
///
/// Time in µs of the swipes' own clock, so that what is grabbed in flight is grabbed where it is.
public struct Content: Equatable, Sendable {
  /// How it moves.
  public enum Motion: Equatable, Sendable {
    /// It lies still.
    case resting
    /// It follows a finger, one to one: animate nothing.
    case held
    /// It is on its way since `time`.
    case flying(Flight, since: Int64)
  }

  /// How it moves.
  public private(set) var motion = Motion.resting
  /// Where it lay when it was grabbed, or comes to rest.
  private var anchor: Double
  /// How far the finger has taken it.
  private var way = 0.0

  /// Creates content that lies at an offset.
  public init(at offset: Double = 0) {
    anchor = offset
  }

  /// Where it lies at a moment.
  public func offset(at time: Int64) -> Double {
    switch motion {
    case .resting: anchor
    case .held: anchor + way
    case .flying(let flight, let since): flight.offset(after: Self.seconds(from: since, to: time))
    }
  }

  /// Where it comes to rest, unless a finger has it.
  public var target: Double {
    if case .flying(let flight, _) = motion { return flight.target }
    return anchor
  }

  /// A finger takes hold of it.
  public mutating func grab(at time: Int64) {
    anchor = offset(at: time)
    way = 0
    motion = .held
  }

  /// The finger has come so far since it took hold.
  public mutating func follow(_ way: Double) {
    self.way = way
  }

  /// The finger lets go, at so many units a second.
  public mutating func release(to target: Double, velocity: Double, spring: Spring, at time: Int64) {
    motion = .flying(
      Flight(from: offset(at: time), to: target, velocity: velocity, spring: spring), since: time)
    anchor = target
    way = 0
  }

  /// Lies still at its target if its flight is over by then.
  public mutating func settle(at time: Int64) {
    guard case .flying(let flight, let since) = motion,
      Self.seconds(from: since, to: time) >= flight.settlingTime()
    else { return }
    motion = .resting
  }

  private static func seconds(from start: Int64, to end: Int64) -> Double { Double(end - start) * 1e-6 }
}
