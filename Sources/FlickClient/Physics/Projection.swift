internal import GestureCore

/// How far content continues after the release; works without the service.
///
///     landing = translation + τ · velocity
///
/// Unit: any length, and the same length per second.
public struct Projection: Equatable, Sendable {
  /// τ, in seconds.
  public let seconds: Double

  /// The projection of SwiftUI's `predictedEndTranslation`, whose velocity is four times the
  /// remaining displacement.
  public static let standard = Projection(seconds: 0.25)
  /// UIScrollView's normal deceleration: a rate of 0.998 per millisecond, which is τ = 0.4995 s.
  public static let scrolling = Projection(decelerationRate: 0.998)

  /// Creates a projection from τ, in seconds.
  public init(seconds: Double) {
    self.seconds = seconds
  }

  /// Creates the projection of content that keeps `rate` of its speed every millisecond.
  ///
  /// `rate` is above 0 and below 1. τ = −1/(1000 ln rate) seconds: the sum v·∑ rateⁿ ms as an
  /// integral.
  public init(decelerationRate rate: Double) {
    seconds = DecisionRule.projection(decelerationRate: rate)
  }

  /// Returns where content would land along an axis.
  public func end(translation: Double, velocity: Double) -> Double { translation + seconds * velocity }

  /// Returns where content would land.
  public func end(translation: Vector, velocity: Vector) -> Vector { translation + velocity * seconds }
}

/// Content that moves to rest on a spring, which starts with the release velocity.
///
/// Unit: any length, and the same length per second; time in seconds since the release. All numbers
/// must be finite.
public struct Flight: Equatable, Sendable {
  /// The offset at which the content comes to rest.
  public let target: Double
  /// The spring that moves the content.
  public let spring: Spring
  private let start: GestureCore.Spring.State

  /// Creates the flight of content that is released at `offset` with a `velocity`.
  public init(from offset: Double, to target: Double, velocity: Double = 0, spring: Spring = .standard) {
    precondition(
      offset.isFinite && target.isFinite && velocity.isFinite, "a flight needs finite numbers")
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
  /// `tolerance` is above 0. The time is always finite.
  public func settlingTime(within tolerance: Double = 0.5) -> Double {
    precondition(tolerance > 0, "a tolerance must be above 0")
    return spring.motion.settlingTime(from: start, within: tolerance)
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
