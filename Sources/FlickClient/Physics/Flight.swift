internal import GestureCore

/// Content that moves to rest on a spring, which starts with the release velocity.
///
/// Unit: any length, and the same length per second; time in seconds since the release.
public struct Flight: Equatable, Sendable {
  /// The offset at which the content comes to rest.
  public let target: Double
  /// The spring that moves the content.
  public let spring: Spring
  private let start: GestureCore.Spring.State

  /// Creates the flight of content that is released at `offset` with a `velocity`.
  public init(from offset: Double, to target: Double, velocity: Double = 0, spring: Spring = .standard) {
    self.target = target
    self.spring = spring
    start = GestureCore.Spring.State(displacement: offset - target, velocity: velocity)
  }

  /// Returns the content's offset.
  public func offset(after seconds: Double) -> Double {
    target + spring.motion.state(after: max(seconds, 0), from: start).displacement
  }

  /// Returns the content's velocity.
  public func velocity(after seconds: Double) -> Double {
    spring.motion.state(after: max(seconds, 0), from: start).velocity
  }

  /// Returns when the content stays within `tolerance` of its target, in seconds.
  ///
  /// The time is infinite if the content never rests.
  public func settlingTime(within tolerance: Double = 0.5) -> Double {
    spring.motion.settlingTime(from: start, within: tolerance)
  }

  /// Returns the flight that continues from here to another target.
  ///
  /// Offset and velocity are continuous.
  public func retargeted(to target: Double, after seconds: Double, spring: Spring? = nil) -> Flight {
    Flight(
      from: offset(after: seconds), to: target, velocity: velocity(after: seconds),
      spring: spring ?? self.spring)
  }
}
