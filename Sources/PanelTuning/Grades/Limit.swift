/// The publisher of limits.
public enum LimitSource: String, Hashable, Sendable, CaseIterable {
  /// Windows 8: Microsoft, "Device.Digitizer Requirements".
  case windows8 = "w8"
  /// Windows 10: Microsoft, "Device.Input.Digitizer.Touch.*".
  case windows10 = "w10"
  /// ChromeOS: the validators of its touch firmware suite.
  case chromeOS = "chromeos"
}

/// The numbers that a limit allows.
public enum LimitBound: Equatable, Sendable {
  /// At least this number.
  case minimum(Double)
  /// At most this number.
  case maximum(Double)
  /// A number in this range.
  case range(ClosedRange<Double>)
  /// Exactly this number.
  case exactly(Double)
  /// Nothing that can be distinguished from 0 at the panel's grid.
  case zero

  /// How much a number may exceed its limit, as a fraction.
  ///
  /// Timestamps are rounded, and the clocks of good panels differ from the kernel's by up to 1.3 %:
  /// a panel of nominally 100 Hz must not fail a limit of 100 Hz.
  private static let tolerance = 0.01

  /// Whether a number satisfies the limit; `resolution` is the largest number that cannot be
  /// distinguished from 0.
  public func allows(_ number: Double, resolution: Double) -> Bool {
    switch self {
    case .minimum(let bound): number >= bound * (1 - Self.tolerance)
    case .maximum(let bound): number <= bound * (1 + Self.tolerance)
    case .range(let bounds):
      number >= bounds.lowerBound * (1 - Self.tolerance)
        && number <= bounds.upperBound * (1 + Self.tolerance)
    case .exactly(let bound): number == bound
    case .zero: number.magnitude <= resolution * (1 + Self.tolerance)
    }
  }
}

/// One published limit: a row of ``LimitTable``.
public struct LimitRow: Equatable, Sendable {
  /// The judged metric.
  public var metric: MetricName
  /// The publisher.
  public var source: LimitSource
  /// The number of the measurement that the limit judges.
  public var statistic: Statistic
  /// The numbers that pass.
  public var bound: LimitBound
  /// The numbers that are marginal and not a failure; nil if there is no second limit.
  public var marginal: LimitBound?
  /// The requirement in words, with its publisher's terms.
  public var requirement: String

  init(
    _ metric: MetricName, _ source: LimitSource, _ statistic: Statistic, _ bound: LimitBound,
    marginal: LimitBound? = nil, _ requirement: String
  ) {
    self.metric = metric
    self.source = source
    self.statistic = statistic
    self.bound = bound
    self.marginal = marginal
    self.requirement = requirement
  }

  /// Whether a report counts a missing measurement against the source.
  ///
  /// `accuracy` needs targets on the display and `latency` needs hardware, so both are only listed.
  public var isRequired: Bool { metric != .accuracy && metric != .latency }
}
