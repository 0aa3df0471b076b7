import GestureCore
import Panels
import TestKit
import Testing

@testable import Evdev

@Suite struct `The driver's fuzz` {
  // Each line follows the branches of the kernel's input_defuzz_abs_event.
  @Test(
    arguments: [
      (103, 100, 100), (107, 100, 100), (108, 100, 102), (115, 100, 103), (116, 100, 108), (131, 100, 115),
      (132, 100, 132), (93, 100, 100), (92, 100, 98), (84, 100, 92), (68, 100, 68), (-8, 0, -2), (-9, 0, -2),
    ] as [(value: Int32, old: Int32, smoothed: Int32)])
  func `of 16 smooths a position as the kernel does`(row: (value: Int32, old: Int32, smoothed: Int32)) {
    #expect(PositionFuzz.smoothed(row.value, after: row.old, fuzz: 16) == row.smoothed)
    #expect(PositionFuzz.smoothed(row.value, after: row.old, fuzz: 0) == row.value)
  }

  @Test func `survives the extreme positions of an axis`() {
    #expect(PositionFuzz.smoothed(.max, after: .min, fuzz: .max) == .max)
    #expect(PositionFuzz.smoothed(.min, after: .max, fuzz: 16) == .min)
    #expect(PositionFuzz.smoothed(.max, after: .max - 10, fuzz: 16) == Int32.max - 8)
  }

  /// A panel with two slots, whose kernel has this fuzz.
  private func description(kernel fuzz: Int32 = 0) -> PanelDescription {
    var description = PanelDescription()
    description.properties = 1 << UInt64(EventCode.propDirect)
    for code in [EventCode.mtPositionX, EventCode.mtPositionY] {
      description.axes[code] = AxisRange(minimum: 0, maximum: 4095, fuzz: fuzz)
    }
    description.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 1)
    return description
  }

  private let idle = SlotSnapshot(
    currentSlot: 0, slots: (0..<2).map { SlotSnapshot.Slot(number: $0, isDown: false, x: 500, y: 500) })

  private typealias Short = (code: UInt16, value: Int32)

  /// The events that are left of frames, each without its end.
  private func smoothed(_ frames: [[Short]]) throws -> [[String]] {
    var filter = try #require(FuzzFilter(PositionFuzz(x: 16, y: 16), of: description(), from: idle))
    var shown: [[String]] = []
    var frame: [String] = []
    func add(_ event: InputEvent) {
      if event.endsFrame {
        shown.append(frame)
        frame = []
      } else {
        frame.append("\(event.type == EventCode.abs ? Self.names[event.code] ?? "?" : "msc") \(event.value)")
      }
    }
    for (number, events) in frames.enumerated() {
      let instant = Instant(microseconds: Int64(number) * 10_000)
      for (code, value) in events {
        let type = code == EventCode.mscTimestamp ? EventCode.msc : EventCode.abs
        if let event = filter.pass(InputEvent(instant: instant, type: type, code: code, value: value)) {
          add(event)
        }
      }
      let end = InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0)
      #expect(filter.pass(end) == nil)
      while filter.isEnding { if let event = filter.nextAdded() { add(event) } }
    }
    return shown
  }

  private static let names: [UInt16: String] = [
    EventCode.mtSlot: "slot", EventCode.mtTrackingID: "id", EventCode.mtPositionX: "x",
    EventCode.mtPositionY: "y",
  ]

  @Test func `removes a frame of a still finger, and repeats the position of a finger that moved`() throws {
    let frames = try smoothed([
      [(EventCode.mtTrackingID, 7), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 1000)],
      [(EventCode.mtPositionX, 1007)], [(EventCode.mtPositionX, 1000)],
      [(EventCode.mtPositionX, 1015)], [(EventCode.mtPositionY, 1001)], [(EventCode.mtPositionY, 1000)],
      [(EventCode.mtPositionX, 1100), (EventCode.mtPositionY, 1040)],
      [(EventCode.mtTrackingID, -1)],
    ])
    #expect(
      frames == [
        ["id 7", "x 1000", "y 1000"], ["x 1003"], ["x 1006"], ["x 1008"], ["x 1100", "y 1040"], ["id -1"],
      ])
  }

  @Test func `smooths each slot, and returns to the driver's slot`() throws {
    let frames = try smoothed([
      [(EventCode.mtTrackingID, 7), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 1000)],
      [
        (EventCode.mtSlot, 1), (EventCode.mtTrackingID, 8), (EventCode.mtPositionX, 2000),
        (EventCode.mtPositionY, 2000), (EventCode.mtSlot, 0), (EventCode.mtPositionX, 1012),
      ],
      [(EventCode.mtSlot, 1), (EventCode.mtPositionX, 2100)],
      [(EventCode.mtPositionX, 2200)],
    ])
    #expect(
      frames == [
        ["id 7", "x 1000", "y 1000"], ["slot 1", "id 8", "x 2000", "y 2000", "slot 0", "x 1003"],
        ["slot 1", "x 2100", "slot 0", "x 1005", "slot 1"], ["x 2200"],
      ])
  }

  @Test func `keeps a frame with only the panel's clock`() throws {
    let frames = try smoothed([
      [(EventCode.mtTrackingID, 7), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 1000)],
      [(EventCode.mtPositionX, 1004), (EventCode.mscTimestamp, 100)],
    ])
    #expect(frames == [["id 7", "x 1000", "y 1000"], ["msc 100"]])
  }

  @Test func `continues from the smoothed positions after lost events`() throws {
    var filter = try #require(FuzzFilter(PositionFuzz(x: 16, y: 16), of: description(), from: idle))
    let event = InputEvent(
      instant: Instant(microseconds: 0), type: EventCode.abs, code: EventCode.mtPositionX, value: 505)
    #expect(filter.pass(event) == nil)
    filter.interrupt()
    var present = idle
    present.slots[0].x = 505
    present.slots[1].x = 900
    let shown = filter.resynced(present)
    #expect(shown.slots.map(\.x) == [500, 900])
  }

  @Test func `of a kernel that smooths positions itself is not applied twice`() {
    #expect(FuzzFilter(PositionFuzz(x: 16, y: 16), of: description(kernel: 15), from: idle) == nil)
    #expect(description(kernel: 15).with(PositionFuzz(x: 16, y: 16)) == description(kernel: 15))
    #expect(description().with(PositionFuzz(x: 15, y: 15)) == description(kernel: 15))
    var listed = description()
    listed.axes[EventCode.mtSlot] = nil
    #expect(FuzzFilter(PositionFuzz(x: 16, y: 16), of: listed, from: idle) == nil, "a list is not smoothed")
  }

  @Test(
    arguments: [
      (["LIBINPUT_FUZZ_35": "15", "LIBINPUT_FUZZ_36": "8"], PositionFuzz(x: 15, y: 8), 0),
      (["LIBINPUT_FUZZ_35": "15"], PositionFuzz(x: 15, y: 0), 0), ([:], nil, 0),
      (["LIBINPUT_FUZZ_00": "15"], nil, 0), (["LIBINPUT_FUZZ_35": "-1"], nil, 1),
      (["LIBINPUT_FUZZ_35": "99999999999", "LIBINPUT_FUZZ_36": "0x8"], nil, 2),
    ] as [([String: String], PositionFuzz?, Int)])
  func `comes from udev's properties, and a wrong one is reported`(
    properties: [String: String], fuzz: PositionFuzz?, warnings: Int
  ) {
    let node = InputNode(
      node: "/dev/input/event5", systemPath: "/sys/event5", properties: properties,
      description: description())
    #expect(node.fuzz == fuzz)
    #expect(node.propertyWarnings.count == warnings)
  }

  @Test(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
  func `smooths the events of a live panel`() async throws {
    var panel = MockDevice.panel(
      5,
      udev: [
        "ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_FUZZ_35": "16", "LIBINPUT_FUZZ_36": "16",
      ])
    for code in [EventCode.mtPositionX, EventCode.mtPositionY] { panel.description.axes[code]?.fuzz = 0 }
    var events = MockEvents()
    for (moment, value) in [(100_000, 207), (108_333, 200), (116_667, 260)] {
      if moment == 100_000 { events.add(at: moment, EventCode.abs, EventCode.mtTrackingID, 7) }
      events.add(at: moment, EventCode.abs, EventCode.mtPositionX, Int32(value))
      events.add(at: moment, EventCode.syn, EventCode.synReport, 0)
    }
    let outcome = try await Testbed.run([panel], events: events, "read", "/dev/input/event5", "1")
    #expect(outcome.lines.contains { $0.hasPrefix("axis 53 ") && $0.split(separator: " ")[4] == "16" })
    #expect(
      outcome.lines.filter { $0.hasPrefix("event ") } == [
        "event 100000 3 57 7", "event 100000 3 53 207", "event 100000 0 0 0", "event 116667 3 53 260",
        "event 116667 0 0 0",
      ])
  }
}
