/// A moment on the clock of a panel's event stream.
///
/// Unit: microseconds of CLOCK_MONOTONIC for a live panel, microseconds on the file's own clock in
/// replay. The core never reads a clock; every moment is an argument.
public struct Instant: Comparable, Sendable {
  /// Microseconds since the clock's origin.
  public var microseconds: Int64

  /// Creates the moment that lies `microseconds` after the clock's origin.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is the earlier moment.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  // Stamps come from hardware and from files. Wrapping arithmetic lets an absurd one give an absurd
  // interval, which the estimator discards, where trapping arithmetic would let it stop the
  // service.

  /// The time from `right` to `left`, negative if `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Interval {
    Interval(microseconds: left.microseconds &- right.microseconds)
  }

  /// The moment `interval` after `instant`.
  public static func + (instant: Instant, interval: Interval) -> Instant {
    Instant(microseconds: instant.microseconds &+ interval.microseconds)
  }
}

/// A length of time.
///
/// Unit: microseconds.
public struct Interval: Comparable, Sendable {
  /// The number of microseconds, negative for a step back in time.
  public var microseconds: Int64

  /// Creates an interval of so many microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates an interval of so many milliseconds.
  public static func milliseconds(_ count: Int64) -> Interval {
    Interval(microseconds: count * 1000)
  }

  /// Creates an interval of so many seconds.
  public static func seconds(_ count: Int64) -> Interval {
    Interval(microseconds: count * 1_000_000)
  }

  /// No time at all.
  public static var zero: Interval { Interval(microseconds: 0) }

  /// The same length in seconds.
  public var seconds: Double { Double(microseconds) * 1e-6 }

  /// Whether `left` is the shorter one.
  public static func < (left: Interval, right: Interval) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Both lengths together.
  public static func + (left: Interval, right: Interval) -> Interval {
    Interval(microseconds: left.microseconds &+ right.microseconds)
  }

  /// The length `count` times over.
  public static func * (interval: Interval, count: Int64) -> Interval {
    Interval(microseconds: interval.microseconds &* count)
  }
}
