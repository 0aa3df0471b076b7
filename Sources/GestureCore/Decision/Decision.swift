/// What a swipe means by a rule.
///
/// Lengths are in mm and speeds in mm/s; in a swipe of an app, they are in the swipe's unit.
public struct Decision: Equatable, Sendable {
  /// The components of the velocity that did not count, because the finger went back by less than
  /// the minimum travel: those with which the axis or the speed would be different.
  public struct Recoil: Equatable, Sendable {
    /// How far the finger went back along x; nil if this component counted, or if it changed
    /// neither the axis nor the speed.
    public var x: Double?
    /// How far the finger went back along y; nil if this component counted, or if it changed
    /// neither the axis nor the speed.
    public var y: Double?

    /// Creates a recoil.
    public init(x: Double? = nil, y: Double? = nil) {
      self.x = x
      self.y = y
    }
  }

  /// Flick or drag.
  public var kind: Kind
  /// Whether the swipe should take effect: a criterion is met and the direction is allowed.
  public var commit: Bool
  /// The met criteria, of those in the rule.
  public var by: DecisionRule.CommitCriteria
  /// The direction of the swipe; nil if the swipe did not move, or if it is too far from all eight
  /// directions.
  public var direction: Direction?
  /// The displacement along the direction; negative for a flick against the displacement.
  public var distance: Double
  /// The distance threshold.
  public var distanceThreshold: Double
  /// The speed along the axis; negative only if reversal is ignored.
  ///
  /// 0 if ``travel`` is less than its threshold, whatever the velocity is. Without the components
  /// of ``recoil``.
  public var speed: Double
  /// The speed threshold.
  public var speedThreshold: Double
  /// The predicted end along the direction, with the velocity that the decision uses; nil if the
  /// rule does not use this criterion.
  public var predicted: Double?
  /// The threshold of the predicted end; of no meaning without ``predicted``.
  public var predictedThreshold: Double
  /// The travel of the swipe: the displacement minus the detour of the path, or half of the
  /// excursion if that is longer.
  public var travel: Double
  /// The travel below which the velocity does not count.
  public var travelThreshold: Double
  /// The recoil of the swipe; nil if a recoil changed neither the axis nor the speed.
  public var recoil: Recoil?
  /// Why the swipe does not commit; nil if it commits, and in a swipe of an app before the end.
  public var noCommit: NoCommit?

  /// Creates a decision.
  public init(
    kind: Kind, commit: Bool, by: DecisionRule.CommitCriteria = DecisionRule.CommitCriteria(),
    direction: Direction? = nil, distance: Double = 0, distanceThreshold: Double = 0, speed: Double = 0,
    speedThreshold: Double = 0, predicted: Double? = nil, predictedThreshold: Double = 0,
    noCommit: NoCommit? = nil, travel: Double = 0, travelThreshold: Double = 0, recoil: Recoil? = nil
  ) {
    self.kind = kind
    self.commit = commit
    self.by = by
    self.direction = direction
    self.distance = distance
    self.distanceThreshold = distanceThreshold
    self.speed = speed
    self.speedThreshold = speedThreshold
    self.predicted = predicted
    self.predictedThreshold = predictedThreshold
    self.noCommit = noCommit
    self.travel = travel
    self.travelThreshold = travelThreshold
    self.recoil = recoil
  }
}
