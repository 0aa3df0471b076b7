import GestureCore
import Testing

@testable import Panels

/// A panel whose frames carry its own timestamp.
private struct StampedPanel {
  var clock = DeviceClock()
  /// The time of the last scan and of the last arrival, in µs.
  private(set) var scan: Int64 = 1_000_000
  private(set) var arrival: Int64 = 1_000_000
  /// The panel's first counter value, and its µs per µs of the stream.
  var counter = Int64(5_000_000)
  var rate = 1.0

  /// The clock's timestamp of the next scan after `period` µs, whose frame arrives `late` µs late.
  @discardableResult
  mutating func frame(after period: Int64 = 8000, late: Int64 = 0, stamped: Bool = true) -> Int64? {
    scan += period
    // The kernel's own timestamps never go back.
    arrival = max(arrival, scan + late)
    counter += Int64((Double(period) * rate).rounded())
    let value = stamped ? Int32(truncatingIfNeeded: counter) : nil
    return clock.scan(value, at: Instant(microseconds: arrival))?.microseconds
  }

  /// Half a second of punctual frames, after which the decoder trusts a good clock.
  mutating func warmUp() {
    for _ in 0..<60 { frame() }
  }
}

@Suite struct `A panel's own clock` {
  @Test func `is not used if the panel sends none`() {
    var panel = StampedPanel()
    for _ in 0..<100 { #expect(panel.frame(stamped: false) == nil) }
  }

  @Test func `is trusted after a quarter of a second at the right rate`() {
    var panel = StampedPanel()
    for _ in 0..<32 { #expect(panel.frame() == nil) }
    #expect(panel.frame() == panel.scan)
  }

  @Test func `removes the bus's polling jitter from timestamps`() {
    var panel = StampedPanel()
    panel.warmUp()
    var before = panel.scan
    for frame in 0..<200 {
      let reported = panel.frame(late: [0, 700, 350, 900, 100][frame % 5])
      let interval = (reported ?? 0) - before
      #expect(abs(interval - 8000) < 60, "the kernel's intervals are off by 800 µs")
      before = reported ?? 0
    }
  }

  @Test func `is never later than the kernel's timestamps, and never goes back`() {
    var panel = StampedPanel()
    panel.warmUp()
    var before: Int64 = 0
    for frame in 0..<500 {
      let reported = panel.frame(
        after: Int64(3000 + frame * 37 % 9000), late: Int64(frame * 7919 % 6000), stamped: frame % 11 != 0)
      let moment = reported ?? panel.arrival
      #expect(moment <= panel.arrival)
      // A frame without a device timestamp has the kernel's, which may be later than the next scan.
      #expect(moment >= before)
      before = moment
    }
  }

  @Test(arguments: [Int64(Int32.max) - 3_000_000, Int64(UInt32.max) - 3_000_000])
  func `continues when its counter wraps`(start: Int64) {
    var panel = StampedPanel()
    panel.counter = start
    panel.warmUp()
    for _ in 0..<1000 { #expect(panel.frame() == panel.scan) }
  }

  @Test func `continues from any value after a pause, as when hid-multitouch restarts at 0`() {
    var panel = StampedPanel()
    panel.warmUp()
    panel.counter = 0
    #expect(panel.frame(after: 3_000_000) == nil, "one frame lays the clocks together again")
    #expect(panel.frame() == panel.scan)
  }

  @Test func `is dropped at once when it jumps in mid-movement, in either direction`() {
    for leap in [Int64(-5_000_000), 2_832_100] {
      var panel = StampedPanel()
      panel.warmUp()
      panel.counter += leap
      for _ in 0..<20 { #expect(panel.frame() == nil) }
      for _ in 0..<40 { panel.frame() }
      #expect(panel.frame() == panel.scan, "and believed again when it keeps pace again")
    }
  }

  @Test func `is dropped within two frames when it stops`() {
    var panel = StampedPanel()
    panel.warmUp()
    panel.rate = 0
    panel.frame()
    for _ in 0..<200 { #expect(panel.frame() == nil) }
  }

  @Test(arguments: [0, 0.001, 0.1, 0.7625, 0.9036, 1.03, 10, 1000])
  func `is not trusted at a wrong rate`(rate: Double) {
    var panel = StampedPanel()
    panel.rate = rate
    for _ in 0..<500 { #expect(panel.frame() == nil) }
  }

  @Test(arguments: [0.988, 0.9938, 0.9998, 1.0002, 1.0129])
  func `is trusted with the drift of real panels, and follows the kernel's clock`(rate: Double) throws {
    var panel = StampedPanel()
    panel.rate = rate
    panel.warmUp()
    let first = panel.frame()
    var before = try #require(first)
    for _ in 0..<5000 {
      let frame = panel.frame()
      let reported = try #require(frame)
      #expect(abs(Double(reported - before) - 8000) < 8000 * 0.015)
      #expect((0...4000).contains(panel.scan - reported))
      before = reported
    }
  }

  @Test func `assigns one timestamp to the reports of one scan`() {
    var panel = StampedPanel()
    panel.warmUp()
    let first = panel.frame()
    let second = panel.clock.scan(
      Int32(truncatingIfNeeded: panel.counter), at: Instant(microseconds: panel.arrival + 2000))
    #expect(second?.microseconds == first)
  }

  @Test func `is used in the decoder's frames, and restarts after lost events`() {
    var reported: [Bool] = []
    let frames = (0..<400).map { $0 == 0 ? "id1 x1 ms0" : "x\($0) ms\($0 * 1000)" }
    decode(slotted, frames + ["drop ms0", "ms1000"]) { decoder in
      reported.append(decoder.frame.scanned != nil)
    }
    #expect(reported[250..<400].allSatisfy { $0 })
    #expect(!reported[0..<250].contains(true))
    #expect(reported[400...] == [false, false])
  }
}
