import GestureCore
import Panels
import VirtualPanels

/// One finger at a time on a panel of protocol B, 217 × 136 mm at 20 units a millimetre.
///
/// A frame can be at any microsecond.
struct Fingertip {
  private(set) var script = PanelScript()
  private var now = Interval.zero
  private var x: Int32
  private let y: Int32 = 1360
  private var landings: Int32 = 0

  static let unitsPerMillimeter: Int32 = 20

  /// The panel of the finger.
  static var panel: PanelDescription {
    func axis(_ millimeters: Int32) -> AxisRange {
      AxisRange(minimum: 0, maximum: millimeters * unitsPerMillimeter, resolution: unitsPerMillimeter)
    }
    var panel = PanelDescription()
    panel.name = "Fingertip panel"
    panel.bus = 3
    panel.vendor = 0x1209
    panel.product = 0x0001
    panel.properties = 1 << UInt64(EventCode.propDirect)
    panel.keys = [EventCode.btnTouch]
    panel.axes = [
      EventCode.x: axis(217), EventCode.y: axis(136), EventCode.mtPositionX: axis(217),
      EventCode.mtPositionY: axis(136), EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.mtToolType: AxisRange(minimum: 0, maximum: EventCode.toolPalm),
    ]
    return panel
  }

  /// The frame that lifts it.
  static var lifting: [InputEvent] {
    let changes: [(UInt16, UInt16, Int32)] = [
      (EventCode.abs, EventCode.mtTrackingID, -1), (EventCode.key, EventCode.btnTouch, 0),
      (EventCode.syn, EventCode.synReport, 0),
    ]
    return changes.map {
      InputEvent(instant: Instant(microseconds: 0), type: $0.0, code: $0.1, value: $0.2)
    }
  }

  /// Lands, at time 0.
  init(at x: Int32 = 2000) {
    self.x = x
    land(at: x)
  }

  mutating func land(at x: Int32 = 2000) {
    self.x = x
    landings += 1
    frame([
      (EventCode.abs, EventCode.mtSlot, 0), (EventCode.abs, EventCode.mtTrackingID, landings),
      (EventCode.abs, EventCode.mtPositionX, x), (EventCode.abs, EventCode.mtPositionY, y),
      (EventCode.key, EventCode.btnTouch, 1),
    ])
  }

  /// Moves straight and steadily, in `frames` frames.
  mutating func move(by displacement: Int32, in time: Interval, frames: Int64) {
    let start = x
    let begin = now
    for frame in 1...frames {
      now = begin + Interval(microseconds: time.microseconds * frame / frames)
      x = start + Int32(Int64(displacement) * frame / frames)
      self.frame([(EventCode.abs, EventCode.mtPositionX, x)])
    }
  }

  /// Does nothing for a while.
  mutating func rest(for time: Interval) {
    now = now + time
  }

  mutating func lift() {
    frame([(EventCode.abs, EventCode.mtTrackingID, -1), (EventCode.key, EventCode.btnTouch, 0)])
  }

  /// Releases BTN_TOUCH without a lift.
  mutating func releaseButton() {
    frame([(EventCode.key, EventCode.btnTouch, 0)])
  }

  /// Is a palm from now on.
  mutating func turnIntoPalm() {
    frame([(EventCode.abs, EventCode.mtToolType, EventCode.toolPalm)])
  }

  private mutating func frame(_ changes: [(type: UInt16, code: UInt16, value: Int32)]) {
    let events = (changes + [(EventCode.syn, EventCode.synReport, 0)]).map {
      InputEvent(
        instant: Instant(microseconds: now.microseconds), type: $0.type, code: $0.code, value: $0.value)
    }
    script.append(.events(events), at: now)
  }
}
