import FlickProtocol
import GestureCore
import Panels
import Pipeline

/// A flick across a generated panel: for any axes, every number is finite and every swipe ends.
enum FlickAcross {
  private static let frames: Int32 = 12
  private static let framePeriod: Int64 = 8000

  static func check(_ setup: PanelSetup) throws(BrokenPromise) {
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var swipes = SwipeJudge(setup)
    for event in events(on: setup.description) {
      pipeline.consume(event, numbering: &numbering, into: &swipes)
    }
    let end = Instant(microseconds: Int64(frames + 1) * framePeriod)
    pipeline.lose(.unplugged, at: end, numbering: &numbering, into: &swipes)
    try swipes.rule()
    try swipes.expectNone()
    let down = pipeline.counts.message.contactsDown
    try BrokenPromise.unless(down == 0, "no contact is down on a panel that has left")
  }

  private static func events(on panel: PanelDescription) -> [InputEvent] {
    guard let x = panel.horizontalAxis, let y = panel.verticalAxis else { return [] }
    let codes =
      panel.hasMultitouch
      ? (EventCode.mtPositionX, EventCode.mtPositionY) : (EventCode.x, EventCode.y)
    var events: [InputEvent] = []
    for frame in 0...frames {
      let instant = Instant(microseconds: Int64(frame) * framePeriod)
      func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(instant: instant, type: type, code: code, value: value))
      }
      if frame == 0 {
        add(EventCode.abs, EventCode.mtTrackingID, 1)
        add(EventCode.key, EventCode.btnTouch, 1)
      }
      if frame == frames {
        add(EventCode.abs, EventCode.mtTrackingID, -1)
        add(EventCode.key, EventCode.btnTouch, 0)
      } else {
        add(EventCode.abs, codes.0, position(frame, on: x))
        add(EventCode.abs, codes.1, position(frames / 2, on: y))
      }
      add(EventCode.syn, EventCode.synReport, 0)
    }
    return events
  }

  /// The position between the axis's minimum and maximum at `frame` of all frames.
  private static func position(_ frame: Int32, on axis: AxisRange) -> Int32 {
    let displacement = (Int64(axis.maximum) - Int64(axis.minimum)) * Int64(frame) / Int64(frames)
    return Int32(Int64(axis.minimum) + displacement)
  }
}
