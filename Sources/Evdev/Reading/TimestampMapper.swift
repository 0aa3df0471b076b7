public import GestureCore
internal import LinuxIO

/// Maps the timestamps of a panel to CLOCK_MONOTONIC, even if the kernel uses another clock.
///
/// Without EVIOCSCLOCKID (Linux before 3.4, emulated devices) the timestamps are of CLOCK_REALTIME,
/// which users and NTP can set. The first timestamp counts as now, so that times without events can
/// be measured. From then on the intervals of CLOCK_REALTIME count, until the clock is set.
///
/// If the first timestamp was read late on a busy machine, a contact that pauses can look as if the
/// clock had been set; its swipe is cancelled. With CLOCK_MONOTONIC this cannot happen.
public struct TimestampMapper: Sendable {
  /// The position of a timestamp on CLOCK_MONOTONIC.
  public enum MappedTime: Equatable, Sendable {
    /// At this moment of CLOCK_MONOTONIC.
    case at(Instant)
    /// The clock was set: times before and after this moment are not comparable.
    case jumped(Instant)
  }

  /// A step above this limit means that the clock was set, in µs.
  ///
  /// NTP steps from 128 ms on, and corrects less by slewing.
  static let tolerance: Int64 = 100_000
  /// An error above this limit is corrected while the panel is idle, in µs.
  ///
  /// The limit is a tenth of the shortest silence that means rest.
  static let drift: Int64 = 8_000

  private let isMonotonic: Bool
  /// The offset from the timestamps to CLOCK_MONOTONIC, in µs; nil before the first timestamp.
  private var lead: Int64?
  private var lastTimestamp: Int64 = 0
  private var lastNow: Int64 = 0

  /// Creates a mapper for a panel before its first event.
  public init(isMonotonic: Bool) {
    self.isMonotonic = isMonotonic
  }

  /// Maps the next timestamp, read at `now` µs of CLOCK_MONOTONIC.
  ///
  /// `isTouched` is whether a contact is down. Cost: nothing for a panel on CLOCK_MONOTONIC.
  public mutating func map(_ timestamp: Instant, now: Int64, isTouched: Bool) -> MappedTime {
    if isMonotonic { return .at(timestamp) }
    let instant = timestamp.microseconds
    defer { (lastTimestamp, lastNow) = (instant, now) }
    guard let lead else {
      self.lead = now &- instant
      return .at(Instant(microseconds: now))
    }
    let placed = instant &+ lead
    guard isTouched else {
      // Without a contact no interval counts, so a clock that drifts or was set is corrected here.
      if (placed &- now).magnitude <= Self.drift { return .at(Instant(microseconds: placed)) }
      self.lead = now &- instant
      return .at(Instant(microseconds: now))
    }
    let step = instant &- lastTimestamp
    // No event comes from the future. A late reader finds long steps at one moment, but all of them
    // lie in the past. A device whose clock is slightly fast runs ahead, but not by steps.
    let isAhead = placed &- now > Self.tolerance && step &- (now &- lastNow) > Self.tolerance
    if step < -Self.tolerance || isAhead {
      self.lead = now &- instant
      return .jumped(Instant(microseconds: now))
    }
    return .at(Instant(microseconds: placed))
  }
}

/// Detects that the machine was suspended: CLOCK_BOOTTIME continues during a suspend,
/// CLOCK_MONOTONIC does not.
///
/// A process has no other way to notice a suspend. The caller reads the clocks and may be
/// interrupted between two readings for any time. So CLOCK_BOOTTIME is read between two readings of
/// CLOCK_MONOTONIC, and the lead of CLOCK_BOOTTIME lies in a known range. A suspend is certain if
/// two ranges do not overlap.
public struct SuspendWatch: Sendable {
  /// The clocks as they were read one after the other, in µs.
  public struct Reading: Sendable {
    /// CLOCK_MONOTONIC at first.
    public var before: Int64
    /// CLOCK_BOOTTIME.
    public var boottime: Int64
    /// CLOCK_MONOTONIC again.
    public var after: Int64

    /// Creates a reading.
    public init(before: Int64, boottime: Int64, after: Int64) {
      (self.before, self.boottime, self.after) = (before, boottime, after)
    }

    /// Reads the clocks; cost: three calls of `clock_gettime`.
    public static func now() -> Reading {
      let before = SystemCalls.monotonicMicroseconds()
      let boottime = SystemCalls.boottimeMicroseconds()
      return Reading(before: before, boottime: boottime, after: SystemCalls.monotonicMicroseconds())
    }
  }

  /// The shortest time that counts as a suspend, in µs.
  ///
  /// Drivers alone need longer, and no swipe depends on a shorter one.
  static let shortest: Int64 = 100_000

  /// The largest possible lead of CLOCK_BOOTTIME so far, in µs; nil before the first look.
  private var greatestLead: Int64?

  /// Creates a watch that has no reading yet.
  public init() {}

  /// Compares the clocks, and returns the minimum time that the machine was suspended since the
  /// last look.
  ///
  /// Returns nil if the machine was not suspended. Cost: three subtractions.
  public mutating func look(_ clocks: Reading) -> Interval? {
    let (least, greatest) = (clocks.boottime &- clocks.after, clocks.boottime &- clocks.before)
    let known = greatestLead ?? greatest
    let slept = least &- known
    // While the machine is not suspended, the lead is constant, so the narrowest range is the best.
    greatestLead = slept >= Self.shortest ? greatest : min(known, greatest)
    return slept >= Self.shortest ? Interval(microseconds: slept) : nil
  }
}
