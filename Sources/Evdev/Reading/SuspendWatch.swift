public import GestureCore
internal import LinuxIO

/// Notices that the machine was suspended: CLOCK_BOOTTIME goes on meanwhile, CLOCK_MONOTONIC stands
/// still.
///
/// Nothing tells a process of a suspend otherwise. The clocks are read by the caller, who may be
/// interrupted between two readings for any time, so CLOCK_BOOTTIME is read between two readings of
/// CLOCK_MONOTONIC: the lead of the one over the other is then known to lie in a range, and a
/// suspend is certain where two ranges do not meet.
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

  /// A suspend shorter than this is none, in µs: drivers need longer for their part alone, and no
  /// finger waits for it.
  static let shortest: Int64 = 100_000

  /// The most that CLOCK_BOOTTIME can have been ahead so far, in µs; nil before the first look.
  private var greatestLead: Int64?

  /// Creates a watch that has not looked yet.
  public init() {}

  /// Looks at the clocks, and answers how long the machine was suspended since the last look, at
  /// least; nil if it was not.
  ///
  /// Cost: three subtractions.
  public mutating func look(_ clocks: Reading) -> Interval? {
    let (least, greatest) = (clocks.boottime &- clocks.after, clocks.boottime &- clocks.before)
    let known = greatestLead ?? greatest
    let slept = least &- known
    // While nobody sleeps the lead is a constant, so that the narrowest range is the truest.
    greatestLead = slept >= Self.shortest ? greatest : min(known, greatest)
    return slept >= Self.shortest ? Interval(microseconds: slept) : nil
  }
}
