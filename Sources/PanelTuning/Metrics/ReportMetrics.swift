/// `report_rate`: reports a second of a moving contact.
///
/// The value is the rate of the median interval: a missing report does not change it. `mean` is the
/// number of all intervals by their total time. `minimum` is the mean rate of the slowest contact,
/// because a panel can become slow with many fingers; timestamps are uncertain, so its time counts
/// without one `stamp_jitter`. The spread is that of single intervals.
/// Least: 20 intervals, and 8 of a contact for its own rate.
struct ReportRateMetric: Metric {
  private var moving: MovingIntervals

  static let minIntervals = 20
  private static let minContactIntervals = 8

  init(panel: MeasuredPanel) {
    moving = MovingIntervals(panel: panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    moving.add(frame)
  }

  var measurements: [Measurement] {
    guard moving.count >= Self.minIntervals else {
      return [.tooLittleMovement(.reportRate, .hertz, intervals: moving.count)]
    }
    var samples = SampleSet()
    var time = 0.0
    var slowest: Double?
    let uncertainty = moving.deviations.percentile(95) / 1000
    for contact in moving.contacts {
      samples.add(contact.intervals.map { 1 / $0 }, contact.evidence)
      time += contact.total
      guard contact.intervals.count >= Self.minContactIntervals else { continue }
      let rate = Double(contact.intervals.count) / (contact.total - uncertainty)
      slowest = min(slowest ?? rate, rate)
    }
    let mean = Double(moving.count) / time
    return [
      Measurement(
        .reportRate, .hertz, value: samples.median, of: samples, [.mean: mean, .minimum: slowest ?? mean])
    ]
  }
}

/// `report_gap`: the largest interval between two reports of a moving contact, by the median
/// interval of the same contact.
///
/// Least: 20 intervals.
struct ReportGapMetric: Metric {
  private var moving: MovingIntervals

  init(panel: MeasuredPanel) {
    moving = MovingIntervals(panel: panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    moving.add(frame)
  }

  var measurements: [Measurement] {
    guard moving.count >= ReportRateMetric.minIntervals else {
      return [.tooLittleMovement(.reportGap, .ratio, intervals: moving.count)]
    }
    var samples = SampleSet()
    for contact in moving.contacts {
      let median = contact.median
      samples.add(contact.intervals.map { $0 / median }, contact.evidence)
    }
    return [Measurement(.reportGap, .ratio, value: samples.maximum, of: samples)]
  }
}

/// `stamp_jitter`: how far the intervals between the kernel's timestamps deviate from their median.
///
/// The value is the 95th percentile of the deviation, in ms. Intervals beyond half a median from
/// the median are missing reports and do not count. Least: 20 intervals.
struct StampJitterMetric: Metric {
  private var moving: MovingIntervals

  init(panel: MeasuredPanel) {
    moving = MovingIntervals(panel: panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    moving.add(frame)
  }

  var measurements: [Measurement] {
    guard moving.count >= ReportRateMetric.minIntervals else {
      return [.tooLittleMovement(.stampJitter, .milliseconds, intervals: moving.count)]
    }
    let samples = moving.deviations
    return [Measurement(.stampJitter, .milliseconds, value: samples.percentile(95), of: samples)]
  }
}

extension Measurement {
  static func tooLittleMovement(
    _ metric: MetricName, _ unit: MetricUnit, intervals: Int
  ) -> Measurement {
    let minimum = ReportRateMetric.minIntervals
    return .notMeasured(
      metric, unit, samples: intervals,
      because: "\(intervals) intervals between reports of a moving finger are too few: move a finger fast "
        + "enough and long enough for \(minimum)")
  }
}
