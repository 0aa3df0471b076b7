import GestureCore
import Panels
import TestKit

/// Contacts on an invented panel of 344 mm × 194 mm with ten slots, and its kernel's events for
/// them.
struct TouchStream: Sendable {
  /// One contact: its position in each frame from its first on, in mm.
  ///
  /// It lifts in the frame after the last.
  struct Touch: Sendable {
    var first: Int
    var positions: [PanelPoint]
  }

  /// The time between two frames, in µs.
  var period: Int64
  var touches: [Touch] = []

  static let width = 344.0
  static let height = 194.0

  /// Ten units a millimetre.
  static var description: PanelDescription {
    var description = PanelDescription()
    description.properties = 2
    description.keys = [EventCode.btnTouch]
    description.axes = [
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 3440, resolution: 10),
      EventCode.mtPositionY: AxisRange(minimum: 0, maximum: 1940, resolution: 10),
    ]
    return description
  }

  /// The number of frames in this number of seconds.
  func frames(in seconds: Double) -> Int { Int(seconds * 1e6) / Int(period) }

  /// The events by protocol B.
  ///
  /// A contact without a free slot is skipped, as controllers do. Timestamps jitter by up to 0.5
  /// ms, like those of USB polling.
  func events(jitter random: inout SplitMix64) -> [InputEvent] {
    var events: [InputEvent] = []
    var slots = [Touch?](repeating: nil, count: 10)
    var waiting = touches.sorted { $0.first < $1.first }[...]
    var nextID: Int32 = 0
    let last = (touches.map { $0.first + $0.positions.count }.max() ?? 0) + 1
    for frame in 0...last {
      let timestamp = Instant(microseconds: 1_000_000 + Int64(frame) * period + Int64(random.next() % 500))
      let count = events.count
      func add(_ code: UInt16, _ value: Int32, _ type: UInt16 = EventCode.abs) {
        events.append(InputEvent(instant: timestamp, type: type, code: code, value: value))
      }
      func position(_ touch: Touch) {
        let position = touch.positions[frame - touch.first]
        add(EventCode.mtPositionX, Int32((min(max(position.x, 0), Self.width) * 10).rounded()))
        add(EventCode.mtPositionY, Int32((min(max(position.y, 0), Self.height) * 10).rounded()))
      }
      for slot in slots.indices {
        guard let touch = slots[slot] else { continue }
        add(EventCode.mtSlot, Int32(slot))
        if frame - touch.first < touch.positions.count {
          position(touch)
        } else {
          add(EventCode.mtTrackingID, -1)
          slots[slot] = nil
        }
      }
      while let touch = waiting.first, touch.first <= frame {
        waiting = waiting.dropFirst()
        guard touch.first == frame, let slot = slots.firstIndex(where: { $0 == nil }) else { continue }
        slots[slot] = touch
        add(EventCode.mtSlot, Int32(slot))
        add(EventCode.mtTrackingID, nextID)
        nextID = (nextID + 1) % 65536
        position(touch)
      }
      if events.count > count { add(EventCode.synReport, 0, EventCode.syn) }
    }
    return events
  }
}

extension SplitMix64 {
  /// A number from 0 to 1.
  mutating func part() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// A normally distributed number about 0, as the sum of twelve.
  mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + part() } }

  /// A whole number within the range.
  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
