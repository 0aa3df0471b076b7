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
