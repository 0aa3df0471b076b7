internal import GestureCore

/// How far content goes on when the finger has let go of it: usable with no service at all.
///
///     landing = translation + τ · velocity
///
/// Unit: any length, and the same per second.
public struct Projection: Equatable, Sendable {
  /// τ, in seconds.
  public let seconds: Double

  /// What SwiftUI's `predictedEndTranslation` does: its velocity is four times the rest of the way.
  public static let standard = Projection(seconds: 0.25)
  /// UIScrollView's normal deceleration: 0.998 a millisecond, which is 0.4995 s.
  public static let scrolling = Projection(decelerationRate: 0.998)

  /// Creates a projection by τ, in seconds.
  public init(seconds: Double) {
    self.seconds = seconds
  }

  /// Creates the projection of content that keeps `rate` of its speed every millisecond, above 0
  /// and below 1.
  ///
  /// τ = −1/(1000 ln rate) seconds: the way that is left of v·∑ rateⁿ ms, as an integral.
  public init(decelerationRate rate: Double) {
    seconds = DecisionRule.projection(decelerationRate: rate)
  }

  /// Where content would land along an axis.
  public func end(translation: Double, velocity: Double) -> Double { translation + seconds * velocity }

  /// Where content would land.
  public func end(translation: Vector, velocity: Vector) -> Vector { translation + velocity * seconds }
}
