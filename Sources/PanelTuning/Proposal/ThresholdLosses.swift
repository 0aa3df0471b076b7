internal import GestureCore
internal import Recordings

/// What each threshold of a grid would cost one person, or several people together.
///
/// A stroke just beyond a threshold could next time be just below it, so a stroke counts partly: by
/// 1/(1 + (threshold/value)¹²), which is 1/2 at the threshold. Without this, the loss would be a
/// stair with as many equal minima as there are gaps between strokes.
///
/// For 24 made people whose drags and flicks are not symmetric about the true S, the mean error of
/// S is up to 11 % with a power of 6, and 6 % with 12. With 24, S varies too much: by 15 % in one
/// group of twelve.
struct ThresholdLosses: Sendable {
  /// The thresholds that are compared.
  struct Grid: Sendable {
    /// Values of D, in mm.
    var distances: [Double]
    /// Values of S, in mm/s.
    var speeds: [Double]
    /// Values of the smallest travel of a flick, in mm.
    var travels: [Double]

    /// The factor between two values of S or D.
    static let step = 1.05

    /// The grid with the present values in it.
    init(present: LabelledStroke) {
      distances = Self.steps(from: 5, to: 150, with: present.rule.distance.x)
      speeds = Self.steps(from: 20, to: 2000, with: nil)
      travels = Array(Set((3...12).map(Double.init) + [present.rule.travelThreshold])).sorted()
    }

    private static func steps(from first: Double, to last: Double, with present: Double?) -> [Double] {
      var values = present.map { [$0] } ?? []
      var value = first
      while value <= last {
        values.append(value)
        value *= step
      }
      return values.sorted()
    }
  }

  /// How many strokes have this label.
  private(set) var counts: [RecordingLabel: Double] = [:]
  /// For each travel, and within it for each speed: flicks that are not fast enough.
  private var missedFlicks: [Double]
  /// The same for drags and taps that are as fast as a flick.
  private var fastDrags: [Double]
  private var fastTaps: [Double]
  /// For each distance: drags that end before it, and taps that end beyond it.
  private var shortDrags: [Double]
  private var farTaps: [Double]

  init(_ grid: Grid) {
    missedFlicks = [Double](repeating: 0, count: grid.speeds.count * grid.travels.count)
    (fastDrags, fastTaps) = (missedFlicks, missedFlicks)
    shortDrags = [Double](repeating: 0, count: grid.distances.count)
    farTaps = shortDrags
  }

  mutating func add(_ stroke: LabelledStroke, on grid: Grid) {
    counts[stroke.label, default: 0] += 1
    // Its own thresholds have no influence on these two lengths along the axis.
    let decision = stroke.decision(with: RuleThresholds(travelThreshold: 0))
    let (distance, speed) = (abs(decision?.distance ?? 0), abs(decision?.speed ?? 0))
    let travel = stroke.travel(of: decision?.direction)
    switch stroke.label {
    case .flick: Self.add(speed, travel, isMissed: true, on: grid, to: &missedFlicks)
    case .drag:
      Self.add(speed, travel, isMissed: false, on: grid, to: &fastDrags)
      for (index, value) in grid.distances.enumerated() {
        shortDrags[index] += 1 - Self.beyond(value, distance)
      }
    case .tap:
      guard decision != nil else { return }
      Self.add(speed, travel, isMissed: false, on: grid, to: &fastTaps)
      for (index, value) in grid.distances.enumerated() { farTaps[index] += Self.beyond(value, distance) }
    case .scroll: break
    }
  }

  /// Adds to each pair of thresholds how far the stroke is beyond both, or how far it is not.
  private static func add(
    _ speed: Double, _ travel: Double, isMissed: Bool, on grid: Grid, to table: inout [Double]
  ) {
    // Each threshold alone: the pairs are ten times as many.
    let speeds = grid.speeds.map { beyond($0, speed) }
    var index = 0
    for threshold in grid.travels {
      let far = beyond(threshold, travel)
      for fast in speeds {
        table[index] += isMissed ? 1 - fast * far : fast * far
        index += 1
      }
    }
  }

  /// How far a value counts as beyond a threshold, 0 to 1.
  private static func beyond(_ threshold: Double, _ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let ratio = threshold / value
    let cube = ratio * ratio * ratio
    return 1 / (1 + cube * cube * cube * cube)
  }

  /// Adds the strokes of another person, or with the factor −1 removes them.
  mutating func add(_ other: ThresholdLosses, times factor: Double = 1) {
    for (label, count) in other.counts { counts[label, default: 0] += factor * count }
    Self.add(other.missedFlicks, times: factor, to: &missedFlicks)
    Self.add(other.fastDrags, times: factor, to: &fastDrags)
    Self.add(other.fastTaps, times: factor, to: &fastTaps)
    Self.add(other.shortDrags, times: factor, to: &shortDrags)
    Self.add(other.farTaps, times: factor, to: &farTaps)
  }

  private static func add(_ values: [Double], times factor: Double, to sums: inout [Double]) {
    for index in sums.indices { sums[index] += factor * values[index] }
  }

  // MARK: Losses

  /// The loss at each distance; `cost` is that of a miss against a false commit.
  func distanceLosses(cost: Double) -> [Double] {
    let (drags, taps) = (share(of: .drag), share(of: .tap))
    return shortDrags.indices.map { cost * drags * shortDrags[$0] + taps * farTaps[$0] }
  }

  /// The loss at each travel, and within it at each speed.
  ///
  /// A drag that is released as fast as a flick costs as much as a flick that is missed: both are
  /// the other kind than was meant.
  func speedLosses(cost: Double) -> [Double] {
    let (flicks, drags, taps) = (share(of: .flick), share(of: .drag), share(of: .tap))
    return missedFlicks.indices.map {
      cost * (flicks * missedFlicks[$0] + drags * fastDrags[$0]) + taps * fastTaps[$0]
    }
  }

  private func share(of label: RecordingLabel) -> Double {
    let count = counts[label] ?? 0
    return count > 0.5 ? 1 / count : 0
  }
}
