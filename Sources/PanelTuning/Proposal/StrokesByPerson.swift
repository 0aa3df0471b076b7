internal import GestureCore
internal import Panels

/// The strokes of each person, summed up for the search.
struct StrokesByPerson {
  let names: [String]
  let grid: ThresholdLosses.Grid
  let losses: [ThresholdLosses]
  private let first: LabelledStroke?

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
    (self.names, self.grid, self.losses, first) = (names, grid, losses, strokes.first)
  }

  func all(without person: Int?) -> ThresholdLosses {
    var sum = ThresholdLosses(grid)
    for place in losses.indices where place != person { sum.add(losses[place]) }
    return sum
  }

  /// The value of the present rule, along x.
  func present(_ key: ProposedKey) -> Double? {
    switch key {
    case .distance: first?.rule.distance.x
    case .velocity: first?.rule.speed.x
    case .flickMinTravel: first?.rule.flickMinTravel
    }
  }

  /// The people of one draw of the bootstrap, and what their strokes recommend.
  struct Draw {
    /// How often each person was drawn.
    var times: [Double]
    var thresholds: RuleThresholds
  }

  /// Draws as many people as there are, again and again; empty if no threshold can be proposed.
  func draws(cost: Double, seed: UInt64) -> [Draw] {
    let keys = ProposedKey.allCases.filter { gap(for: $0, without: nil) == nil }
    guard !keys.isEmpty else { return [] }
    var random = ResampleGenerator(seed: seed)
    return (0..<ThresholdProposal.draws).map { _ in
      var sum = ThresholdLosses(grid)
      var times = [Double](repeating: 0, count: losses.count)
      for _ in times { times[random.next(below: times.count)] += 1 }
      for (place, factor) in times.enumerated() where factor > 0 { sum.add(losses[place], times: factor) }
      return Draw(times: times, thresholds: thresholds(sum, cost: cost, keys: keys))
    }
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
    var travel = present(.flickMinTravel) ?? 0
    if keys.contains(.flickMinTravel) {
      if !kept.contains(.flickMinTravel) {
        travel = Self.nearest(
          to: travel, of: grid.travels, losses: rows.map { $0.min() ?? 0 }, tolerance: tolerance)
      }
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
struct ResampleGenerator {
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
