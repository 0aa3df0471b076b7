internal import FlickClient
internal import FlickProtocol
internal import GestureCore

extension SwipeZone {
  /// Creates the zone of content that leaves in some directions.
  ///
  /// Its spring is that of the content: flickd reports a finger that lands on it in flight.
  init(
    _ name: String, leaving directions: Set<Swipe.Direction>, along axis: Axis,
    by criteria: Set<Swipe.Criterion>,
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
  /// The core's rule decides; its unit is the unit of the swipe. ``Swipe/decisiveVelocity`` already
  /// follows the minimum travel.
  func direction(of swipe: Swipe) -> Swipe.Direction? {
    guard let axis, let directions else { return nil }
    func both(_ length: Double?) -> DecisionRule.Threshold { .init(x: length ?? 0, y: length ?? 0) }
    var rule = DecisionRule(
      allowed: DirectionSet(directions), distance: both(distanceThreshold), speed: speedThreshold ?? 0,
      predicted: both(predictedThreshold))
    if let commitIf { rule.commitIf = DecisionRule.CommitCriteria(commitIf) }
    if let reversal { rule.reversal = reversal }
    let decision = rule.decide(
      along: axis, translation: swipe.translation.along(axis), velocity: swipe.decisiveVelocity.along(axis),
      end: swipe.decisiveEndTranslation.along(axis))
    return decision.commit ? decision.direction : nil
  }
}
