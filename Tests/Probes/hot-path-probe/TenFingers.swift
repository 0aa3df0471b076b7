import GestureCore
import Panels

/// Ten fingers that swipe round and round at 120 Hz; one of them lifts every fifth frame and lands again in the next.
struct TenFingers {
  static var description: PanelDescription {
    var panel = DemoPanel.description
    panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }

  private var events: [InputEvent] = []
  private var ends: [Int] = []
  private var now: Int64 = 0
  private var slot: Int32 = -1
  private var trackingID: Int32 = 0

  init(frames: Int) {
    var isDown = [Bool](repeating: false, count: 10)
    for frame in 0..<frames {
      now = Int64(frame) * 8333
      for finger in 0..<10 {
        select(Int32(finger))
        if frame > 0, frame % 5 == 0, (frame / 5) % 10 == finger {
          add(EventCode.mtTrackingID, -1)
          isDown[finger] = false
          continue
        }
        if !isDown[finger] {
          trackingID = (trackingID + 1) % 65536
          add(EventCode.mtTrackingID, trackingID)
          isDown[finger] = true
        }
        // A triangle wave of 120 frames across the glass, each finger at another place of it.
        let phase = Int32((frame + finger * 12) % 120)
        add(EventCode.mtPositionX, 160 + 50 * min(phase, 120 - phase))
        add(EventCode.mtPositionY, 100 + Int32(finger) * 180 + phase)
      }
      if frame % 700 == 699 { append(EventCode.syn, EventCode.synDropped, 0) }
      append(EventCode.syn, EventCode.synReport, 0)
      ends.append(events.count)
    }
  }

  func frames(_ range: Range<Int>) -> ArraySlice<InputEvent> {
    events[(range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1])..<ends[range.upperBound - 1]]
  }

  private mutating func select(_ next: Int32) {
    guard next != slot else { return }
    slot = next
    add(EventCode.mtSlot, next)
  }

  private mutating func add(_ code: UInt16, _ value: Int32) {
    append(EventCode.abs, code, value)
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(instant: Instant(microseconds: now), type: type, code: code, value: value))
  }
}
