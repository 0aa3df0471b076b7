internal import GestureCore

/// Content on its way to where it comes to rest, on a spring that takes over the velocity of the
/// finger that let go.
///
/// Unit: any length, and the same per second; time in seconds since the flight began.
public struct Flight: Equatable, Sendable {
  /// Where it comes to rest.
  public let target: Double
  /// What takes it there.
  public let spring: Spring
  private let start: GestureCore.Spring.State

  /// Creates the flight of content that was let go at `offset` with a `velocity`.
  public init(from offset: Double, to target: Double, velocity: Double = 0, spring: Spring = .standard) {
    self.target = target
    self.spring = spring
    start = GestureCore.Spring.State(displacement: offset - target, velocity: velocity)
  }

  /// Where it is.
  public func offset(after seconds: Double) -> Double {
    target + spring.motion.state(after: max(seconds, 0), from: start).displacement
  }

  /// How fast it moves.
  public func velocity(after seconds: Double) -> Double {
    spring.motion.state(after: max(seconds, 0), from: start).velocity
  }

  /// When it is within `tolerance` of its target for good, in seconds; infinite if it never rests.
  public func settlingTime(within tolerance: Double = 0.5) -> Double {
    spring.motion.settlingTime(from: start, within: tolerance)
  }

  /// The flight that goes on from here to another target: place and velocity are continuous.
  public func retargeted(to target: Double, after seconds: Double, spring: Spring? = nil) -> Flight {
    Flight(
      from: offset(after: seconds), to: target, velocity: velocity(after: seconds),
      spring: spring ?? self.spring)
  }
}
