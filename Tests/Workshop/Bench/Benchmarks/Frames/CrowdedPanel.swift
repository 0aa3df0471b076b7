internal import Foundation
internal import GestureCore
public import Panels
internal import Recordings

/// A panel of 55 inches on which people draw circles, each with one finger, with all fingers in
/// every frame at 120 Hz.
///
/// Two rows of five, 240 mm apart, on circles of 100 mm. The fingers are never closer than 140 mm,
/// so each finger is a swipe of its own, whatever the grouping settings are.
public struct CrowdedPanel: Sendable {
  /// The largest number of fingers.
  public static let maxFingers = 10
  /// The time between two frames.
  static let period: Int64 = 8333

  private static let extent = Extent(width: 1210, height: 680)
  private static let unitsPerMillimeter: Int32 = 16
  private static let radius = 50.0

  /// The description that the panel reports.
  public static var description: PanelDescription {
    var panel = DemoPanel.description
    panel.name = "Crowded panel (synthetic)"
    func axis(_ length: Double) -> AxisRange {
      AxisRange(
        minimum: 0, maximum: Int32(length) * unitsPerMillimeter, resolution: unitsPerMillimeter)
    }
    for code in [EventCode.x, EventCode.mtPositionX] { panel.axes[code] = axis(extent.width) }
    for code in [EventCode.y, EventCode.mtPositionY] { panel.axes[code] = axis(extent.height) }
    panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: Int32(maxFingers) - 1)
    return panel
  }

  private var events: [InputEvent] = []
  private var ends: [Int] = []
  private var now: Int64 = 0
  private var slot: Int32 = -1
  private var trackingID: Int32 = 0

  /// Draws `frames` frames of `fingers` fingers.
  ///
  /// If `restless`, one finger lifts every fifth frame and lands again in the next, and every 700th
  /// frame reports lost events.
  public init(fingers: Int, frames: Int, restless: Bool) {
    var isDown = [Bool](repeating: false, count: fingers)
    for frame in 0..<frames {
      now = Int64(frame) * Self.period
      for finger in 0..<fingers {
        select(Int32(finger))
        if restless, frame > 0, frame % 5 == 0, (frame / 5) % fingers == finger {
          add(EventCode.mtTrackingID, -1)
          isDown[finger] = false
          continue
        }
        if !isDown[finger] {
          trackingID = (trackingID + 1) % 65536
          add(EventCode.mtTrackingID, trackingID)
          isDown[finger] = true
        }
        let position = Self.position(of: finger, in: frame)
        add(EventCode.mtPositionX, position.x)
        add(EventCode.mtPositionY, position.y)
      }
      if restless, frame % 700 == 699 { append(EventCode.syn, EventCode.synDropped, 0) }
      append(EventCode.syn, EventCode.synReport, 0)
      ends.append(events.count)
    }
  }

  /// The events of these frames.
  public func frames(_ range: Range<Int>) -> ArraySlice<InputEvent> {
    events[(range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1])..<ends[range.upperBound - 1]]
  }

  /// One circle per second, 314 mm/s, each from a different point of its circle: five begin along
  /// x, five along y.
  private static func position(of finger: Int, in frame: Int) -> (x: Int32, y: Int32) {
    let angle = 2 * Double.pi * (Double(frame) / 120 + 0.35 * Double(finger))
    let column = Double(finger % 5) + 0.5
    let row = Double(finger / 5) + 0.5
    let x = extent.width / 5 * column + radius * cos(angle)
    let y = extent.height / 2 * row + radius * sin(angle)
    let units = Double(unitsPerMillimeter)
    return (Int32((x * units).rounded()), Int32((y * units).rounded()))
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
