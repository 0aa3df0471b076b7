internal import FlickClient
internal import FlickProtocol
internal import GestureCore

extension SwipeZone {
  /// Creates the zone of content that leaves in some directions.
  ///
  /// Its spring is that of the content: flickd reports a finger that lands on it in flight.
  init(
    _ name: String, leaving directions: Set<Swipe.Direction>, along axis: Axis,
    by criteria: Set<Swipe.Condition>,
    distance: Double? = nil, speed: Double, predicted: Double? = nil, reversal: Reversal,
    spring: FlickClient.Spring
  ) {
    self.init(
      name, axis: axis, directions: directions, commitIf: criteria, distanceThreshold: distance,
      speedThreshold: speed, predictedThreshold: predicted, reversal: reversal, spring: spring,
      hasPresses: true)
  }

  /// Returns the direction in which a release now dismisses the content; nil if it returns.
  ///
  /// The core's rule decides; its unit is the unit of the swipe.
  func direction(of swipe: Swipe) -> Swipe.Direction? {
    guard let axis else { return nil }
    let (t, v) = (swipe.translation.along(axis), swipe.decisiveVelocity.along(axis))
    func both(_ length: Double?) -> DecisionRule.Threshold { .init(x: length ?? 0, y: length ?? 0) }
    let spec = ZoneSpec(self, offset: 0)
    let rule = DecisionRule(
      axis: .fixed(axis == .horizontal ? .x : .y), allowed: spec.directions ?? DirectionSet([]),
      commitIf: spec.commitIf ?? DecisionRule.CommitCriteria(distance: true, velocity: true),
      distance: both(distanceThreshold), speed: speedThreshold ?? 0, predicted: both(predictedThreshold),
      // The swipe has a predicted end of its own, by the projection of its zone.
      projection: v == 0 ? 0 : (swipe.decisiveEndTranslation.along(axis) - t) / v,
      reversal: reversal == .ignore ? .ignore : .follow, flickMinTravel: 0)
    let decision = rule.decide(
      translation: Translation(x: t, y: t), velocity: Velocity(x: v, y: v), travel: 0)
    guard decision.commit, let direction = decision.direction else { return nil }
    return Swipe.Direction(rawValue: "\(direction)")
  }
}
