internal import GestureCore
internal import Recordings

/// The strokes of each person, summed up for the search.
///
/// Many people are drawn and left out in groups, so the cost grows with the strokes alone. A draw
/// of groups varies as much as one of people, because the people of a group have nothing in common.
struct StrokesByPerson {
  let names: [String]
  let grid: ThresholdLosses.Grid
  /// The losses of each group of people; up to ``maxGroups`` people, each is a group.
  let losses: [ThresholdLosses]
  private let evidence: [ProposedKey: [StrokeEvidence]]
  private let first: LabelledStroke?

  /// How many groups the people are in at most.
  static let maxGroups = 128

  init(_ strokes: [LabelledStroke]) {
    let names = Array(Set(strokes.map(\.person))).sorted()
    let grid = ThresholdLosses.Grid(
      present: strokes.first
        ?? LabelledStroke(
          label: .tap, person: "", lift: nil, rule: DecisionRule(predicted: .init(x: 1, y: 1))))
    var losses = (0..<min(names.count, Self.maxGroups)).map { _ in ThresholdLosses(grid) }
    var counts = [[RecordingLabel: Int]](repeating: [:], count: names.count)
    let indexes = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    for stroke in strokes {
      guard let index = indexes[stroke.person] else { continue }
      losses[index % Self.maxGroups].add(stroke, on: grid)
      counts[index][stroke.label, default: 0] += 1
    }
    evidence = Dictionary(
      uniqueKeysWithValues: ProposedKey.allCases.map { key in
        (key, key.needed.map { StrokeEvidence(of: $0, counts: counts, groups: losses.count) })
      })
    (self.names, self.grid, self.losses, first) = (names, grid, losses, strokes.first)
  }

  /// The group of the person with this position in ``names``.
  func group(of person: Int) -> Int { person % Self.maxGroups }

  func all(without group: Int?) -> ThresholdLosses {
    var sum = ThresholdLosses(grid)
    for index in losses.indices where index != group { sum.add(losses[index]) }
    return sum
  }

  /// The value of the present rule, along x.
  func present(_ key: ProposedKey) -> Double? { first.flatMap { RuleThresholds(of: $0.rule)[key] } }

  /// The groups of one draw of the bootstrap, and what their strokes recommend.
  struct Draw {
    /// How often each group was drawn.
    var times: [Double]
    var thresholds: RuleThresholds
  }

  /// Draws as many groups as there are, again and again; empty if no threshold can be proposed.
  func draws(cost: Double, seed: UInt64) -> [Draw] {
    let keys = ProposedKey.allCases.filter { gap(for: $0, without: nil) == nil }
    guard !keys.isEmpty else { return [] }
    var random = ResampleGenerator(seed: seed)
    return (0..<ThresholdProposal.draws).map { _ in
      var sum = ThresholdLosses(grid)
      var times = [Double](repeating: 0, count: losses.count)
      for _ in times { times[random.next(below: times.count)] += 1 }
      for (index, factor) in times.enumerated() where factor > 0 { sum.add(losses[index], times: factor) }
      return Draw(times: times, thresholds: thresholds(sum, cost: cost, keys: keys))
    }
  }

  /// Why a threshold cannot be proposed; nil if it can.
  func gap(for key: ProposedKey, without group: Int?) -> String? {
    evidence[key]?.lazy.compactMap { $0.lack(for: key, without: group) }.first
  }

  /// The best thresholds for these sums of losses; the `kept` ones have their present values.
  func thresholds(
    _ losses: ThresholdLosses, cost: Double, keys: [ProposedKey], keeping kept: [ProposedKey] = []
  ) -> RuleThresholds {
    // One miss in twenty does not justify a change: other people would miss fewer or more.
    let tolerance = cost / 20
    var found = RuleThresholds()
    if keys.contains(.distance) {
      let present = present(.distance) ?? 0
      found.distance =
        kept.contains(.distance)
        ? present
        : Self.nearest(
          to: present, of: grid.distances, losses: losses.distanceLosses(cost: cost), tolerance: tolerance)
    }
    guard keys.contains(.velocity) else { return found }
    let speedLosses = losses.speedLosses(cost: cost)
    let rows = grid.travels.indices.map { row in
      Array(speedLosses[row * grid.speeds.count..<(row + 1) * grid.speeds.count])
    }
    var travel = present(.travel) ?? 0
    if keys.contains(.travel) {
      if !kept.contains(.travel) {
        travel = Self.nearest(
          to: travel, of: grid.travels, losses: rows.map { $0.min() ?? 0 }, tolerance: tolerance)
      }
      found.travelThreshold = travel
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
    let present = present(.velocity) ?? 0
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
    guard let index = losses.indices.min(by: { losses[$0] < losses[$1] }), index > 0,
      index + 1 < losses.count
    else { return nil }
    let (before, here, after) = (losses[index - 1], losses[index], losses[index + 1])
    let curve = before - 2 * here + after
    guard curve > 0 else { return values[index] }
    let offset = 0.5 * (before - after) / curve
    return values[index] * (1 + offset * (ThresholdLosses.Grid.step - 1))
  }
}
