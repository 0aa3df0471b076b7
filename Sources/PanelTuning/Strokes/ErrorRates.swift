internal import Recordings

/// How often something happened, with the 95 % interval of its true share.
///
/// Source of the interval: E. B. Wilson, "Probable inference", JASA 22:209–212, 1927.
public struct ObservedShare: Equatable, Sendable {
  /// The trials with this result.
  public var count: Int
  /// All trials.
  public var trials: Int

  /// The share of `count` in `trials`.
  public init(_ count: Int, of trials: Int) {
    (self.count, self.trials) = (count, trials)
  }

  /// The share, 0 to 1; nil if there are no trials.
  public var share: Double? { trials == 0 ? nil : Double(count) / Double(trials) }

  /// The lower bound of the true share: 0 without trials.
  public var low: Double { count == 0 ? 0 : interval.middle - interval.half }

  /// The upper bound of the true share: 1 without trials.
  public var high: Double { count == trials ? 1 : interval.middle + interval.half }

  /// The 97.5 % quantile of the normal distribution.
  private static let z = 1.959_963_984_540_054

  private var interval: (middle: Double, half: Double) {
    let (n, part, square) = (Double(trials), Double(count) / Double(trials), Self.z * Self.z)
    let scale = 1 + square / n
    return (
      (part + square / (2 * n)) / scale,
      Self.z * (part * (1 - part) / n + square / (4 * n * n)).squareRoot() / scale
    )
  }

  /// The sum of two counts.
  static func + (left: ObservedShare, right: ObservedShare) -> ObservedShare {
    ObservedShare(left.count + right.count, of: left.trials + right.trials)
  }
}

/// What one criterion, or the rule, makes of strokes: how many it catches, and how many it takes by
/// mistake.
public struct CriterionRates: Equatable, Sendable {
  /// The criterion.
  public var criterion: JudgedCriterion
  /// The strokes that should commit and do.
  public var caught: ObservedShare
  /// The strokes that should not commit and do.
  public var mistaken: ObservedShare

  /// Judges strokes with these thresholds.
  public init(_ criterion: JudgedCriterion, of strokes: [LabelledStroke], with thresholds: RuleThresholds) {
    self.criterion = criterion
    func committed(_ labels: [RecordingLabel]) -> ObservedShare {
      var share = ObservedShare(0, of: 0)
      for stroke in strokes where labels.contains(stroke.label) {
        share.trials += 1
        if stroke.commits(with: thresholds, by: criterion) { share.count += 1 }
      }
      return share
    }
    caught = committed(criterion.wanted)
    mistaken = committed(criterion.unwanted)
  }

  init(_ criterion: JudgedCriterion, caught: ObservedShare, mistaken: ObservedShare) {
    (self.criterion, self.caught, self.mistaken) = (criterion, caught, mistaken)
  }

  /// The sum of the counts of both, for the criterion of the left one.
  static func + (left: CriterionRates, right: CriterionRates) -> CriterionRates {
    CriterionRates(
      left.criterion, caught: left.caught + right.caught, mistaken: left.mistaken + right.mistaken)
  }

  /// The rates of every criterion and of the rule.
  public static func all(
    of strokes: [LabelledStroke], with thresholds: RuleThresholds
  ) -> [CriterionRates] {
    JudgedCriterion.allCases.map { CriterionRates($0, of: strokes, with: thresholds) }
  }
}

/// The error rates of the rule over the plane of D and S.
public struct ErrorPlane: Equatable, Sendable {
  /// The values of D, in mm, ascending.
  public var distances: [Double]
  /// The values of S, in mm/s, ascending.
  public var speeds: [Double]
  /// The rates for each S, and within it for each D.
  public var rates: [[CriterionRates]]

  /// D and S of the plane: what a hand can do on glass, in steps of about a third.
  public static let distances: [Double] = [5, 7, 10, 14, 20, 30, 40, 60, 80, 120]
  /// See ``distances``.
  public static let speeds: [Double] = [25, 35, 50, 70, 100, 140, 200, 280, 400, 560, 800]

  /// Judges strokes at every point of the plane; the other thresholds are `thresholds`.
  ///
  /// Cost: one decision for each swipe and point.
  public init(
    of strokes: [LabelledStroke], with thresholds: RuleThresholds = .present,
    distances: [Double] = ErrorPlane.distances, speeds: [Double] = ErrorPlane.speeds
  ) {
    (self.distances, self.speeds) = (distances, speeds)
    // Most taps do not become swipes, and commit nowhere.
    let swipes = strokes.filter { $0.lift != nil }
    let rest = CriterionRates(.rule, of: strokes.filter { $0.lift == nil }, with: thresholds)
    rates = speeds.map { speed in
      distances.map { distance in
        var point = thresholds
        (point.distance, point.speed) = (distance, speed)
        return rest + CriterionRates(.rule, of: swipes, with: point)
      }
    }
  }
}
