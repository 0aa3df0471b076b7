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
  /// The conditions of which one is enough to commit.
  ///
  /// No `OptionSet`: its array literal allocates, and the core has no allocation to instantiate.
  public struct CommitCriteria: Equatable, Sendable {
    /// Whether the way counts: it went far enough.
    public var distance: Bool
    /// Whether the speed counts: it was fast enough.
    public var velocity: Bool
    /// Whether the landing counts: it would come far enough.
    public var predicted: Bool

    /// Creates a set of criteria, empty by default.
    public init(distance: Bool = false, velocity: Bool = false, predicted: Bool = false) {
      self.distance = distance
      self.velocity = velocity
      self.predicted = predicted
    }

    /// Whether no arm is in the set.
    public var isEmpty: Bool { !distance && !velocity && !predicted }
  }

  /// How the axis of a swipe is found.
  public enum AxisChoice: Equatable, Sendable {
    /// Always this one.
    case fixed(Axis)
    /// The nearer of x and y.
    case nearestOfFour
    /// The nearest of eight directions; further from it than the tolerance (cosine of an angle)
    /// there is no direction.
    case nearestOfEight(cosineOfTolerance: Double)
  }

  /// What a flick against the travel means.
  public enum Reversal: Equatable, Sendable {
    /// The flick's own direction counts.
    case follow
    /// The textbook's rule: the travel's direction counts, and speed against it is negative.
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

    /// The threshold along an axis; between x and y it is weighted by the square of the direction's
    /// parts.
    func along(_ axis: Axis) -> Double {
      let unit = axis.unit
      return x * unit.x * unit.x + y * unit.y * unit.y
    }
  }

  /// How the axis is found.
  public var axis: AxisChoice
  /// The directions in which a swipe may commit.
  public var allowed: DirectionSet
  /// The criteria, one of which must be met.
  public var commitIf: CommitCriteria
  /// D, in mm.
  public var distance: Threshold
  /// S, in mm/s.
  public var speed: Threshold
  /// P, in mm.
  public var predicted: Threshold
  /// τ, in seconds.
  public var projection: Double
  /// What a flick against the travel means.
  public var reversal: Reversal

  /// Creates a rule; each default is the contract's, but for P, which is half of an extent that
  /// only a panel knows.
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

  /// Where a contact with this translation and velocity would come to rest: T + τV.
  ///
  /// Source: SwiftUI's `predictedEndTranslation`, whose velocity is 4 × the rest of the way.
  public func predictedEnd(translation: Translation, velocity: Velocity) -> Translation {
    translation + velocity * projection
  }

  /// The judgement of a swipe that has this translation and velocity.
  public func decide(translation: Translation, velocity: Velocity) -> Decision {
    guard let axis = chosenAxis(translation, velocity) else {
      return undirected(translation, velocity)
    }
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
    // tan 22.5°: half way between an axis and a diagonal.
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

  /// Too far from every direction: it has a kind, and never commits.
  private func undirected(_ translation: Translation, _ velocity: Velocity) -> Decision {
    let speed = max(speed.x, speed.y)
    return Decision(
      kind: velocity.length > speed ? .flick : .drag, commit: false, by: CommitCriteria(), direction: nil,
      distance: translation.length, distanceThreshold: max(distance.x, distance.y), speed: velocity.length,
      speedThreshold: speed)
  }
}
