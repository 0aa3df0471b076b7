internal import GestureCore

/// Lays a panel's own clock (MSC_TIMESTAMP) on the kernel's: tells of a frame when the panel
/// scanned it.
///
/// The kernel stamps a frame when it arrives, and USB polls once a millisecond: the recorded
/// panels' reports come in intervals that are off by 10–20 % (95th percentile), those of most
/// panels' scans by 0.3–7 %. A stamp is always late and never early, so the two clocks lie as far
/// apart as the most punctual frame says; the others are told as early as they would then have
/// come.
///
/// A panel's clock is believed once it has kept pace with the kernel's for a while, and no longer
/// than it does: of 15 recorded ones 11 run within 1.3 %, the others are off by 2.4 to 38 % or
/// leap; others stand still (koreader#7536). hid-multitouch counts from 0 again after a second
/// without reports. Cost: O(1) a frame.
struct DeviceClock: Sendable {
  private var isRunning = false
  private var isBelieved = false
  private var stamp: UInt32 = 0
  private var arrival = Instant(microseconds: 0)
  /// What the panel's clock has counted since the two were laid together, in µs.
  private var panelTime: Int64 = 0
  /// What it is behind the kernel's, in µs.
  private var offset: Int64 = 0
  /// The newest moment told.
  private var told = Instant(microseconds: 0)
  private var kernelSpan: Int64 = 0
  private var panelSpan: Int64 = 0

  /// A longer pause begins anew: no velocity looks further back than 100 ms.
  private static let pause = Interval.milliseconds(100)
  /// No stamp is later than this against another, in µs: of the recorded frames 99 % come within 3
  /// ms.
  private static let latest: Int64 = 8000
  /// The clocks are compared over this time, in µs; a panel's clock may be off by its 50th part.
  private static let trial: Int64 = 250_000
  private static let tolerance: Int64 = 50
  /// A frame's lateness counts by this part as the drift of a panel's clock that is slow: 1.2 % of
  /// 8 ms are then told 3 ms late, evenly, and a lateness that comes and goes with the polls of USB
  /// does not show.
  private static let drift: Int64 = 32

  /// When the panel scanned a frame that came with `value` as its MSC_TIMESTAMP and that the kernel
  /// stamped `arrival`; nil while its clock is not believed.
  mutating func scan(_ value: Int32?, at arrival: Instant) -> Instant? {
    guard let value, let moment = moment(UInt32(bitPattern: value), at: arrival) else {
      told = arrival
      return nil
    }
    // An offset that just fell, and a frame without a stamp in between, must not turn time back.
    told = max(told, moment)
    return told
  }

  /// Forgets where the two clocks lay; call it where frames were lost.
  mutating func interrupt() {
    isRunning = false
  }

  private mutating func moment(_ stamp: UInt32, at arrival: Instant) -> Instant? {
    let elapsed = arrival - self.arrival
    // The difference of two 32-bit counters is right across the wrap, after 71 minutes.
    let counted = Int64(Int32(truncatingIfNeeded: stamp &- self.stamp))
    self.stamp = stamp
    self.arrival = arrival
    guard isRunning, elapsed >= .zero, elapsed <= Self.pause else {
      anchor(at: arrival)
      return nil
    }
    panelTime &+= counted
    let own = arrival.microseconds &- panelTime
    let late = own &- offset
    guard counted >= 0, counted - elapsed.microseconds <= Self.latest, late <= Self.latest else {
      disbelieve()
      anchor(at: arrival)
      return nil
    }
    // Reports of one scan have one stamp, so only a scan that goes on moves the offset up.
    if late < 0 { offset = own } else if counted > 0 { offset &+= late / Self.drift }
    compare(elapsed.microseconds, counted)
    return isBelieved ? Instant(microseconds: panelTime &+ offset) : nil
  }

  private mutating func anchor(at arrival: Instant) {
    isRunning = true
    panelTime = 0
    offset = arrival.microseconds
  }

  private mutating func compare(_ elapsed: Int64, _ counted: Int64) {
    kernelSpan += elapsed
    panelSpan += counted
    guard kernelSpan >= Self.trial else { return }
    isBelieved = abs(panelSpan - kernelSpan) * Self.tolerance <= kernelSpan
    kernelSpan = 0
    panelSpan = 0
  }

  private mutating func disbelieve() {
    isBelieved = false
    kernelSpan = 0
    panelSpan = 0
  }
}
