public import GestureCore

/// Lays the stamps of a panel on CLOCK_MONOTONIC, also where the kernel kept another clock for it.
///
/// Without EVIOCSCLOCKID (Linux before 3.4, emulated devices) stamps are of CLOCK_REALTIME, which
/// people and NTP set. Its first stamp counts as now, so that silences can be measured; from then
/// on its own intervals hold, until it was set.
public struct TimestampMapper: Sendable {
  /// Where a stamp lies.
  public enum Place: Equatable, Sendable {
    /// At this moment of CLOCK_MONOTONIC.
    case at(Instant)
    /// The clock was set: times before and after this moment have nothing to do with each other.
    case jumped(Instant)
  }

  /// A step by more than this is a clock that was set, in µs: NTP steps from 128 ms on and corrects
  /// less by slewing.
  static let tolerance: Int64 = 100_000
  /// A clock that is this far off is put right while nothing is down, in µs: a tenth of the
  /// shortest silence that means rest.
  static let drift: Int64 = 8_000

  private let isMonotonic: Bool
  /// What is added to its stamps, in µs; nil before the first.
  private var lead: Int64?
  private var lastStamp: Int64 = 0
  private var lastNow: Int64 = 0

  /// Creates the clock of a panel of which nothing was read yet.
  public init(isMonotonic: Bool) {
    self.isMonotonic = isMonotonic
  }

  /// Where the next stamp lies, read at `now` µs of CLOCK_MONOTONIC while something is down, or
  /// nothing.
  ///
  /// Cost: nothing for a panel on CLOCK_MONOTONIC.
  public mutating func place(_ stamp: Instant, now: Int64, isTouched: Bool) -> Place {
    if isMonotonic { return .at(stamp) }
    let instant = stamp.microseconds
    defer { (lastStamp, lastNow) = (instant, now) }
    guard let lead else {
      self.lead = now &- instant
      return .at(Instant(microseconds: now))
    }
    let placed = instant &+ lead
    guard isTouched else {
      // With nothing down no interval counts, so that a clock that goes wrong slowly is put right
      // here, and one that was set.
      if (placed &- now).magnitude <= Self.drift { return .at(Instant(microseconds: placed)) }
      self.lead = now &- instant
      return .at(Instant(microseconds: now))
    }
    let step = instant &- lastStamp
    // No event comes from the future. A late reader finds long steps at one moment, all of them in
    // the past; a device whose clock is a little fast is in the future, but not by steps.
    let isAhead = placed &- now > Self.tolerance && step &- (now &- lastNow) > Self.tolerance
    if step < -Self.tolerance || isAhead {
      self.lead = now &- instant
      return .jumped(Instant(microseconds: now))
    }
    return .at(Instant(microseconds: placed))
  }
}
