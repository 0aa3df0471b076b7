import GestureCore
import Panels
import Recordings
import TestKit
import Testing

/// A hovering finger is not part of a recording, which therefore decides as flickd did.
@Suite struct `A recording of fingers that hover` {
  private typealias Value = (code: UInt16, value: Int32)

  private static let touchPanel: PanelDescription = {
    var panel = slotted
    panel.axes[EventCode.mtDistance] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }()

  private static let penPanel: PanelDescription = {
    var panel = single
    panel.axes[EventCode.distance] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }()

  private static let listPanel: PanelDescription = {
    var panel = listed
    panel.axes[EventCode.mtDistance] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }()

  private static func geometry(_ panel: PanelDescription) -> PanelGeometry {
    PanelGeometry(description: panel, size: PanelSize(description: panel))
  }

  /// Fingers that come, hover, touch and leave at random; one change a finger and frame.
  private struct Fingers {
    private struct Finger {
      var id: Int32 = -1
      var x: Int32 = 0
      var y: Int32 = 0
      var distance: Int32 = 0
    }

    var random: SplitMix64
    let touchProtocol: TouchProtocol
    private var fingers = [Finger](repeating: Finger(), count: 3)
    private var nextID: Int32 = 1

    init(seed: UInt64, _ touchProtocol: TouchProtocol) {
      random = SplitMix64(seed: seed)
      self.touchProtocol = touchProtocol
    }

    private mutating func number(_ count: UInt64) -> Int32 { Int32(random.next() % count) }

    mutating func frame(_ index: Int) -> [InputEvent] {
      var values: [(UInt16, UInt16, Int32)] = []
      for slot in 0..<(touchProtocol == .single ? 1 : 3) {
        let before = fingers[slot]
        change(slot)
        switch touchProtocol {
        case .slots: values += slotValues(slot, before)
        case .list: values += entry(slot)
        case .single: values += singleValues(before)
        }
      }
      if touchProtocol == .list, values.isEmpty { values = [(0, EventCode.synMTReport, 0)] }
      return (values + [(0, 0, 0)]).map {
        InputEvent(
          instant: Instant(microseconds: Int64(index) * 8000), type: $0.0, code: $0.1, value: $0.2)
      }
    }

    private mutating func change(_ slot: Int) {
      guard fingers[slot].id >= 0 else {
        guard number(4) == 0 else { return }
        fingers[slot].id = nextID
        fingers[slot].distance = number(2) * number(9)
        (fingers[slot].x, fingers[slot].y) = (number(4096), number(4096))
        nextID += 1
        return
      }
      switch number(6) {
      case 0: fingers[slot].id = -1
      case 1: fingers[slot].distance = number(2) * number(9)
      case 2: fingers[slot].x = number(4096)
      case 3:
        (fingers[slot].x, fingers[slot].y, fingers[slot].distance) = (number(4096), number(4096), number(3))
      default: fingers[slot].y = number(4096)
      }
    }

    private func slotValues(_ slot: Int, _ before: Finger) -> [(UInt16, UInt16, Int32)] {
      let now = fingers[slot]
      var values: [Value] = [(EventCode.mtSlot, Int32(slot))]
      if now.id != before.id { values.append((EventCode.mtTrackingID, now.id)) }
      if now.x != before.x { values.append((EventCode.mtPositionX, now.x)) }
      if now.y != before.y { values.append((EventCode.mtPositionY, now.y)) }
      if now.distance != before.distance { values.append((EventCode.mtDistance, now.distance)) }
      return values.count == 1 ? [] : values.map { (EventCode.abs, $0.code, $0.value) }
    }

    private func entry(_ slot: Int) -> [(UInt16, UInt16, Int32)] {
      let now = fingers[slot]
      guard now.id >= 0 else { return [] }
      return [
        (EventCode.abs, EventCode.mtTrackingID, now.id), (EventCode.abs, EventCode.mtPositionX, now.x),
        (EventCode.abs, EventCode.mtPositionY, now.y), (EventCode.abs, EventCode.mtDistance, now.distance),
        (EventCode.syn, EventCode.synMTReport, 0),
      ]
    }

    private func singleValues(_ before: Finger) -> [(UInt16, UInt16, Int32)] {
      let now = fingers[0]
      var values: [(UInt16, UInt16, Int32)] = []
      if now.x != before.x { values.append((EventCode.abs, EventCode.x, now.x)) }
      if now.y != before.y { values.append((EventCode.abs, EventCode.y, now.y)) }
      if now.distance != before.distance { values.append((EventCode.abs, EventCode.distance, now.distance)) }
      if now.id >= 0 && before.id < 0 { values.append((EventCode.key, EventCode.btnTouch, 1)) }
      if now.id < 0 && before.id >= 0 { values.append((EventCode.key, EventCode.btnTouch, 0)) }
      return values
    }
  }

  /// What a decoder finds, without the numbers of the contacts.
  private static func found(_ events: [InputEvent], _ panel: PanelDescription) -> [String] {
    var decoder = SlotDecoder(description: panel, geometry: geometry(panel))
    feedRegisters(of: panel, to: &decoder)
    var found: [String] = []
    for event in events where decoder.consume(event) {
      for index in 0..<decoder.frame.count {
        let contact = decoder.frame.contact(at: index)
        if contact.report == .still { continue }
        found.append("\(decoder.frame.instant.microseconds) \(contact.report) \(contact.location)")
      }
    }
    return found
  }

  private static func registers(_ panel: PanelDescription) -> [InputEvent] {
    var words: [Value] = [(EventCode.x, 0), (EventCode.y, 0)]
    if TouchProtocol(panel) != .single {
      words = []
      for slot in Int32(0)...9 {
        words += [(EventCode.mtSlot, 9 - slot), (EventCode.mtPositionX, 0), (EventCode.mtPositionY, 0)]
      }
    }
    return words.map {
      InputEvent(instant: Instant(microseconds: 0), type: EventCode.abs, code: $0.code, value: $0.value)
    }
  }

  private static let panels = [touchPanel, listPanel, penPanel]

  @Test(arguments: panels) func `decides as the panel did`(panel: PanelDescription) {
    let seed = UInt64.random(in: 0 ... .max)
    var fingers = Fingers(seed: seed, TouchProtocol(panel))
    let events = (1...2000).flatMap { fingers.frame($0) }
    let filter = RecordingFilter(
      panel, geometry: Self.geometry(panel), registers: Self.registers(panel), down: [])
    let written = events.flatMap { filter.consume($0)?.events ?? [] }
    #expect(Self.found(written, panel) == Self.found(events, panel), "seed \(seed)")
    #expect(filter.contacts > 50)
  }

  @Test(arguments: panels) func `does not show where a contact of a private zone hovers`(
    panel: PanelDescription
  ) {
    let seed = UInt64.random(in: 0 ... .max)
    var fingers = Fingers(seed: seed, TouchProtocol(panel))
    let events = (1...2000).flatMap { fingers.frame($0) }
    let extent = Self.geometry(panel).extent
    let left = Zone.Rectangle(x: 0, y: 0, width: extent.width / 2, height: extent.height)
    let filter = RecordingFilter(
      panel, geometry: Self.geometry(panel), registers: Self.registers(panel), down: [],
      privateAreas: PrivateAreas([left]))
    let written = events.flatMap { filter.consume($0)?.events ?? [] }
    let code = TouchProtocol(panel) == .single ? EventCode.distance : EventCode.mtDistance
    #expect(!written.contains { $0.type == EventCode.abs && $0.code == code && $0.value > 0 }, "seed \(seed)")
    #expect(filter.contacts > 20 && filter.leftOut > 20)
  }
}
