public import FlickProtocol
public import GestureCore

/// What is made of one fact of a swipe.
public struct SwipeEvaluation: Sendable {
  /// Flick or drag, commit or return; provisional before the end.
  public var decision: Decision
  /// T + τV, in mm.
  public var predictedEnd: Translation
  /// τ in µs.
  public var projectionMicroseconds: Int64
  /// How much of the way to the decision is done: distance over threshold, or of the way to the
  /// next snap point.
  public var progress: Double
  /// The zone that the swipe belongs to, nil if to none.
  public var zone: ZoneMessage?

  /// What a rule makes of a fact, outside of zones.
  init(_ fact: borrowing SwipeFact, by rule: DecisionRule) {
    let velocity = fact.estimate.velocity
    decision = rule.decide(translation: fact.translation, velocity: velocity)
    predictedEnd = rule.predictedEnd(translation: fact.translation, velocity: velocity)
    projectionMicroseconds = Int64((rule.projection * 1e6).rounded())
    progress = decision.distance / decision.distanceThreshold
  }
}
