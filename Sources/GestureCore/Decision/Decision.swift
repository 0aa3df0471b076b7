/// What a rule makes of a swipe.
public struct Decision: Equatable, Sendable {
  /// The two kinds of swipe.
  public enum Kind: Equatable, Sendable {
    /// Fast at its lift.
    case flick
    /// Everything else.
    case drag
  }

  /// Flick or drag.
  public var kind: Kind
  /// Whether the swipe was meant.
  public var commit: Bool
  /// The criteria that were met, of those in the rule.
  public var by: DecisionRule.CommitCriteria
  /// Where it went; nil if it did not move, or between the eight directions.
  public var direction: Direction?
  /// The way along the direction, in mm; negative for a flick against the travel.
  public var distance: Double
  /// The distance that it had to exceed, in mm.
  public var distanceThreshold: Double
  /// The speed along the axis, in mm/s; negative only where reversal is ignored.
  public var speed: Double
  /// The speed that it had to exceed, in mm/s.
  public var speedThreshold: Double
}
