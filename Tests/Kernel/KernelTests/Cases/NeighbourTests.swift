import GestureCore
import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `A device beside the panel` {
  /// A device that is not a touchscreen.
  struct Neighbour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let device: PanelDescription

    init(
      _ name: String, keys: Set<UInt16> = [], relatives: Set<UInt16> = [], axes: [UInt16: AxisRange] = [:],
      properties: UInt64 = 0
    ) {
      testDescription = name
      var device = PanelDescription()
      device.name = name
      device.bus = 3
      device.vendor = 0x1209
      device.product = 0x0002
      device.keys = keys
      device.relatives = relatives
      device.axes = axes
      device.properties = properties
      self.device = device
    }
  }

  private static let axis = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
  private static let pad: [UInt16: AxisRange] = [
    EventCode.x: axis, EventCode.y: axis, EventCode.mtPositionX: axis, EventCode.mtPositionY: axis,
    EventCode.mtSlot: AxisRange(minimum: 0, maximum: 4),
    EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
  ]
  // ABS_PRESSURE is 0x18, REL_WHEEL 8, BTN_TRIGGER 0x120.
  private static let pen: [UInt16: AxisRange] = [
    EventCode.x: axis, EventCode.y: axis, 0x18: AxisRange(minimum: 0, maximum: 2047),
  ]

  static let neighbours = [
    Neighbour("keyboard", keys: Set(1...127)),
    Neighbour("mouse", keys: [0x110, 0x111, 0x112], relatives: [0, 1, 8]),
    Neighbour(
      "touchpad", keys: [EventCode.btnTouch, EventCode.btnToolFinger, EventCode.btnLeft], axes: pad,
      properties: 1 << UInt64(EventCode.propPointer)),
    Neighbour(
      "pen tablet", keys: [EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus], axes: pen,
      properties: 1 << UInt64(EventCode.propDirect)),
    Neighbour("joystick", keys: [0x120, 0x121], axes: [EventCode.x: axis, EventCode.y: axis]),
    // Some monitors put the keys of their case into the descriptor of the touchscreen; udev then
    // reports both classes.
    Neighbour(
      "touchscreen with a keyboard", keys: Set(1...127).union([EventCode.btnTouch]), axes: pad,
      properties: 1 << UInt64(EventCode.propDirect)),
  ]

  private static var flick: PanelScript {
    var finger = Fingertip()
    finger.move(by: 600, in: .milliseconds(100), frames: 12)
    finger.lift()
    return finger.script
  }

  @Test(arguments: neighbours)
  func `is never opened`(neighbour: Neighbour) async throws {
    var stage = Stage(.events(Fingertip.panel))
    stage.neighbours = [.events(neighbour.device)]
    let performance = try await stage.perform(Self.flick, as: "beside a \(neighbour.testDescription)")
    #expect(performance.nodes.count == 2)
    #expect(performance.openNodes == [performance.panel.node.text ?? "none"])
    #expect(performance.outcomes == ["end flick right commit by velocity"])
  }

  @Test func `that is a second panel has its own swipes`() async throws {
    var stage = Stage(.events(Fingertip.panel))
    stage.neighbours = [.events(Fingertip.panel)]
    let performance = try await stage.perform(Self.flick, as: "beside an equal panel")
    #expect(performance.openNodes.count == 2)
    #expect(performance.panelNames.count == 2 && Set(performance.panelNames).count == 2)
    let panels = Set(performance.lines.filter { $0.type == "swipe" }.compactMap(\.panel_id.text))
    #expect(panels == [performance.panel.panel_id.text ?? "none"])
  }
}
