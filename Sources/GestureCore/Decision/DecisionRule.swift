internal import CMath

/// Flick or drag, commit or return: the product's rule.
///
///     T  translation, V velocity at lift, τ projection time
///     axis  a = x if |Tx| + τ|Vx| ≥ |Ty| + τ|Vy|, else y        (a zone's own axis; or the nearest of eight)
///           t = T·a,  v = V·a
///     kind  flick if |v| > S, else drag
///     sign  s = sign of v for a flick, of t for a drag          (reversal ignored: of t)
///     met   distance: s·t > D    velocity: |v| > S    predicted: s·(t + τv) > P
///     commit if the direction of s is allowed and one criterion of `commitIf` is met
///
/// Values are compared unrounded.
public struct DecisionRule: Equatable, Sendable {
  /// The criteria of a rule; one met criterion is enough to commit.
  ///
  /// Not an `OptionSet`: its array literal allocates, and the core never allocates.
  public struct CommitCriteria: Equatable, Sendable {
    /// Whether the distance criterion is in the set: the swipe went far enough.
    public var distance: Bool
    /// Whether the velocity criterion is in the set: the swipe was fast enough.
    public var velocity: Bool
    /// Whether the predicted criterion is in the set: the predicted end is far enough.
    public var predicted: Bool

    /// Creates a set of criteria, by default empty.
    public init(distance: Bool = false, velocity: Bool = false, predicted: Bool = false) {
      self.distance = distance
      self.velocity = velocity
      self.predicted = predicted
    }

    /// Whether the set has no criterion.
    public var isEmpty: Bool { !distance && !velocity && !predicted }
  }

  /// How the rule finds the axis of a swipe.
  public enum AxisChoice: Equatable, Sendable {
    /// Always this axis.
    case fixed(Axis)
    /// The nearer of x and y.
    case nearestOfFour
    /// The nearest of eight directions; no direction if the swipe is further off than the
    /// tolerance, given as the cosine of an angle.
    case nearestOfEight(cosineOfTolerance: Double)
  }

  /// What a flick against the displacement means.
  public enum Reversal: Equatable, Sendable {
    /// The direction of the flick counts.
    case follow
    /// The direction of the displacement counts; a speed against it is negative.
    case ignore
  }

  /// A threshold that may differ by axis, in mm or mm/s.
  public struct Threshold: Equatable, Sendable {
    /// Along x.
    public var x: Double
    /// Along y.
    public var y: Double

    /// Creates a threshold of `x` along x and `y` along y.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// The threshold along an axis; on a diagonal, the mean of x and y, weighted by the squares of
    /// the unit vector's components.
    func along(_ axis: Axis) -> Double {
      let unit = axis.unit
      return x * unit.x * unit.x + y * unit.y * unit.y
    }
  }

  /// How the rule finds the axis.
  public var axis: AxisChoice
  /// The directions in which a swipe may commit.
  public var allowed: DirectionSet
  /// The criteria; one must be met.
  public var commitIf: CommitCriteria
  /// D, the distance threshold, in mm.
  public var distance: Threshold
  /// S, the speed threshold, in mm/s.
  public var speed: Threshold
  /// P, the threshold of the predicted end, in mm.
  public var predicted: Threshold
  /// τ, the projection time, in seconds.
  public var projection: Double
  /// What a flick against the displacement means.
  public var reversal: Reversal

  /// Creates a rule with the documented defaults.
  ///
  /// P has no default: it is half of an extent that only a panel knows.
  public init(
    axis: AxisChoice = .nearestOfFour, allowed: DirectionSet = .all,
    commitIf: CommitCriteria = CommitCriteria(distance: true, velocity: true),
    distance: Threshold = Threshold(x: 200 * millimetersPerPoint, y: 200 * millimetersPerPoint),
    speed: Double = 800 * millimetersPerPoint, predicted: Threshold, projection: Double = 0.25,
    reversal: Reversal = .follow
  ) {
    self.axis = axis
    self.allowed = allowed
    self.commitIf = commitIf
    self.distance = distance
    self.speed = Threshold(x: speed, y: speed)
    self.predicted = predicted
    self.projection = projection
    self.reversal = reversal
  }

  /// The predicted end of a contact with this translation and velocity: T + τV.
  ///
  /// Source: SwiftUI's `predictedEndTranslation`, whose velocity is 4 × the remaining displacement.
  public func predictedEnd(translation: Translation, velocity: Velocity) -> Translation {
    translation + velocity * projection
  }

  /// Returns the decision for a swipe with this translation and velocity.
  public func decide(translation: Translation, velocity: Velocity) -> Decision {
    guard let axis = chosenAxis(translation, velocity) else { return undirected(translation, velocity) }
    let unit = axis.unit
    let t = translation.x * unit.x + translation.y * unit.y
    let v = velocity.x * unit.x + velocity.y * unit.y
    let speed = speed.along(axis)
    let kind: Decision.Kind = abs(v) > speed ? .flick : .drag
    let lead = kind == .flick && reversal == .follow ? v : (t == 0 ? v : t)
    let sign: Double = lead > 0 ? 1 : (lead < 0 ? -1 : 0)
    let speedAlong = reversal == .follow ? abs(v) : sign * v

    let threshold = distance.along(axis)
    let by = CommitCriteria(
      distance: commitIf.distance && sign * t > threshold,
      velocity: commitIf.velocity && speedAlong > speed,
      predicted: commitIf.predicted && sign * (t + projection * v) > predicted.along(axis))

    let direction: Direction? = sign == 0 ? nil : axis.direction(isPositive: sign > 0)
    let isAllowed = direction.map { allowed.contains($0) } ?? false
    return Decision(
      kind: kind, commit: isAllowed && !by.isEmpty, by: by, direction: direction, distance: sign * t,
      distanceThreshold: threshold, speed: speedAlong, speedThreshold: speed)
  }

  private func chosenAxis(_ translation: Translation, _ velocity: Velocity) -> Axis? {
    if case .fixed(let axis) = axis { return axis }
    let across = abs(translation.x) + projection * abs(velocity.x)
    let down = abs(translation.y) + projection * abs(velocity.y)
    guard case .nearestOfEight(let cosineOfTolerance) = axis else { return across >= down ? .x : .y }
    // tan 22.5°: halfway between an axis and a diagonal.
    let half = 0.414_213_562_373_095_1
    let length = cmath_hypot(across, down)
    if length == 0 { return .x }
    let nearest: Axis
    if down <= half * across {
      nearest = .x
    } else if across < half * down {
      nearest = .y
    } else {
      let end = predictedEnd(translation: translation, velocity: velocity)
      nearest = (end.x < 0) == (end.y < 0) ? .falling : .rising
    }
    let unit = nearest.unit
    let cosine = (across * abs(unit.x) + down * abs(unit.y)) / length
    return cosine >= cosineOfTolerance ? nearest : nil
  }

  /// The decision for a swipe too far from every direction: it has a kind, and never commits.
  private func undirected(_ translation: Translation, _ velocity: Velocity) -> Decision {
    let speed = max(speed.x, speed.y)
    return Decision(
      kind: velocity.length > speed ? .flick : .drag, commit: false, by: CommitCriteria(), direction: nil,
      distance: translation.length, distanceThreshold: max(distance.x, distance.y), speed: velocity.length,
      speedThreshold: speed)
  }
}

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

extension DecisionRule {
  /// τ of content that keeps `rate` of its speed every millisecond (0 < rate < 1), in seconds.
  ///
  /// The remaining distance is v·∑ rateⁿ ms; as an integral, −v/(1000 ln rate). UIScrollView's
  /// 0.998 gives 0.4995 s.
  public static func projection(decelerationRate rate: Double) -> Double { -1 / (1000 * cmath_log(rate)) }
}
