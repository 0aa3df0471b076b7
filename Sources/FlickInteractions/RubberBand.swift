/// How far content follows a finger beyond its bounds: the law of `UIScrollView`.
///
///     displacement = (1 − 1/(constant·pull/extent + 1))·extent
///
/// Unit: any length.
public struct RubberBand: Equatable, Sendable {
  /// The limit of the displacement, usually the size of the view; 0 is a hard bound.
  public let extent: Double
  /// How easily the band stretches: the content's velocity as a part of the finger's, at the bound.
  public let constant: Double

  /// Creates a rubber band; the default constant is that of `UIScrollView`.
  ///
  /// `extent` is finite and not negative, `constant` is finite and above 0.
  public init(extent: Double, constant: Double = 0.55) {
    precondition(
      extent >= 0 && extent.isFinite && constant > 0 && constant.isFinite,
      "a rubber band needs an extent of 0 or more, and a constant above 0")
    self.extent = extent
    self.constant = constant
  }

  /// Returns how far the content is beyond its bound, for a finger that pulls it this far beyond.
  public func displacement(ofPull pull: Double) -> Double {
    guard extent > 0 else { return 0 }
    let far = abs(pull)
    let displacement = far == .infinity ? extent : extent * (constant * far / (extent + constant * far))
    return pull < 0 ? -displacement : displacement
  }

  /// Returns the pull for a displacement, the inverse of ``displacement(ofPull:)``.
  ///
  /// The result is infinite from the ``extent`` on.
  public func pull(forDisplacement displacement: Double) -> Double {
    let far = abs(displacement)
    guard far > 0 else { return 0 }
    let pull = far < extent ? far / constant * (extent / (extent - far)) : .infinity
    return displacement < 0 ? -pull : pull
  }

  /// Returns the velocity of the content as a part of the finger's velocity.
  public func slope(atPull pull: Double) -> Double {
    guard extent > 0 else { return 0 }
    let part = extent / (extent + constant * abs(pull))
    return constant * part * part
  }
}
