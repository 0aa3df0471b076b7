import Foundation
import GestureCore
import Panels
import Recordings

/// A computed recording of ten people who each draw circles with one finger.
///
/// A table of 65 inches: the fingers stay 140 mm apart, so that each is a swipe of its own. Each
/// finger lifts and lands again several times a second, all at different moments, so that every
/// kind of line is written under load. In the silence before, every client can connect; in the
/// silence after, the service can reply to requests.
struct TenFingers {
  /// The silence before the first finger lands for a stroke, in µs.
  static let leadIn: Int64 = 1_500_000
  /// The silence at the end, in µs.
  static let leadOut: Int64 = 2_500_000

  /// Frames per second.
  var rate = 240
  /// The duration of the drawing, in s.
  var seconds = 4

  /// The frames of a finger's cycle: a quarter of a second at 240 Hz.
  private static let cycle = 60
  private static let down = 52
  private static let fingers = 10
  private static let unitsPerMillimeter = 16.0

  /// The number of swipes whose end a client should receive.
  var strokes: Int { Self.fingers * (seconds * rate / Self.cycle) }

  /// The file in the format of evemu.
  var bytes: [UInt8] { EvemuWriter.write(Self.description, events: events) }

  private static var description: PanelDescription {
    var panel = DemoPanel.description
    panel.name = "Load panel"
    let units = Int32(unitsPerMillimeter)
    let x = AxisRange(minimum: 0, maximum: 1400 * units, resolution: units)
    let y = AxisRange(minimum: 0, maximum: 800 * units, resolution: units)
    for code in [EventCode.x, EventCode.mtPositionX] { panel.axes[code] = x }
    for code in [EventCode.y, EventCode.mtPositionY] { panel.axes[code] = y }
    panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }

  private var events: [InputEvent] {
    var frames = Frames()
    frames.tap(at: 0)
    let count = seconds * rate
    for frame in 0..<count + Self.cycle {
      let now = Self.leadIn + Int64(frame) * 1_000_000 / Int64(rate)
      for finger in 0..<Self.fingers {
        // The cycles of the fingers start one after the other.
        let own = frame - finger * Self.cycle / Self.fingers
        guard own >= 0, own < count / Self.cycle * Self.cycle else { continue }
        switch own % Self.cycle {
        case 0: frames.land(finger, at: position(of: finger, in: own), now)
        case ..<Self.down: frames.move(finger, to: position(of: finger, in: own), now)
        case Self.down: frames.lift(finger, now)
        default: break
        }
      }
      frames.close(now)
    }
    frames.tap(at: Self.leadIn + Int64(count + Self.cycle) * 1_000_000 / Int64(rate) + Self.leadOut)
    return frames.events
  }

  /// On a circle of 60 mm, one circle per second: 377 mm/s.
  private func position(of finger: Int, in frame: Int) -> (x: Int32, y: Int32) {
    let angle = 2 * Double.pi * Double(frame) / Double(rate) + Double(finger)
    let x = 150 + 270 * Double(finger % 5) + 60 * cos(angle)
    let y = 250 + 300 * Double(finger / 5) + 60 * sin(angle)
    return (
      Int32((x * Self.unitsPerMillimeter).rounded()), Int32((y * Self.unitsPerMillimeter).rounded())
    )
  }
}

/// The growing list of the recording's events, frame by frame.
private struct Frames {
  private(set) var events: [InputEvent] = []
  private var contact: Int32 = 0
  private var isOpen = false

  mutating func land(_ slot: Int, at position: (x: Int32, y: Int32), _ now: Int64) {
    contact += 1
    add(EventCode.mtSlot, Int32(slot), now)
    add(EventCode.mtTrackingID, contact % 65536, now)
    put(position, now)
  }

  mutating func move(_ slot: Int, to position: (x: Int32, y: Int32), _ now: Int64) {
    add(EventCode.mtSlot, Int32(slot), now)
    put(position, now)
  }

  mutating func lift(_ slot: Int, _ now: Int64) {
    add(EventCode.mtSlot, Int32(slot), now)
    add(EventCode.mtTrackingID, -1, now)
  }

  mutating func close(_ now: Int64) {
    if isOpen { add(EventCode.synReport, 0, now, type: EventCode.syn) }
    isOpen = false
  }

  /// A tap, which produces no line: it extends the recording before or after the strokes.
  mutating func tap(at now: Int64) {
    land(0, at: (16, 16), now)
    close(now)
    lift(0, now + 50_000)
    close(now + 50_000)
  }

  private mutating func put(_ position: (x: Int32, y: Int32), _ now: Int64) {
    add(EventCode.mtPositionX, position.x, now)
    add(EventCode.mtPositionY, position.y, now)
  }

  private mutating func add(_ code: UInt16, _ value: Int32, _ now: Int64, type: UInt16 = EventCode.abs) {
    isOpen = true
    events.append(
      InputEvent(instant: Instant(microseconds: 1_000_000 + now), type: type, code: code, value: value))
  }
}
