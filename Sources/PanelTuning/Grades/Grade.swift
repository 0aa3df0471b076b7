/// How one measurement compares with one published limit.
public enum Grade: Equatable, Sendable {
  /// The judged number satisfies the limit.
  case pass(Double)
  /// The judged number satisfies only the second limit of the source.
  case marginal(Double)
  /// The judged number exceeds the limit.
  case fail(Double)
  /// There is no number, for this reason.
  case notMeasured(String)

  /// The judged number; nil if there is none.
  public var value: Double? {
    switch self {
    case .pass(let value), .marginal(let value), .fail(let value): value
    case .notMeasured: nil
    }
  }

  /// Whether the judged number exceeds the limit.
  public var isFailure: Bool { if case .fail = self { true } else { false } }

  /// Whether there is no number.
  public var isMissing: Bool { if case .notMeasured = self { true } else { false } }

  /// The word in reports: `pass`, `marginal`, `fail` or `not_measured`.
  public var word: String {
    switch self {
    case .pass: "pass"
    case .marginal: "marginal"
    case .fail: "fail"
    case .notMeasured: "not_measured"
    }
  }

  /// Judges a measurement by a limit of the same metric.
  public init(_ measurement: Measurement, by row: LimitRow) {
    guard let number = measurement.number(row.statistic) else {
      self = .notMeasured(measurement.why ?? row.statistic.missing)
      return
    }
    let resolution = measurement.resolution
    if row.bound.allows(number, resolution: resolution) {
      self = .pass(number)
    } else if row.marginal?.allows(number, resolution: resolution) == true {
      self = .marginal(number)
    } else if measurement.isLowerBound, row.bound.mayAllowMore(than: number) {
      let seen = Int(number)
      self = .notMeasured("the most contacts at once were \(seen): do the station many-fingers")
    } else {
      self = .fail(number)
    }
  }
}

extension LimitBound {
  /// Whether a larger number could satisfy the limit.
  fileprivate func mayAllowMore(than number: Double) -> Bool {
    switch self {
    case .minimum(let bound), .exactly(let bound): number < bound
    case .range(let bounds): number < bounds.lowerBound
    case .maximum, .zero: false
    }
  }
}

extension Statistic {
  /// Why a measurement with a value lacks this number, and what to do.
  fileprivate var missing: String {
    switch self {
    case .edgeToEdge: "the width of the fingers is unknown: measure it, and write --finger"
    case .deviation:
      "the visible area of the display is unknown: measure it in mm with a ruler, and add it, such as "
        + "--display 217x136"
    default: "the measurement does not have the number that this limit judges"
    }
  }
}

extension LimitTable {
  /// The grades of a measurement, by each source that has a limit for the metric.
  public func grades(of measurement: Measurement) -> [(row: LimitRow, grade: Grade)] {
    rows(for: measurement.metric).map { ($0, Grade(measurement, by: $0)) }
  }
}
