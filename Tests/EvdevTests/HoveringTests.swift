@testable import Evdev
import GestureCore
import Panels
import Testing

@Suite struct `The registers of a finger that hovers` {
  private static func panel(_ codes: [UInt16]) -> PanelDescription {
    var panel = PanelDescription()
    for code in codes { panel.axes[code] = AxisRange(minimum: 0, maximum: 100) }
    panel.keys = [EventCode.btnTouch]
    return panel
  }

  private static let slots = panel([
    EventCode.mtSlot, EventCode.mtPositionX, EventCode.mtPositionY, EventCode.mtTrackingID,
    EventCode.mtDistance,
  ])
  private static let single = panel([EventCode.x, EventCode.y, EventCode.distance])

  private static func landings(
    _ panel: PanelDescription, _ snapshot: SlotSnapshot, then codes: [(UInt16, Int32)]
  ) -> [String] {
    var decoder = SlotDecoder(
      description: panel,
      geometry: PanelGeometry(description: panel, size: PanelSize(description: panel)))
    let instant = Instant(microseconds: 0)
    for event in snapshot.opening(of: panel, at: instant) { _ = decoder.consume(event) }
    for (code, value) in codes {
      _ = decoder.consume(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
    }
    _ = decoder.consume(
      InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    return (0..<decoder.frame.count).map { "\(decoder.frame.contact(at: $0).report)" }
  }

  @Test func `let it land when it touches`() {
    let hovering = SlotSnapshot.Hovering(trackingID: 7, distance: 3)
    let snapshot = SlotSnapshot(
      currentSlot: 0, slots: [.init(number: 0, isDown: false, x: 5, y: 6, hovering: hovering)])
    #expect(snapshot.slotsDown.isEmpty)
    #expect(Self.landings(Self.slots, snapshot, then: []) == [])
    #expect(Self.landings(Self.slots, snapshot, then: [(EventCode.mtDistance, 0)]) == ["landed"])
    #expect(Self.landings(Self.single, snapshot, then: [(EventCode.distance, 0)]) == ["landed"])
  }

  @Test func `do not let a finger land that was down`() {
    let snapshot = SlotSnapshot(currentSlot: 0, slots: [.init(number: 0, isDown: true, x: 5, y: 6)])
    #expect(Self.landings(Self.slots, snapshot, then: [(EventCode.mtPositionX, 9)]) == [])
  }
}
