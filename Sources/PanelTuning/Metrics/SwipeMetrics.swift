internal import GestureCore

extension ContactPath {
  /// Whether the contact is a fast swipe of a single finger: at least 10 mm with a mean of 200
  /// mm/s.
  ///
  /// The slowest flick that the default rule accepts is about this fast.
  var isFastSwipe: Bool { isAlone && displacement.length >= 10 && meanSpeed >= 200 }

  /// Whether the contact is a swipe of a single finger, as long as the recogniser's slop.
  var isSwipe: Bool {
    guard isAlone, let start = reports.first?.location else { return false }
    let slop = RecognitionSettings().slop
    return reports.contains { ($0.location - start).length > slop }
  }
}

/// `first_move_jump`: the length of a swipe's first movement, by the length of the next one.
///
/// A panel that holds the first movement back, to distinguish a tap from a swipe, reports it all
/// at once. The value is the median of all swipes: a laboratory's robot repeats one swipe, a hand
/// does not. Movements below eight steps of the grid or 0.5 mm do not count, because their ratio
/// is that of the grid. Least: 5 swipes.
struct FirstMoveMetric: Metric {
  private let panel: MeasuredPanel
  private var samples = SampleSet()

  /// The number of swipes below which the metric is not measured.
  static let minSwipes = 5
  private static let minUnits: Int32 = 8
  private static let minLength = 0.5

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended where path.isSwipe {
      if let jump = jump(of: path) { samples.add(jump, path.evidence(in: frame.segment)) }
    }
  }

  private func jump(of path: ContactPath) -> Double? {
    Self.movements(of: path, upTo: 2).map { $0[0] / $0[1] }
  }

  /// The lengths of the first movements of a contact in mm, at least two and at most `maxCount`.
  ///
  /// Returns nil if the second one is too short for a ratio.
  static func movements(of path: ContactPath, upTo maxCount: Int) -> [Double]? {
    var positions: [ContactPath.Report] = []
    for report in path.reports where report.location != positions.last?.location {
      positions.append(report)
      if positions.count > maxCount { break }
    }
    guard positions.count >= 3 else { return nil }
    let (middle, next) = (positions[1], positions[2])
    let units = max((next.x &- middle.x).magnitude, (next.y &- middle.y).magnitude)
    let lengths = zip(positions, positions.dropFirst()).map { ($1.location - $0.location).length }
    guard lengths[1] >= minLength, units >= minUnits else { return nil }
    return lengths
  }

  var measurements: [Measurement] {
    guard samples.values.count >= Self.minSwipes else {
      return [
        .notMeasured(
          .firstMoveJump, .ratio, samples: samples.values.count,
          because: "\(samples.values.count) swipes with two long movements at their start are too few: swipe "
            + "at least \(Self.minSwipes) times")
      ]
    }
    return [Measurement(.firstMoveJump, .ratio, value: samples.median, of: samples)]
  }
}

/// `reports_per_swipe`: the number of reports of a fast swipe, with its landing.
///
/// The value is the smallest number. Least: 3 fast swipes (``ContactPath/isFastSwipe``).
struct SwipeReportsMetric: Metric {
  private var samples = SampleSet()

  /// The number of swipes below which the metric is not measured.
  static let minSwipes = 3

  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended where path.isFastSwipe {
      samples.add(Double(path.reports.count), path.evidence(in: frame.segment))
    }
  }

  var measurements: [Measurement] {
    guard samples.values.count >= Self.minSwipes else {
      return [
        .notMeasured(
          .reportsPerSwipe, .count, samples: samples.values.count,
          because: "\(samples.values.count) fast swipes are too few: swipe fast at least \(Self.minSwipes) "
            + "times")
      ]
    }
    return [Measurement(.reportsPerSwipe, .count, value: samples.minimum, of: samples)]
  }
}
