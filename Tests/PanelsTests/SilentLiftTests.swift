import GestureCore
import Panels
import Testing

/// A panel of protocol A; frame times are in ms.
private struct List: ~Copyable {
  var decoder = SlotDecoder(
    description: {
      var panel = listed
      panel.axes[EventCode.mtPositionX] = AxisRange(minimum: 0, maximum: 4000, resolution: 10)
      panel.axes[EventCode.mtPositionY] = AxisRange(minimum: 0, maximum: 4000, resolution: 10)
      return panel
    }(),
    geometry: PanelGeometry(
      xAxis: AxisRange(minimum: 0, maximum: 4000), yAxis: AxisRange(minimum: 0, maximum: 4000),
      size: Extent(width: 400, height: 400), scale: .kernel))

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64) -> Bool {
    decoder.consume(
      InputEvent(instant: Instant(microseconds: time * 1000), type: type, code: code, value: value))
  }

  /// One frame that lists these x, each at y 500; nil ends it without a list.
  @discardableResult mutating func frame(at time: Int64, _ positions: Int32?...) -> String {
    for case let x? in positions {
      _ = add(EventCode.abs, EventCode.mtPositionX, x, at: time)
      _ = add(EventCode.abs, EventCode.mtPositionY, 500, at: time)
      _ = add(EventCode.syn, EventCode.synMTReport, 0, at: time)
    }
    _ = add(EventCode.syn, EventCode.synReport, 0, at: time)
    return lines(&decoder)
  }

  mutating func touch(_ value: Int32, at time: Int64) {
    _ = add(EventCode.key, EventCode.btnTouch, value, at: time)
  }

  mutating func empty(at time: Int64) -> String {
    _ = add(EventCode.syn, EventCode.synMTReport, 0, at: time)
    return frame(at: time, nil)
  }

  /// A finger that rests for this duration and is reported every `period` ms.
  mutating func rest(from begin: Int64, to end: Int64, period: Int64 = 10, x: Int32 = 700) {
    for time in stride(from: begin, through: end, by: Int(period)) { frame(at: time, x) }
  }
}

@Suite struct `A list that falls silent` {
  @Test func `is a lift if the panel repeats resting fingers`() {
    var list = List()
    list.rest(from: 0, to: 300)
    #expect(list.decoder.deadline == Instant(microseconds: 500_000))
    list.decoder.liftSilent()
    #expect(list.decoder.frame.instant == Instant(microseconds: 500_000))
    #expect(lines(&list.decoder) == "1 lifted 70,50")
    #expect(list.decoder.deadline == nil)
    #expect(list.frame(at: 900, 705) == "2 landed 70,50")
  }

  @Test func `does not count as a rest in the recogniser`() {
    var list = List()
    list.rest(from: 0, to: 190)
    #expect(list.decoder.frame.liftSilence == nil)
    list.rest(from: 200, to: 220)
    #expect(list.decoder.frame.liftSilence == .milliseconds(200))
  }

  @Test func `is a rest if the panel reports only changes`() {
    var list = List()
    for step in 0...50 { list.frame(at: Int64(step) * 10, 700 + Int32(step)) }
    #expect(list.decoder.deadline == nil)
    #expect(list.frame(at: 3000, 760) == "1 moved 76,50")
  }

  @Test func `is a rest if the panel repeats only slowly`() {
    var list = List()
    list.rest(from: 0, to: 3000, period: 60)
    #expect(list.decoder.deadline == nil)
  }

  @Test func `is a rest if the panel reports lifts`() {
    var pressing = List()
    pressing.touch(1, at: 0)
    pressing.rest(from: 0, to: 300)
    #expect(pressing.decoder.deadline == nil)
    var listing = List()
    listing.rest(from: 0, to: 30)
    #expect(listing.empty(at: 40) == "1 lifted 70,50")
    listing.rest(from: 100, to: 500)
    #expect(listing.decoder.deadline == nil)
  }

  @Test func `is not a lift after a frame without a list`() {
    var list = List()
    list.rest(from: 0, to: 300)
    #expect(list.frame(at: 450, nil) == "1 still 70,50")
    #expect(list.decoder.deadline == Instant(microseconds: 650_000))
  }

  @Test func `has no effect while events are lost`() {
    var list = List()
    list.rest(from: 0, to: 300)
    _ = list.decoder.consume(
      InputEvent(
        instant: Instant(microseconds: 310_000), type: EventCode.syn, code: EventCode.synDropped, value: 0))
    #expect(list.decoder.deadline == nil)
    #expect(list.frame(at: 900, 700) == "1 lost(dropped) 70,50")
  }

  @Test func `releases a rejected contact`() {
    var list = List()
    list.rest(from: 0, to: 300)
    _ = list.decoder.loseAll(.suspend, at: Instant(microseconds: 305_000))
    #expect(list.frame(at: 310, 700) == "")
    list.decoder.liftSilent()
    #expect(list.decoder.frame.count == 0)
    #expect(list.frame(at: 900, 700) == "2 landed 70,50")
  }

  @Test func `does not join two fingers if a lift was lost`() {
    var list = List()
    for step in 0...9 { list.frame(at: Int64(step) * 10, 700 + Int32(step)) }
    #expect(list.frame(at: 2000, 3000) == "1 lifted 70,50; 2 landed 300,50")
  }
}
