public import GestureCore

/// The name of a metric, as reports and programs write it.
public enum MetricName: String, Hashable, Sendable, CaseIterable {
  /// Reports a second of a moving contact.
  case reportRate = "report_rate"
  /// The largest interval between two reports of a moving contact, by the median interval.
  case reportGap = "report_gap"
  /// The length of a swipe's first movement, by the length of the next one.
  case firstMoveJump = "first_move_jump"
  /// The number of reports of a fast swipe.
  case reportsPerSwipe = "reports_per_swipe"
  /// How far a resting finger moves in what the panel reports.
  case restingJitter = "resting_jitter"
  /// The rms distance of the reports from a straight line.
  case linearityRMS = "linearity_rms"
  /// The largest distance of a report from a straight line.
  case linearityMax = "linearity_max"
  /// The angle of a line along a ruler at 45°.
  case diagonalAngle = "diagonal_angle"
  /// The movement against the direction of a line.
  case backwardMotion = "backward_motion"
  /// The largest distance of a tap from the centre of all taps on the same spot.
  case tapRepeatability = "tap_repeatability"
  /// The distance between a target and the reported position.
  case accuracy = "accuracy"
  /// The distance from the edge that no report reaches.
  case edgeReach = "edge_reach"
  /// The width of a strip that fingers crossed without a report.
  case deadStrip = "dead_strip"
  /// The smallest distance at which two fingers are two contacts.
  case fingerSeparation = "finger_separation"
  /// How far a landing finger pulls the position of a resting one.
  case secondFingerPull = "second_finger_pull"
  /// How far a drumming finger moves in what the panel reports.
  case drumroll = "drumroll"
  /// The most contacts at the same time.
  case contacts = "contacts"
  /// The number of contacts while no finger touches the panel.
  case ghosts = "ghosts"
  /// How late the panel reports a lift.
  case liftDelay = "lift_delay"
  /// How far the last report of a swipe is from the position that the finger's movement predicts.
  case liftJump = "lift_jump"
  /// The number of contacts whose lift the panel did not report.
  case lostLifts = "lost_lifts"
  /// How far the intervals between the kernel's timestamps deviate from their median.
  case stampJitter = "stamp_jitter"
  /// How far the panel's own clock deviates from the kernel's clock.
  case scanTime = "scan_time"
  /// The smallest step of a position.
  case grid = "grid"
  /// The standard deviation of a resting finger's position, beyond that of the grid.
  case noise = "noise"
  /// The size that the panel reports.
  case statedSize = "stated_size"
  /// The number of times that the kernel dropped events.
  case droppedEvents = "dropped_events"
  /// The time from a touch to its report.
  case latency = "latency"
}

/// The unit of a measurement.
public enum MetricUnit: String, Hashable, Sendable {
  /// Reports a second.
  case hertz = "Hz"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Millimetres on the glass.
  case millimetres = "mm"
  /// Device units.
  case units
  /// Degrees.
  case degrees = "deg"
  /// Percent.
  case percent = "%"
  /// A ratio of two equal units.
  case ratio
  /// A number of things.
  case count
}

/// A number that a published limit judges, apart from the value.
public enum Statistic: Hashable, Sendable {
  /// The value that the measurement reports.
  case value
  /// The smallest sample; for `report_rate`, the rate of the slowest contact.
  case minimum
  /// The mean of the samples.
  case mean
  /// The median of the samples.
  case median
  /// The largest sample.
  case maximum
  /// The largest deviation from the mean or from the intended value.
  ///
  /// Near an edge, a deviation counts half, because Windows 10 allows there twice as much.
  case deviation
  /// The largest deviation from the line through 10 mm of the path.
  case perTenMillimetres
  /// The sum over one movement; the largest of all movements.
  case total
  /// The distance from edge to edge of two fingertips.
  case edgeToEdge
}

/// The part of the input on which a measurement is based.
public struct Evidence: Equatable, Sendable {
  /// The number of the segment, as the caller counted it.
  public var segment: Int
  /// The start on the clock of the segment.
  public var start: Instant
  /// The end on the clock of the segment.
  public var end: Instant
}

/// The answer of a metric.
public struct Measurement: Equatable, Sendable {
  /// The axis on which a measurement was made.
  public enum Axis: String, Sendable {
    /// The horizontal axis of the glass.
    case x
    /// The vertical axis of the glass.
    case y
    /// Both axes together, or a measurement without an axis.
    case both
  }

  /// The distribution of the samples.
  public struct Spread: Equatable, Sendable {
    /// The 5th percentile.
    public var p5: Double
    /// The median.
    public var p50: Double
    /// The 95th percentile.
    public var p95: Double
  }

  /// What was measured.
  public var metric: MetricName
  /// The unit of ``value``, ``spread`` and ``statistics``.
  public var unit: MetricUnit
  /// The axis.
  public var axis: Axis
  /// The value; nil if the metric was not measured.
  public var value: Double?
  /// Why the metric was not measured, and what to do; nil if it was measured.
  public var why: String?
  /// The number of samples.
  public var samples: Int
  /// The distribution of the samples; nil if there are no samples.
  public var spread: Spread?
  /// The other numbers that published limits judge.
  public var statistics: [Statistic: Double]
  /// The parts of the input that the value comes from: at most ``maxEvidence``, the first ones.
  public var evidence: [Evidence]
  /// The largest value that cannot be distinguished from 0.
  public var resolution: Double
  /// Whether the true value may be larger, because the input did not ask for more.
  public var isLowerBound: Bool

  /// The number of listed parts of the input: enough for a person who looks for the cause.
  public static let maxEvidence = 64

  /// Returns a number by its name; nil if the metric was not measured or does not have the number.
  public func number(_ statistic: Statistic) -> Double? {
    guard let value else { return nil }
    return statistic == .value ? value : statistics[statistic]
  }
}

extension Measurement {
  /// Creates a measurement with a value from samples.
  init(
    _ metric: MetricName, _ unit: MetricUnit, axis: Axis = .both, value: Double, of samples: SampleSet,
    _ statistics: [Statistic: Double] = [:], resolution: Double = 0, isLowerBound: Bool = false
  ) {
    self.init(
      metric: metric, unit: unit, axis: axis, value: value, why: nil, samples: samples.values.count,
      spread: samples.spread, statistics: samples.statistics.merging(statistics) { _, given in given },
      evidence: Array(samples.evidence.prefix(Self.maxEvidence)), resolution: resolution,
      isLowerBound: isLowerBound)
  }

  /// Creates the answer of a metric that cannot answer.
  static func notMeasured(
    _ metric: MetricName, _ unit: MetricUnit, axis: Axis = .both, samples: Int = 0, because why: String
  ) -> Measurement {
    Measurement(
      metric: metric, unit: unit, axis: axis, value: nil, why: why, samples: samples, spread: nil,
      statistics: [:], evidence: [], resolution: 0, isLowerBound: false)
  }
}
