internal import CMath

/// Flick or drag, commit or return: the product's rule.
///
///     T  translation, τ projection time
///     V  velocity at lift; 0 if the travel is less than `travelThreshold`. A component against that
///        of T is 0 too, unless the finger went back by `travelThreshold` since it turned: a finger
///        that rolls off the glass recoils (not if reversal is ignored)
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
  /// The minimum travel, below which the decision uses a velocity of 0, in mm.
  ///
  /// Default 6: the finger of some people slides 3–6 mm in a tap, as fast and as straight as a
  /// short flick. Only the decision ignores the velocity; the fact keeps it. The same length
  /// separates a flick against the displacement from a recoil.
  public var travelThreshold: Double

  /// Creates a rule with the documented defaults.
  ///
  /// P has no default: it is half of an extent that only a panel knows.
  public init(
    axis: AxisChoice = .nearestOfFour, allowed: DirectionSet = .all,
    commitIf: CommitCriteria = CommitCriteria(distance: true, velocity: true),
    distance: Threshold = Threshold(x: 200 * millimetersPerPoint, y: 200 * millimetersPerPoint),
    speed: Double = 800 * millimetersPerPoint, predicted: Threshold, projection: Double = 0.25,
    reversal: Reversal = .follow, travelThreshold: Double = 6
  ) {
    self.axis = axis
    self.allowed = allowed
    self.commitIf = commitIf
    self.distance = distance
    self.speed = Threshold(x: speed, y: speed)
    self.predicted = predicted
    self.projection = projection
    self.reversal = reversal
    self.travelThreshold = travelThreshold
  }

  /// The predicted end of a contact with this translation and velocity: T + τV.
  ///
  /// Source: SwiftUI's `predictedEndTranslation`, whose velocity is 4 × the remaining displacement.
  public func predictedEnd(translation: Translation, velocity: Velocity) -> Translation {
    translation + velocity * projection
  }

  /// Whether a swipe with this travel, in mm, is so short that its velocity does not count.
  public func isShort(travel: Double) -> Bool { travel < travelThreshold }

  /// The velocity that the decision uses for a fact: 0 if the swipe is short, and 0 along an axis
  /// along which the finger only recoiled.
  public func decisiveVelocity(_ fact: borrowing SwipeFact) -> Velocity {
    decisive(
      fact.estimate.velocity, translation: fact.translation, travel: fact.travel, retreat: fact.retreat)
  }

  /// Returns the decision for a fact.
  public func decide(_ fact: borrowing SwipeFact) -> Decision {
    decide(
      translation: fact.translation, velocity: fact.estimate.velocity, travel: fact.travel,
      retreat: fact.retreat)
  }

  /// Returns the decision for a swipe with this translation and velocity, and this travel in mm.
  ///
  /// Without a path, there is no recoil: a velocity against the displacement counts.
  public func decide(
    translation: Translation, velocity: Velocity, travel: Double, retreat: Retreat = .unknown
  ) -> Decision {
    let used = decisive(velocity, translation: translation, travel: travel, retreat: retreat)
    let axis = chosenAxis(translation, used)
    var decision = axis.map { decide(translation, used, along: $0) } ?? undirected(translation, used)
    (decision.travel, decision.travelThreshold) = (travel, travelThreshold)
    if used != velocity, !isShort(travel: travel) {
      decision.recoil = recoil(translation, velocity, used: used, retreat)
    }
    guard !decision.commit else { return decision }
    guard let axis, allows(decision.direction) else {
      decision.noCommit = .direction
      return decision
    }
    let isThrown = isShort(travel: travel) && !decide(translation, velocity, along: axis).by.isEmpty
    decision.noCommit = isThrown ? .shortTravel : .belowThresholds
    return decision
  }

  func decisive(
    _ velocity: Velocity, translation: Translation, travel: Double, retreat: Retreat
  ) -> Velocity {
    if isShort(travel: travel) { return .zero }
    guard reversal == .follow else { return velocity }
    func counted(_ speed: Double, _ displacement: Double, _ retreat: Retreat.Component) -> Double {
      let isAgainst = speed > 0 && displacement < 0 || speed < 0 && displacement > 0
      return isAgainst && retreat.sinceTurn < travelThreshold ? 0 : speed
    }
    return Velocity(
      x: counted(velocity.x, translation.x, retreat.x), y: counted(velocity.y, translation.y, retreat.y))
  }

  /// The components that do not count, of those with which the axis or the speed would be
  /// different.
  private func recoil(
    _ translation: Translation, _ velocity: Velocity, used: Velocity, _ retreat: Retreat
  ) -> Decision.Recoil? {
    func changes(_ other: Velocity) -> Bool {
      let (axis, unused) = (chosenAxis(translation, used), chosenAxis(translation, other))
      return axis != unused || speed(of: used, along: axis) != speed(of: other, along: unused)
    }
    let x = used.x != velocity.x && changes(Velocity(x: velocity.x, y: used.y))
    let y = used.y != velocity.y && changes(Velocity(x: used.x, y: velocity.y))
    return x || y ? Decision.Recoil(x: x ? retreat.x.length : nil, y: y ? retreat.y.length : nil) : nil
  }

  /// The speed along an axis, with its sign; the length if there is no axis.
  private func speed(of velocity: Velocity, along axis: Axis?) -> Double {
    guard let unit = axis?.unit else { return velocity.length }
    return velocity.x * unit.x + velocity.y * unit.y
  }

  /// Whether a swipe in this direction may commit; false if there is no direction.
  func allows(_ direction: Direction?) -> Bool { direction.map { allowed.contains($0) } ?? false }

  private func decide(_ translation: Translation, _ velocity: Velocity, along axis: Axis) -> Decision {
    let unit = axis.unit
    let t = translation.x * unit.x + translation.y * unit.y
    let v = velocity.x * unit.x + velocity.y * unit.y
    return decide(along: axis, translation: t, velocity: v, end: t + projection * v)
  }

  /// Returns the decision for a displacement and a velocity along an axis, with this predicted end.
  ///
  /// The velocity counts as it is, whatever the travel was, and the projection time is not used. If
  /// the swipe does not commit, the decision has no reason.
  public func decide(along axis: Axis, translation t: Double, velocity v: Double, end: Double) -> Decision {
    let speed = speed.along(axis)
    let kind: Decision.Kind = abs(v) > speed ? .flick : .drag
    let lead = kind == .flick && reversal == .follow ? v : (t == 0 ? v : t)
    let sign: Double = lead > 0 ? 1 : (lead < 0 ? -1 : 0)
    let speedAlong = reversal == .follow ? abs(v) : sign * v
    let (far, farthest, end) = (distance.along(axis), predicted.along(axis), sign * end)
    let by = CommitCriteria(
      distance: commitIf.distance && sign * t > far,
      velocity: commitIf.velocity && speedAlong > speed,
      predicted: commitIf.predicted && end > farthest)
    let direction: Direction? = sign == 0 ? nil : axis.direction(isPositive: sign > 0)
    return Decision(
      kind: kind, commit: allows(direction) && !by.isEmpty, by: by, direction: direction, distance: sign * t,
      distanceThreshold: far, speed: speedAlong, speedThreshold: speed,
      predicted: commitIf.predicted ? end : nil, predictedThreshold: farthest)
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
    let end = predictedEnd(translation: translation, velocity: velocity).length
    return Decision(
      kind: velocity.length > speed ? .flick : .drag, commit: false, by: CommitCriteria(), direction: nil,
      distance: translation.length, distanceThreshold: max(distance.x, distance.y), speed: velocity.length,
      speedThreshold: speed, predicted: commitIf.predicted ? end : nil,
      predictedThreshold: max(predicted.x, predicted.y))
  }
}

extension DecisionRule {
  /// τ of content that keeps `rate` of its speed every millisecond (0 < rate < 1), in seconds.
  ///
  /// The remaining distance is v·∑ rateⁿ ms; as an integral, −v/(1000 ln rate). UIScrollView's
  /// 0.998 gives 0.4995 s.
  public static func projection(decelerationRate rate: Double) -> Double { -1 / (1000 * cmath_log(rate)) }
}
