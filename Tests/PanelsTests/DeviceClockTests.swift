import GestureCore
import Testing

@testable import Panels

/// A panel whose frames come with a stamp of its own.
private struct StampedPanel {
  var clock = DeviceClock()
  /// The time of the last scan and of the last arrival, in µs.
  private(set) var scan: Int64 = 1_000_000
  private(set) var arrival: Int64 = 1_000_000
  /// What the panel counts at the beginning, and how many µs to one of the stream's.
  var counter = Int64(5_000_000)
  var rate = 1.0

  /// The next scan after `period` µs, whose frame comes `late` µs late; what the clock says of it.
  @discardableResult
  mutating func frame(after period: Int64 = 8000, late: Int64 = 0, stamped: Bool = true) -> Int64? {
    scan += period
    // The kernel's own stamps never go back.
    arrival = max(arrival, scan + late)
    counter += Int64((Double(period) * rate).rounded())
    let value = stamped ? Int32(truncatingIfNeeded: counter) : nil
    return clock.scan(value, at: Instant(microseconds: arrival))?.microseconds
  }

  /// Half a second of punctual frames, after which a good clock is believed.
  mutating func warmUp() {
    for _ in 0..<60 { frame() }
  }
}

@Suite struct `A panel's own clock` {
  @Test func `is not asked where the panel sends none`() {
    var panel = StampedPanel()
    for _ in 0..<100 { #expect(panel.frame(stamped: false) == nil) }
  }

  @Test func `is believed once it has kept pace for a quarter of a second`() {
    var panel = StampedPanel()
    for _ in 0..<32 { #expect(panel.frame() == nil) }
    #expect(panel.frame() == panel.scan)
  }

  @Test func `takes the polls of the bus out of the stamps`() {
    var panel = StampedPanel()
    panel.warmUp()
    var before = panel.scan
    for frame in 0..<200 {
      let told = panel.frame(late: [0, 700, 350, 900, 100][frame % 5])
      let interval = (told ?? 0) - before
      #expect(abs(interval - 8000) < 60, "the kernel's intervals are off by 800 µs")
      before = told ?? 0
    }
  }

  @Test func `tells no frame later than the kernel, and never goes back`() {
    var panel = StampedPanel()
    panel.warmUp()
    var before: Int64 = 0
    for frame in 0..<500 {
      let told = panel.frame(
        after: Int64(3000 + frame * 37 % 9000), late: Int64(frame * 7919 % 6000), stamped: frame % 11 != 0)
      let moment = told ?? panel.arrival
      #expect(moment <= panel.arrival)
      // A frame without a stamp is the kernel's, which may lie after the next scan.
      #expect(moment >= before)
      before = moment
    }
  }

  @Test(arguments: [Int64(Int32.max) - 3_000_000, Int64(UInt32.max) - 3_000_000])
  func `goes on when its counter wraps`(start: Int64) {
    var panel = StampedPanel()
    panel.counter = start
    panel.warmUp()
    for _ in 0..<1000 { #expect(panel.frame() == panel.scan) }
  }

  @Test func `goes on from anywhere after a pause, as when hid-multitouch counts from 0 again`() {
    var panel = StampedPanel()
    panel.warmUp()
    panel.counter = 0
    #expect(panel.frame(after: 3_000_000) == nil, "one frame lays the clocks together again")
    #expect(panel.frame() == panel.scan)
  }

  @Test func `is dropped at once when it leaps in the middle of a movement, either way`() {
    for leap in [Int64(-5_000_000), 2_832_100] {
      var panel = StampedPanel()
      panel.warmUp()
      panel.counter += leap
      for _ in 0..<20 { #expect(panel.frame() == nil) }
      for _ in 0..<40 { panel.frame() }
      #expect(panel.frame() == panel.scan, "and believed again when it keeps pace again")
    }
  }

  @Test func `is dropped within two frames when it stands still`() {
    var panel = StampedPanel()
    panel.warmUp()
    panel.rate = 0
    panel.frame()
    for _ in 0..<200 { #expect(panel.frame() == nil) }
  }

  @Test(arguments: [0, 0.001, 0.1, 0.7625, 0.9036, 1.03, 10, 1000])
  func `is not believed when it runs at another pace`(rate: Double) {
    var panel = StampedPanel()
    panel.rate = rate
    for _ in 0..<500 { #expect(panel.frame() == nil) }
  }

  @Test(arguments: [0.988, 0.9938, 0.9998, 1.0002, 1.0129])
  func `is believed with the drift of real panels, and stays by the kernel's`(rate: Double) throws {
    var panel = StampedPanel()
    panel.rate = rate
    panel.warmUp()
    let first = panel.frame()
    var before = try #require(first)
    for _ in 0..<5000 {
      let frame = panel.frame()
      let told = try #require(frame)
      #expect(abs(Double(told - before) - 8000) < 8000 * 0.015)
      #expect((0...4000).contains(panel.scan - told))
      before = told
    }
  }

  @Test func `gives the reports of one scan one moment`() {
    var panel = StampedPanel()
    panel.warmUp()
    let first = panel.frame()
    let second = panel.clock.scan(
      Int32(truncatingIfNeeded: panel.counter), at: Instant(microseconds: panel.arrival + 2000))
    #expect(second?.microseconds == first)
  }

  @Test func `reaches the frames of the decoder, and begins anew after lost events`() {
    var told: [Bool] = []
    let frames = (0..<400).map { $0 == 0 ? "id1 x1 ms0" : "x\($0) ms\($0 * 1000)" }
    decode(slotted, frames + ["drop ms0", "ms1000"]) { decoder in told.append(decoder.frame.scanned != nil) }
    #expect(told[250..<400].allSatisfy { $0 })
    #expect(!told[0..<250].contains(true))
    #expect(told[400...] == [false, false])
  }
}
