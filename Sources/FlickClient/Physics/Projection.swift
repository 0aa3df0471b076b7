internal import GestureCore

/// How far content continues after the release; works without the service.
///
///     landing = translation + τ · velocity
///
/// Unit: any length, and the same length per second.
public struct Projection: Equatable, Sendable {
  /// τ: how long the content would continue at its release velocity.
  public var duration: Duration { .seconds(tau) }
  /// τ, in seconds.
  let tau: Double

  /// The projection of SwiftUI's `predictedEndTranslation`, whose velocity is four times the
  /// remaining displacement.
  public static let standard = Projection(.milliseconds(250))
  /// UIScrollView's normal deceleration: a rate of 0.998 per millisecond, which is τ = 0.4995 s.
  public static let scrolling = Projection(decelerationRate: 0.998)

  /// Creates a projection from τ.
  public init(_ duration: Duration) {
    tau = duration.seconds
  }

  /// Creates the projection of content that keeps `rate` of its speed every millisecond.
  ///
  /// `rate` is above 0 and below 1. τ = −1/(1000 ln rate) seconds: the sum v·∑ rateⁿ ms as an
  /// integral.
  public init(decelerationRate rate: Double) {
    tau = DecisionRule.projection(decelerationRate: rate)
  }

  /// Returns where content would land along an axis.
  public func end(translation: Double, velocity: Double) -> Double { translation + tau * velocity }

  /// Returns where content would land.
  public func end(translation: SwipeVector, velocity: SwipeVector) -> SwipeVector {
    translation + velocity * tau
  }
}

/// Content that moves to rest on a spring, which starts with the release velocity.
///
/// Unit: any length, and the same length per second. Times are those since the release. All numbers
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
  public func offset(after time: Duration) -> Double { target + state(after: time).displacement }

  /// Returns the content's velocity.
  public func velocity(after time: Duration) -> Double { state(after: time).velocity }

  /// Returns when the content stays within `tolerance` of its target.
  ///
  /// `tolerance` is above 0; nil for a thousandth of the way. The duration is always finite.
  public func settlingDuration(within tolerance: Double? = nil) -> Duration {
    let tolerance = tolerance ?? (reach > 0 ? reach / 1000 : 1)
    precondition(tolerance > 0, "a tolerance must be above 0")
    return .seconds(spring.motion.settlingTime(from: start, within: tolerance))
  }

  /// How far the content is from its target, or can get by its velocity, if that is more.
  package var reach: Double {
    max(abs(start.displacement), abs(start.velocity) / spring.stiffness.squareRoot())
  }

  /// Returns the flight that continues from here to another target.
  ///
  /// Offset and velocity are continuous.
  public func retargeted(to target: Double, after time: Duration, spring: Spring? = nil) -> Flight {
    Flight(
      from: offset(after: time), to: target, velocity: velocity(after: time),
      spring: spring ?? self.spring)
  }

  private func state(after time: Duration) -> GestureCore.Spring.State {
    spring.motion.state(after: max(time.seconds, 0), from: start)
  }
}

extension Duration {
  /// The duration in seconds, to the precision of a double.
  var seconds: Double { self / .seconds(1) }
}
