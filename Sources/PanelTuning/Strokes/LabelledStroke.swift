public import GestureCore
public import Recordings

/// What one finger did, with what the person meant: the input of error rates and proposals.
///
/// A stroke contains facts only. Every decision about it is computed from the facts, so the same
/// strokes can be judged by any thresholds.
public struct LabelledStroke: Equatable, Sendable {
  /// What the person meant.
  public var label: RecordingLabel
  /// The name of the person; empty if the recording does not name one.
  public var person: String
  /// The facts at the lift; nil if the contact did not become a swipe.
  public var lift: Lift?
  /// The rule of the stroke's panel.
  public var rule: DecisionRule

  /// The facts of a swipe at its lift.
  public struct Lift: Equatable, Sendable {
    /// The displacement from landing to lift, in mm.
    public var translation: Translation
    /// The velocity at the lift.
    public var velocity: Velocity
    /// The travel, which `DecisionRule.travelThreshold` limits, in mm.
    public var travel: Double
    /// How far the finger went back against the displacement.
    public var retreat: Retreat
    /// The time from landing to lift.
    public var duration: Interval

    /// Creates the facts of a lift; without a path, there is no recoil.
    public init(
      translation: Translation, velocity: Velocity, travel: Double, retreat: Retreat = .unknown,
      duration: Interval
    ) {
      self.translation = translation
      self.velocity = velocity
      self.travel = travel
      self.retreat = retreat
      self.duration = duration
    }

    /// Takes the facts from the end of a swipe.
    init(_ fact: borrowing SwipeFact) {
      self.init(
        translation: fact.translation, velocity: fact.estimate.velocity,
        travel: fact.travel, retreat: fact.retreat, duration: fact.duration)
    }
  }

  /// Creates a stroke; without a lift, it is a contact that did not become a swipe.
  public init(label: RecordingLabel, person: String, lift: Lift?, rule: DecisionRule) {
    self.label = label
    self.person = person
    self.lift = lift
    self.rule = rule
  }

  /// Returns the decision with these thresholds, or by one criterion alone; nil if there is no
  /// swipe.
  public func decision(with thresholds: RuleThresholds, by criterion: JudgedCriterion = .rule) -> Decision? {
    guard let lift else { return nil }
    var rule = thresholds.applied(to: rule)
    if let criteria = criterion.criteria { rule.commitIf = criteria }
    return rule.decide(
      translation: lift.translation, velocity: lift.velocity, travel: lift.travel, retreat: lift.retreat)
  }

  /// The greatest `travelThreshold` with which the velocity of the stroke counts in this direction,
  /// in mm; 0 without a swipe.
  func travel(of direction: Direction?) -> Double {
    guard let lift else { return 0 }
    func limit(_ displacement: Double, _ speed: Double, _ retreat: Retreat.Component) -> Double {
      let isAgainst = displacement * speed < 0 && rule.reversal == .follow
      return isAgainst ? min(lift.travel, retreat.sinceTurn) : lift.travel
    }
    let x = limit(lift.translation.x, lift.velocity.x, lift.retreat.x)
    let y = limit(lift.translation.y, lift.velocity.y, lift.retreat.y)
    return switch direction {
    case .left, .right: x
    case .up, .down: y
    default: min(x, y)
    }
  }

  /// Whether the stroke commits with these thresholds.
  public func commits(with thresholds: RuleThresholds, by criterion: JudgedCriterion = .rule) -> Bool {
    decision(with: thresholds, by: criterion)?.commit ?? false
  }
}

/// Thresholds that replace those of a rule; nil keeps the rule's own.
public struct RuleThresholds: Equatable, Sendable {
  /// D, in mm.
  public var distance: Double?
  /// S, in mm/s.
  public var speed: Double?
  /// The travel below which the speed counts as 0, in mm.
  public var travelThreshold: Double?

  /// The thresholds of each stroke's own rule.
  public static let present = RuleThresholds()

  /// Creates thresholds.
  public init(distance: Double? = nil, speed: Double? = nil, travelThreshold: Double? = nil) {
    (self.distance, self.speed, self.travelThreshold) = (distance, speed, travelThreshold)
  }

  /// Creates the thresholds of a rule, along x.
  public init(of rule: DecisionRule) {
    self.init(distance: rule.distance.x, speed: rule.speed.x, travelThreshold: rule.travelThreshold)
  }

  /// Returns a rule with these thresholds, along both axes.
  public func applied(to rule: DecisionRule) -> DecisionRule {
    var rule = rule
    if let distance { rule.distance = .init(x: distance, y: distance) }
    if let speed { rule.speed = .init(x: speed, y: speed) }
    if let travelThreshold { rule.travelThreshold = travelThreshold }
    return rule
  }
}

/// A criterion of the rule, judged alone, or the whole rule.
public enum JudgedCriterion: String, Sendable, CaseIterable {
  /// The distance criterion.
  case distance
  /// The velocity criterion.
  case velocity
  /// The rule with its own criteria.
  case rule
  /// The predicted criterion.
  case predicted

  /// The only criterion to use; nil for the rule's own.
  var criteria: DecisionRule.CommitCriteria? {
    switch self {
    case .distance: .init(distance: true)
    case .velocity: .init(velocity: true)
    case .predicted: .init(predicted: true)
    case .rule: nil
    }
  }

  /// The labels of strokes that the criterion should commit.
  public var wanted: [RecordingLabel] {
    switch self {
    case .distance: [.drag]
    case .velocity: [.flick]
    case .rule, .predicted: [.flick, .drag]
    }
  }

  /// The labels of strokes that the criterion should not commit.
  ///
  /// A drag that is released as fast as a flick is a false flick, even if it may commit by its
  /// distance: a shorter drag of this kind would commit too. A scroll asks for no decision, so
  /// scrolls are in neither list.
  public var unwanted: [RecordingLabel] {
    switch self {
    case .velocity: [.drag, .tap]
    case .distance, .rule, .predicted: [.tap]
    }
  }
}
