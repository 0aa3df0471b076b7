package import GestureCore

/// Maps a panel's own clock (MSC_TIMESTAMP) to the kernel's clock, to return when the panel scanned
/// a frame.
///
/// The kernel sets a frame's timestamp when the frame arrives, and USB polls once a millisecond. On
/// the recorded panels, the intervals between arrivals are off by 10–20 % (95th percentile). On
/// most panels, the intervals between scans are off by only 0.3–7 %. A kernel timestamp is always
/// late and never early, so the frame with the smallest delay determines the offset between the
/// clocks, and every scan time assumes that delay.
///
/// A device clock is trusted after it has matched the kernel's clock for a while, and only while it
/// continues to match. Of 15 recorded clocks, 11 run within 1.3 %. The others are off by 2.4 to 38
/// % or jump; some other clocks never advance (koreader#7536). hid-multitouch restarts at 0 after a
/// second without reports. Cost: O(1) per frame.
package struct DeviceClock: Sendable {
  private var isRunning = false
  private var isBelieved = false
  private var timestamp: UInt32 = 0
  private var arrival = Instant(microseconds: 0)
  /// The time that the device clock has counted since the last anchor, in µs.
  private var panelTime: Int64 = 0
  /// The kernel's clock minus the device clock, in µs.
  private var offset: Int64 = 0
  /// The newest returned scan time.
  private var reported = Instant(microseconds: 0)
  private var kernelSpan: Int64 = 0
  private var panelSpan: Int64 = 0

  /// A longer pause restarts the mapping: no velocity looks back further than 100 ms.
  package static let pause = Interval.milliseconds(100)
  /// The largest accepted delay between two timestamps, in µs; of the recorded frames, 99 % arrive
  /// within 3 ms.
  private static let latest: Int64 = 8000
  /// The clocks are compared over this time, in µs; a device clock may be off by 1/`tolerance`.
  private static let trial: Int64 = 250_000
  private static let tolerance: Int64 = 50
  /// 1/`drift` of a frame's delay counts as the drift of a slow device clock.
  ///
  /// With a drift of 1.2 % and a frame every 8 ms, scan times are then 3 ms late, but evenly. A
  /// delay that changes with the polls of USB has no effect.
  private static let drift: Int64 = 32

  /// Returns when the panel scanned a frame with the MSC_TIMESTAMP `value` and the kernel timestamp
  /// `arrival`.
  ///
  /// Nil while the device clock is not trusted.
  mutating func scan(_ value: Int32?, at arrival: Instant) -> Instant? {
    guard let value, let moment = moment(UInt32(bitPattern: value), at: arrival) else {
      reported = arrival
      return nil
    }
    // A fallen offset, or a frame without a device timestamp, must not turn time back.
    reported = max(reported, moment)
    return reported
  }

  /// Resets the mapping of the clocks; call it after frames were lost.
  mutating func interrupt() {
    isRunning = false
  }

  private mutating func moment(_ timestamp: UInt32, at arrival: Instant) -> Instant? {
    let elapsed = arrival - self.arrival
    // The difference of two 32-bit counters stays correct across the overflow, after 71 minutes.
    let counted = Int64(Int32(truncatingIfNeeded: timestamp &- self.timestamp))
    self.timestamp = timestamp
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
    // Reports of one scan have the same timestamp, so the offset rises only with a new scan.
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
