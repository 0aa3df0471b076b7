/// What a swipe means by a rule.
public struct Decision: Equatable, Sendable {
  /// The kind of a swipe, by its speed at the lift.
  public enum Kind: Equatable, Sendable {
    /// Released faster than the speed threshold.
    case flick
    /// Released at the speed threshold or slower.
    case drag
  }

  /// Flick or drag.
  public var kind: Kind
  /// Whether the swipe should take effect.
  public var commit: Bool
  /// The met criteria, of those in the rule.
  public var by: DecisionRule.CommitCriteria
  /// The direction of the swipe; nil if the swipe did not move, or if it is too far from all eight
  /// directions.
  public var direction: Direction?
  /// The displacement along the direction, in mm; negative for a flick against the displacement.
  public var distance: Double
  /// The distance threshold, in mm.
  public var distanceThreshold: Double
  /// The speed along the axis, in mm/s; negative only if reversal is ignored.
  public var speed: Double
  /// The speed threshold, in mm/s.
  public var speedThreshold: Double
}
