public import GestureCore
internal import LinuxIO

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

  /// Creates a watch without a reading.
  public init() {}

  /// Compares the clocks, and returns the least time that the machine was suspended since the last
  /// look.
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
