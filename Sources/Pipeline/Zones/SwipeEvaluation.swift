public import FlickProtocol
public import GestureCore

/// The decision, snap and spring of one fact.
public struct SwipeEvaluation: Sendable {
  /// Flick or drag, commit or return; provisional before the end.
  public var decision: Decision
  /// The predicted end T + τ·V, in mm.
  public var predictedEnd: Translation
  /// The projection time τ, in µs.
  public var projectionMicroseconds: Int64
  /// The progress to the decision: distance over threshold, or the part of the distance to the next
  /// snap point.
  public var progress: Double
  /// The zone of the swipe, nil if it belongs to none.
  public var zone: ZoneMessage?

  /// Evaluates a fact by a rule, outside of zones.
  init(_ fact: borrowing SwipeFact, by rule: DecisionRule) {
    let velocity = fact.estimate.velocity
    decision = rule.decide(translation: fact.translation, velocity: velocity)
    predictedEnd = rule.predictedEnd(translation: fact.translation, velocity: velocity)
    projectionMicroseconds = Int64((rule.projection * 1e6).rounded())
    progress = decision.distance / decision.distanceThreshold
  }
}
