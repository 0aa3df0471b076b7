/// A timestamp on the clock of a panel's event stream.
///
/// Unit: microseconds of CLOCK_MONOTONIC for a live panel, microseconds on the file's own clock in
/// replay. The core never reads a clock; every timestamp is an argument.
public struct Instant: Comparable, Sendable {
  /// Microseconds since the clock's origin.
  public var microseconds: Int64

  /// Creates the timestamp `microseconds` after the clock's origin.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is earlier.
  public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

  // Timestamps come from hardware and files. With wrapping arithmetic, an absurd timestamp gives an
  // absurd interval, which the estimator discards. With trapping arithmetic, it would stop the
  // service.

  /// The time from `right` to `left`, negative if `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Interval {
    Interval(microseconds: left.microseconds &- right.microseconds)
  }

  /// The timestamp `interval` after `instant`.
  public static func + (instant: Instant, interval: Interval) -> Instant {
    Instant(microseconds: instant.microseconds &+ interval.microseconds)
  }
}

/// A length of time.
///
/// Unit: microseconds.
public struct Interval: Comparable, Sendable {
  /// The number of microseconds; negative for a step back in time.
  public var microseconds: Int64

  /// Creates an interval of this number of microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates an interval of `count` milliseconds.
  public static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1000) }

  /// Creates an interval of `count` seconds.
  public static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }

  /// An interval of length 0.
  public static var zero: Interval { Interval(microseconds: 0) }

  /// The length in seconds.
  public var seconds: Double { Double(microseconds) * 1e-6 }

  /// Whether `left` is shorter.
  public static func < (left: Interval, right: Interval) -> Bool { left.microseconds < right.microseconds }

  /// The sum of two intervals.
  public static func + (left: Interval, right: Interval) -> Interval {
    Interval(microseconds: left.microseconds &+ right.microseconds)
  }

  /// The interval multiplied by `count`.
  public static func * (interval: Interval, count: Int64) -> Interval {
    Interval(microseconds: interval.microseconds &* count)
  }
}
