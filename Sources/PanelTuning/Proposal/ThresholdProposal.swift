internal import GestureCore
internal import Panels

/// The thresholds that labelled strokes recommend, with their uncertainty.
///
/// The loss of thresholds is the rate of taps that commit, plus `cost` times the rates of missed
/// flicks, missed drags, and drags that are taken for flicks. S is where the loss is least. D and
/// the smallest travel of a flick stay as near to their present values as the loss allows, because
/// they also decide what a person can begin and take back.
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
  public static let leastStrokes = 20
  /// The fewest people who made these strokes.
  public static let leastPeople = 5
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
    self.init(of: people, cost: cost, seed: seed, without: nil)
    guard !intervals.isEmpty else { return }
    var random = ResampleGenerator(seed: seed)
    var drawn: [RuleThresholds] = []
    let keys = Array(intervals.keys)
    for _ in 0..<Self.draws {
      var losses = ThresholdLosses(people.grid)
      var times = [Double](repeating: 0, count: people.losses.count)
      for _ in times { times[random.next(below: times.count)] += 1 }
      for (place, factor) in times.enumerated() where factor > 0 {
        losses.add(people.losses[place], times: factor)
      }
      drawn.append(people.thresholds(losses, cost: cost, keys: keys))
    }
    for key in keys {
      let values = drawn.compactMap { $0[key] }.sorted()
      let tail = values.count / 40
      intervals[key] = values[tail]...values[values.count - 1 - tail]
    }
  }

  /// Proposes thresholds without their uncertainty.
  fileprivate init(of people: StrokesByPerson, cost: Double, seed: UInt64, without person: Int?) {
    let losses = people.all(without: person)
    let gaps = ProposedKey.allCases.compactMap { key in
      people.gap(for: key, without: person).map { Gap(key: key, why: $0) }
    }
    let keys = ProposedKey.allCases.filter { key in !gaps.contains { $0.key == key } }
    let found = keys.isEmpty ? .present : people.thresholds(losses, cost: cost, keys: keys)
    let known = keys.compactMap { key in found[key].map { (key, $0...$0) } }
    (thresholds, self.gaps, self.seed) = (found, gaps, seed)
    intervals = Dictionary(uniqueKeysWithValues: known)
  }

  /// What each person would get from a proposal of the others' strokes.
  public static func leavingOutEachPerson(
    of strokes: [LabelledStroke], cost: Double
  ) -> [(person: String, rates: CriterionRates)] {
    let people = StrokesByPerson(strokes)
    return people.names.enumerated().map { place, name in
      let others = ThresholdProposal(of: people, cost: cost, seed: 0, without: place)
      let own = strokes.filter { $0.person == name }
      return (name, CriterionRates(.rule, of: own, with: others.thresholds))
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
  case flickMinTravel = "flick_min_travel"
}

extension RuleThresholds {
  /// The value of a key.
  public subscript(key: ProposedKey) -> Double? {
    switch key {
    case .distance: distance
    case .velocity: speed
    case .flickMinTravel: flickMinTravel
    }
  }
}

/// The strokes of each person, summed up for the search.
private struct StrokesByPerson {
  let names: [String]
  let grid: ThresholdLosses.Grid
  let losses: [ThresholdLosses]
  private let present: LabelledStroke?

  init(_ strokes: [LabelledStroke]) {
    let names = Array(Set(strokes.map(\.person))).sorted()
    let grid = ThresholdLosses.Grid(
      present: strokes.first
        ?? LabelledStroke(
          label: .tap, person: "", lift: nil, rule: DecisionRule(predicted: .init(x: 1, y: 1))))
    var losses = names.map { _ in ThresholdLosses(grid) }
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    for stroke in strokes {
      guard let place = places[stroke.person] else { continue }
      losses[place].add(stroke, on: grid)
    }
    (self.names, self.grid, self.losses, present) = (names, grid, losses, strokes.first)
  }

  func all(without person: Int?) -> ThresholdLosses {
    var sum = ThresholdLosses(grid)
    for place in losses.indices where place != person { sum.add(losses[place]) }
    return sum
  }

  /// Why a threshold cannot be proposed; nil if it can.
  func gap(for key: ProposedKey, without person: Int?) -> String? {
    let needed: [[RecordingLabel]] =
      switch key {
      case .distance: [[.drag]]
      case .velocity: [[.flick], [.drag, .tap]]
      case .flickMinTravel: [[.flick], [.tap]]
      }
    return needed.lazy.compactMap { lack(of: $0, for: key, without: person) }.first
  }

  private func lack(of labels: [RecordingLabel], for key: ProposedKey, without person: Int?) -> String? {
    let counts = losses.indices.filter { $0 != person }
      .map { place in labels.reduce(0.0) { $0 + (losses[place].counts[$1] ?? 0) } }
    let (strokes, people) = (Int(counts.reduce(0, +)), counts.count { $0 > 0 })
    let (least, leastPeople) = (ThresholdProposal.leastStrokes, ThresholdProposal.leastPeople)
    guard strokes < least || people < leastPeople else { return nil }
    let word = labels.map { "\($0.rawValue)s" }.joined(separator: " or ")
    let (stroke, human) = (strokes == 1 ? String(word.dropLast()) : word, people == 1 ? "person" : "people")
    return
      "\(strokes) \(stroke) of \(people) \(human) are too few for \(key.rawValue): record at least \(least) \(word) "
      + "of \(leastPeople) people"
  }

  /// The best thresholds for these sums of losses.
  func thresholds(_ losses: ThresholdLosses, cost: Double, keys: [ProposedKey]) -> RuleThresholds {
    // One miss in twenty does not justify a change: other people would miss fewer or more.
    let tolerance = cost / 20
    var found = RuleThresholds()
    if keys.contains(.distance) {
      found.distance = Self.nearest(
        to: present?.rule.distance.x ?? 0, of: grid.distances, losses: losses.distanceLosses(cost: cost),
        tolerance: tolerance)
    }
    guard keys.contains(.velocity) else { return found }
    let speedLosses = losses.speedLosses(cost: cost)
    let rows = grid.travels.indices.map { row in
      Array(speedLosses[row * grid.speeds.count..<(row + 1) * grid.speeds.count])
    }
    var travel = present?.rule.flickMinTravel ?? 0
    if keys.contains(.flickMinTravel) {
      travel = Self.nearest(
        to: travel, of: grid.travels, losses: rows.map { $0.min() ?? 0 }, tolerance: tolerance)
      found.flickMinTravel = travel
    }
    if let row = grid.travels.firstIndex(of: travel) {
      found.speed =
        Self.minimum(of: rows[row], at: grid.speeds)
        ?? nearestSpeed(losses: rows[row], tolerance: tolerance)
    }
    return found
  }

  /// The speed nearest to the present one whose loss is the least, up to a tolerance.
  ///
  /// If every drag rests before the lift, the drags do not show from where on S is too low.
  private func nearestSpeed(losses: [Double], tolerance: Double) -> Double {
    let present = present?.rule.speed.x ?? 0
    let speed = Self.nearest(to: present, of: grid.speeds, losses: losses, tolerance: tolerance)
    let isPresent = max(speed, present) <= min(speed, present) * ThresholdLosses.Grid.step
    return isPresent ? present : speed
  }

  /// The value nearest to `present` whose loss is the least, up to a tolerance.
  private static func nearest(
    to present: Double, of values: [Double], losses: [Double], tolerance: Double
  ) -> Double {
    let limit = (losses.min() ?? 0) + tolerance
    let good = values.indices.filter { losses[$0] <= limit }.map { values[$0] }
    return good.min { abs($0 - present) < abs($1 - present) } ?? present
  }

  /// The value of the least loss, between two values of the grid by a parabola; nil if the least
  /// loss is at an end of the grid.
  private static func minimum(of losses: [Double], at values: [Double]) -> Double? {
    guard let place = losses.indices.min(by: { losses[$0] < losses[$1] }), place > 0,
      place + 1 < losses.count
    else { return nil }
    let (before, here, after) = (losses[place - 1], losses[place], losses[place + 1])
    let curve = before - 2 * here + after
    guard curve > 0 else { return values[place] }
    let offset = 0.5 * (before - after) / curve
    return values[place] * (1 + offset * (ThresholdLosses.Grid.step - 1))
  }
}

/// A seeded pseudorandom number generator for the bootstrap: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
private struct ResampleGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a number from 0 up to `bound` - 1.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return Int(mixed.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
