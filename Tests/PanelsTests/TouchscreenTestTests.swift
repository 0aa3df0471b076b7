import Panels
import Recordings
import TestKit
import Testing

@Suite struct `The touchscreen test` {
  private static let pair = [EventCode.x, EventCode.y]
  private static let multitouch = [EventCode.mtPositionX, EventCode.mtPositionY]
  private static let direct: UInt64 = 2
  private static let pointer: UInt64 = 1

  @Test func `accepts direct touch devices`() {
    #expect(TouchscreenTest(slotted).isTouchscreen)
    #expect(TouchscreenTest(single).isTouchscreen)
    // Drivers before Linux 2.6.38 report no properties.
    #expect(TouchscreenTest(panel(Self.multitouch, properties: 0)).isTouchscreen)
    #expect(TouchscreenTest(panel(Self.multitouch, keys: [], properties: 0)).isTouchscreen)
    #expect(TouchscreenTest(panel(Self.pair, keys: [], properties: Self.direct)).isTouchscreen)
    #expect(TouchscreenTest(panel(Self.pair, keys: [EventCode.btnTouch], properties: 0)).isTouchscreen)
    #expect(TouchscreenTest(DemoPanel.description).isTouchscreen)
  }

  @Test func `rejects all other devices with a reason`() {
    let pen: Set = [EventCode.btnToolPen, EventCode.btnTouch]
    let finger: Set = [EventCode.btnToolFinger, EventCode.btnTouch]
    let joystick = panel(Self.multitouch + [EventCode.mtSlot, EventCode.belowMTSlot], properties: 0)
    var keyboard = PanelDescription()
    keyboard.keys = [30, 31]
    var mouse = PanelDescription()
    mouse.relatives = [0, 1]
    mouse.keys = [EventCode.btnLeft]
    var flat = single
    flat.axes[EventCode.y] = AxisRange(minimum: 5, maximum: 5)
    let table: [(PanelDescription, TouchscreenTest.Reason)] = [
      (keyboard, .noPosition), (mouse, .noPosition), (joystick, .noPosition),
      (panel([EventCode.x]), .noPosition),
      (panel(Self.pair, keys: pen, properties: 0), .pen),
      (panel(Self.pair, keys: [EventCode.btnStylus]), .pen),
      (panel(Self.multitouch, keys: finger, properties: Self.pointer), .touchpad),
      (panel(Self.multitouch, keys: finger, properties: 0), .touchpad),
      (panel(Self.pair, keys: [EventCode.btnLeft], properties: 0), .noTouch),
      (panel(Self.pair, properties: 1 << 6), .accelerometer),
      (flat, .emptyAxis),
    ]
    for (description, reason) in table { #expect(TouchscreenTest(description) == .passedOver(reason)) }
    var backwards = single
    backwards.axes[EventCode.y] = AxisRange(minimum: 5, maximum: 0)
    #expect(TouchscreenTest(backwards) == .touchscreen)
    #expect(Set(table.map(\.1)) == Set(TouchscreenTest.Reason.allCases))
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `distinguishes the shared recordings' pens from touchscreens`() throws {
    for file in Set(try ContactRow.all().map(\.file)) where file.contains("hid-devices") {
      let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
      let isPen =
        file.contains("n-trig_1b96_0c01_1") || file.contains("n-trig_1b96_1000_1")
        || file.contains("atmel_03eb_840b_1")
      #expect(TouchscreenTest(recording.description) == (isPen ? .passedOver(.pen) : .touchscreen), "\(file)")
    }
  }
}
