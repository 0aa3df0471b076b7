internal import GestureCore

/// The rule by which a release dismisses content: the rule of a zone of flickd, with thresholds of
/// the content's own.
struct DismissalRule {
  /// The core's rule; its unit is the unit of the swipe.
  private var rule: DecisionRule

  /// Creates the rule of content that leaves in these directions along an axis.
  ///
  /// A threshold without a value is not a criterion. `speed` always separates flicks from drags.
  init(
    along axis: Axis, _ directions: [Direction], distance: Double? = nil, speed: Double,
    isBySpeed: Bool = false, predicted: Double? = nil, reversal: SwipeZone.Reversal
  ) {
    func both(_ length: Double?) -> DecisionRule.Threshold { .init(x: length ?? 0, y: length ?? 0) }
    var allowed = DirectionSet()
    for direction in directions { allowed.insert(direction) }
    rule = DecisionRule(
      axis: .fixed(axis), allowed: allowed,
      commitIf: DecisionRule.CommitCriteria(
        distance: distance != nil, velocity: isBySpeed, predicted: predicted != nil),
      distance: both(distance), speed: speed, predicted: both(predicted), projection: 0,
      reversal: reversal == .follow ? .follow : .ignore, flickMinTravel: 0)
  }

  /// Returns the direction in which a release now dismisses the content; nil if it returns.
  func direction(of swipe: Swipe) -> Direction? {
    guard case .fixed(let axis) = rule.axis else { return nil }
    func along(_ vector: Vector) -> Double { axis == .x ? vector.x : vector.y }
    let (t, v) = (along(swipe.translation), along(swipe.decisiveVelocity))
    var rule = rule
    // The swipe has a predicted end of its own, by the projection of its zone.
    rule.projection = v == 0 ? 0 : (along(swipe.decisiveEndTranslation) - t) / v
    let decision = rule.decide(
      translation: Translation(x: t, y: t), velocity: Velocity(x: v, y: v), travel: 0)
    return decision.commit ? decision.direction : nil
  }
}
