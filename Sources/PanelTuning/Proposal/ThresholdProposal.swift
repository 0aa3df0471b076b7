internal import GestureCore
internal import Panels

/// The thresholds that labelled strokes recommend, with their uncertainty.
///
/// The loss of thresholds is the rate of taps that commit, plus `cost` times the rates of missed
/// flicks, missed drags, and drags that are taken for flicks. S is where the loss is least. D and
/// the smallest travel of a flick stay as near to their present values as the loss allows, because
/// they also decide what a person can begin and take back. They keep their present values if these
/// are within the 95 % interval: then other people could ask for no change.
public struct ThresholdProposal: Equatable, Sendable {
  /// A reason why a threshold is not proposed.
  public struct Gap: Equatable, Sendable {
    /// The key of the threshold in the configuration.
    public var key: ProposedKey
    /// The reason and what to do, in one sentence.
    public var why: String
  }

  /// The proposed thresholds; nil where the strokes do not suffice.
  public var thresholds: RuleThresholds
  /// The thresholds that are not proposed.
  public var gaps: [Gap]
  /// The 95 % interval of each proposed threshold, by bootstrap over people.
  public var intervals: [ProposedKey: ClosedRange<Double>]
  /// The seed of the bootstrap.
  public var seed: UInt64

  /// A proposal is stable if the interval of each threshold is within this share of the value.
  public static let stableWithin = 0.15
  /// The fewest strokes of a label that a proposal needs.
  public static let minStrokes = 20
  /// The fewest people who made these strokes.
  public static let minPeople = 5
  /// How often the bootstrap draws people.
  static let draws = 200

  /// Whether each proposed threshold is known to ±15 %; false without a proposed threshold.
  public var isStable: Bool {
    !intervals.isEmpty && intervals.keys.allSatisfy(isStable)
  }

  /// Whether a threshold is proposed and known to ±15 %.
  public func isStable(_ key: ProposedKey) -> Bool {
    guard let value = thresholds[key], let interval = intervals[key] else { return false }
    return interval.lowerBound >= value * (1 - Self.stableWithin)
      && interval.upperBound <= value * (1 + Self.stableWithin)
  }

  /// Proposes thresholds for strokes.
  ///
  /// `cost` is the cost of a miss against a false commit. The same strokes, cost and seed give the
  /// same proposal. Cost: about 1000 thresholds for each swipe, and 200 sums over people.
  public init(of strokes: [LabelledStroke], cost: Double, seed: UInt64) {
    let people = StrokesByPerson(strokes)
    self.init(of: people, cost: cost, seed: seed, drawn: people.draws(cost: cost, seed: seed), without: nil)
  }

  /// Proposes thresholds for all people but those of one group.
  ///
  /// Of the draws, those without this group are a bootstrap over the others.
  private init(
    of people: StrokesByPerson, cost: Double, seed: UInt64, drawn: [StrokesByPerson.Draw],
    without group: Int?
  ) {
    let gaps = ProposedKey.allCases.compactMap { key in
      people.gap(for: key, without: group).map { Gap(key: key, why: $0) }
    }
    let keys = ProposedKey.allCases.filter { key in !gaps.contains { $0.key == key } }
    let others = drawn.filter { draw in group.map { draw.times[$0] == 0 } ?? true }
    var intervals: [ProposedKey: ClosedRange<Double>] = [:]
    for key in keys {
      let values = others.compactMap { $0.thresholds[key] }.sorted()
      let tail = values.count / 40
      guard let low = values.dropFirst(tail).first, let high = values.dropLast(tail).last else { continue }
      intervals[key] = low...high
    }
    let kept = keys.filter { key in
      guard key != .velocity, let present = people.present(key) else { return false }
      return intervals[key]?.contains(present) ?? false
    }
    thresholds =
      keys.isEmpty
      ? .present : people.thresholds(people.all(without: group), cost: cost, keys: keys, keeping: kept)
    (self.gaps, self.intervals, self.seed) = (gaps, intervals, seed)
  }

  /// What each person would get from a proposal of the others' strokes.
  ///
  /// Of more than 128 people, each is left out together with some others.
  public static func leavingOutEachPerson(
    of strokes: [LabelledStroke], cost: Double, seed: UInt64
  ) -> [(person: String, rates: CriterionRates)] {
    let people = StrokesByPerson(strokes)
    let drawn = people.draws(cost: cost, seed: seed)
    let thresholds = people.losses.indices.map { group in
      ThresholdProposal(of: people, cost: cost, seed: seed, drawn: drawn, without: group).thresholds
    }
    let own = Dictionary(grouping: strokes, by: \.person)
    return people.names.enumerated().map { index, name in
      (name, CriterionRates(.rule, of: own[name] ?? [], with: thresholds[people.group(of: index)]))
    }
  }
}

/// A threshold that a proposal sets, by its key in the configuration.
public enum ProposedKey: String, Sendable, CaseIterable {
  /// D.
  case distance
  /// S.
  case velocity
  /// The travel below which the speed counts as 0.
  case travel = "flick_min_travel"
}

extension RuleThresholds {
  /// The value of a key.
  public subscript(key: ProposedKey) -> Double? {
    switch key {
    case .distance: distance
    case .velocity: speed
    case .travel: travelThreshold
    }
  }
}
