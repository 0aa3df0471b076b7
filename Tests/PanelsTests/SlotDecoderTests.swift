import GestureCore
import Panels
import TestKit
import Testing

/// Frames in, lines out; the shorthand is that of `decode`.
private struct Case: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var frames: [String]
  var reported: [String]

  init(_ description: String, _ frames: KeyValuePairs<String, String>) {
    testDescription = description
    self.frames = frames.map(\.key)
    reported = frames.map(\.value)
  }
}

@Suite struct `A slot decoder` {
  @Test(arguments: [
    Case(
      "lands, moves and lifts",
      [
        "id5 x10 y20": "1 landed 10,20", "x11": "1 moved 11,20", "y21": "1 moved 11,21",
        "id-1": "1 lifted 11,21",
      ]),
    Case(
      "uses the slot's last position if the kernel leaves it out",
      [
        "id5 y20": "1 landed 0,20", "x7": "1 moved 7,20", "id-1": "1 lifted 7,20", "id6 y9": "2 landed 7,9",
      ]),
    Case(
      "distinguishes two contacts and keeps slot order",
      [
        "s1 id6 x5 y6 s0 id5 x1 y2": "1 landed 1,2; 2 landed 5,6", "s1 x8 s0 x3": "1 moved 3,2; 2 moved 8,6",
        "s1 id-1": "2 lifted 8,6", "s0 x4": "1 moved 4,2",
      ]),
    Case(
      "leaves out a contact that is not in the frame",
      [
        "id5 x1 y2 s1 id6 x5 y6": "1 landed 1,2; 2 landed 5,6", "x9": "2 moved 9,6",
      ]),
    Case("is still while only its pressure changes", ["id5 x1 y2": "1 landed 1,2", "p40": "1 still 1,2"]),
    Case("is still when the same position is repeated", ["id5 x1 y2": "1 landed 1,2", "x1": "1 still 1,2"]),
    Case(
      "is still if a frame names no contact and one contact is down",
      [
        "id5 x1 y2": "1 landed 1,2", "ms90": "1 still 1,2", "": "1 still 1,2",
        "s1 id6": "2 landed 0,0", "ms99": "", "id-1": "2 lifted 0,0", "ms3": "1 still 1,2",
      ]),
    Case(
      "loses a contact whose slot is used again without a lift",
      [
        "id5 x1 y2": "1 landed 1,2", "id6 x30": "1 lost(stale) 1,2; 2 landed 30,2",
        "id-1": "2 lifted 30,2",
      ]),
    Case(
      "lifts and lands in one frame",
      [
        "id5 x1 y2": "1 landed 1,2", "id-1 id6 x30": "1 lifted 1,2; 2 landed 30,2", "x31": "2 moved 31,2",
      ]),
    Case("lands and lifts in one frame", ["id5 x1 y2 id-1": "1 landed 1,2; 1 lifted 1,2", "x3": ""]),
    Case(
      "takes a position before the lift as the last one, and none after it",
      [
        "id5 x1 y2": "1 landed 1,2", "x3 id-1 x4": "1 lifted 3,2",
      ]),
    Case(
      "never reports a third contact of one slot in one frame",
      [
        "id5 x1": "1 landed 1,0", "id-1 id6 x2 id-1": "1 lifted 1,0", "id7 x3": "2 landed 3,0",
      ]),
    Case("ignores the repetition of a tracking id", ["id5 x1 y2": "1 landed 1,2", "id5 x2": "1 moved 2,2"]),
    Case(
      "ignores slots out of range",
      [
        "s-1 id5 x1": "", "s10 id6 x2": "", "s2000000000 id7": "", "s9 id8 x3": "1 landed 3,0",
      ]),
    Case(
      "takes a lift in an empty slot for nothing",
      ["s3 id-1": "", "s0 id5 x1": "1 landed 1,0", "s3 id-1": "", "s0 x2": "1 moved 2,0"]),
    Case(
      "leaves the other slots alone while an unknown one is named",
      [
        "s0 id5 x1 y2": "1 landed 1,2", "s-1 x9 id-1": "1 still 1,2", "s10 x9 id-1": "1 still 1,2",
        "s99 y9 tool2": "1 still 1,2",
        "s0 x3": "1 moved 3,2",
      ]),
    Case(
      "does not report a finger that was down before the stream began",
      [
        "x5 y6": "", "x6": "", "id-1": "", "id3": "1 landed 6,6",
      ]),
    Case(
      "takes the registers that are fed before the first contact",
      [
        "s0 x40 y50 s1 x60 y70 s0": "", "id5 y51": "1 landed 40,51", "s1 id6": "2 landed 60,70",
      ]),
    Case(
      "gives a palm up until it lifts",
      [
        "id5 x1 y2": "1 landed 1,2", "tool2": "1 lost(palm) 1,2", "x2": "",
        "tool0 x3": "", "id-1": "", "id6": "2 landed 3,2",
      ]),
    Case("never reports a contact that lands as a palm", ["id5 tool2 x1": "", "tool0": "", "id-1": ""]),
    Case(
      "loses every contact when events were dropped, and skips to the next report",
      [
        "id5 x1 y2 s1 id6 x3": "1 landed 1,2; 2 landed 3,0",
        "x9 drop s0 id-1": "1 lost(dropped) 1,2; 2 lost(dropped) 9,0",
        "s1 x10": "", "id7": "3 landed 10,0", "s0 id-1": "", "id8": "4 landed 1,2",
      ]),
  ])
  private func `decodes protocol B`(_ example: Case) {
    #expect(decode(slotted, example.frames) == example.reported)
  }

  @Test(arguments: [
    Case(
      "follows a finger by its place",
      [
        "x10 y20 mt": "1 landed 10,20", "x12 y20 mt": "1 moved 12,20", "x12 y20 mt": "1 still 12,20",
        "mt": "1 lifted 12,20",
      ]),
    Case(
      "follows two fingers whose order changes",
      [
        "x10 y10 mt x90 y90 mt": "1 landed 10,10; 2 landed 90,90",
        "x89 y89 mt x11 y11 mt": "1 moved 11,11; 2 moved 89,89",
        "x88 y88 mt": "1 lifted 11,11; 2 moved 88,88",
        "touch0": "2 lifted 88,88",
      ]),
    Case(
      "follows tracking ids where it has them",
      [
        "id3 x10 y10 mt id4 x90 y90 mt": "1 landed 10,10; 2 landed 90,90",
        "id4 x12 y12 mt id3 x88 y88 mt": "1 moved 88,88; 2 moved 12,12",
        "id5 x88 y88 mt id4 x12 y12 mt": "1 lifted 88,88; 3 landed 88,88; 2 still 12,12",
      ]),
    Case(
      "counts a contact once that a frame lists twice",
      ["id3 x1 y0 mt id3 x2 y0 mt": "1 landed 1,0", "id3 x2 mt id3 x3 mt": "1 moved 2,0"]),
    Case(
      "takes a frame without a list for a sign of life", ["x1 y1 mt": "1 landed 1,1", "ms4": "1 still 1,1"]),
    Case("ends a contact that no SYN_MT_REPORT ends", ["x1 y1": "1 landed 1,1", "mt": "1 lifted 1,1"]),
    Case(
      "reuses the slot of a contact that left",
      [
        "x1 y1 mt": "1 landed 1,1", "mt": "1 lifted 1,1", "x5 y5 mt": "2 landed 5,5",
      ]),
    Case(
      "gives a palm up",
      [
        "x1 y1 mt": "1 landed 1,1", "x1 y1 tool2 mt": "1 lost(palm) 1,1",
        "x2 y1 mt": "", "mt": "", "x9 y9 mt": "2 landed 9,9",
      ]),
    Case(
      "keeps a contact dead that events were dropped under",
      [
        "id3 x1 y0 mt": "1 landed 1,0", "drop": "1 lost(dropped) 1,0", "id3 x2 y0 mt": "",
        "mt": "", "id4 x9 y0 mt": "2 landed 9,0",
      ]),
    Case(
      "takes the release of a panel that goes for no lift",
      [
        "x1 y1 mt x90 y90 mt": "1 landed 1,1; 2 landed 90,90",
        "touch0 syn1": "1 lost(unplugged) 1,1; 2 lost(unplugged) 90,90",
      ]),
    Case(
      "takes the kernel's key repeat for a sign of life",
      ["touch1 x1 y1 mt": "1 landed 1,1", "touch2 syn1": "1 still 1,1", "mt": "1 lifted 1,1"]),
  ])
  private func `decodes protocol A`(_ example: Case) {
    #expect(decode(listed, example.frames) == example.reported)
  }

  @Test(arguments: [
    Case(
      "lands, moves and lifts",
      [
        "touch1 X5 Y6": "1 landed 5,6", "X7": "1 moved 7,6", "touch0": "1 lifted 7,6", "X9": "",
        "touch1": "2 landed 9,6",
      ]),
    Case("hovers without a contact", ["X5 Y6": "", "touch1": "1 landed 5,6", "touch2": "1 still 5,6"]),
    Case(
      "loses the contact when events were dropped",
      [
        "touch1 X5": "1 landed 5,0", "drop": "1 lost(dropped) 5,0", "X6": "",
        "touch0": "", "touch1": "2 landed 6,0",
      ]),
    Case(
      "takes the release of a panel that goes for no lift",
      [
        "touch1 X5 Y6": "1 landed 5,6", "touch0 syn1": "1 lost(unplugged) 5,6", "touch1": "2 landed 5,6",
      ]),
    Case(
      "takes the kernel's key repeat for a sign of life",
      ["touch1 X5 Y6": "1 landed 5,6", "touch2 syn1": "1 still 5,6", "touch0": "1 lifted 5,6"]),
  ])
  private func `decodes single touch`(_ example: Case) {
    #expect(decode(single, example.frames) == example.reported)
  }

  @Test func `chooses the protocol by the axes`() {
    #expect(TouchProtocol(slotted) == .slots)
    #expect(TouchProtocol(listed) == .list)
    #expect(TouchProtocol(single) == .single)
    #expect(TouchProtocol(PanelDescription()) == .single)
    var counted = slotted
    counted.axes[EventCode.belowMTSlot] = AxisRange(minimum: 0, maximum: 255)
    #expect(TouchProtocol(counted) == .single, "a device that counts its axes through has no slots")
  }

  @Test func `needs neither ABS_X nor BTN_TOUCH if there are slots`() {
    let bare = panel(Array(slotted.axes.keys), keys: [])
    #expect(decode(bare, ["id5 x1 y2", "x3", "id-1"]) == ["1 landed 1,2", "1 moved 3,2", "1 lifted 3,2"])
  }

  @Test func `counts and ignores slots beyond the 64th`() {
    var wide = slotted
    wide.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 99)
    let frame = (0..<100).map { "s\($0) id\($0) x\($0)" }.joined(separator: " ")
    var decoder = SlotDecoder(description: wide, geometry: .deviceUnits)
    feedRegisters(of: wide, to: &decoder)
    feed(&decoder, (0..<100).flatMap { [(EventCode.mtSlot, $0), (EventCode.mtTrackingID, $0)] })
    #expect(decoder.frame.count == 64)
    #expect(decoder.ignoredContacts == 36)
    #expect(decode(wide, [frame])[0].hasSuffix("64 landed 63,0"))
    feed(&decoder, (0..<64).flatMap { [(EventCode.mtSlot, $0), (EventCode.mtTrackingID, $0 + 100)] })
    #expect(decoder.frame.count == 128, "every slot closed and opened again has its two lines")
  }

  @Test func `counts and ignores the list beyond the 64th entry`() {
    var decoder = SlotDecoder(description: listed, geometry: .deviceUnits)
    for _ in 0..<2 {
      for entry in 0..<Int32(70) {
        feed(
          &decoder, [(EventCode.mtPositionX, 50 * entry), (EventCode.mtPositionY, 0)],
          report: EventCode.synMTReport)
      }
      feed(&decoder, [])
    }
    #expect(decoder.ignoredContacts == 6)
    #expect(decoder.frame.count == 64)
  }

  @Test func `loses every live contact once, on request`() {
    var decoder = SlotDecoder(description: slotted, geometry: .deviceUnits)
    feedRegisters(of: slotted, to: &decoder)
    feed(
      &decoder,
      [
        (EventCode.mtTrackingID, 3), (EventCode.mtPositionX, 8), (EventCode.mtSlot, 1),
        (EventCode.mtTrackingID, 4),
      ])
    let unplugged = Instant(microseconds: 5000)
    let losesThem = decoder.loseAll(.unplugged, at: unplugged)
    #expect(losesThem)
    #expect(decoder.frame.instant == unplugged)
    #expect(
      lines(&decoder)
        == "1 lost(unplugged) 8,0; 2 lost(unplugged) 0,0")
    let losesThemAgain = decoder.loseAll(.shutdown, at: unplugged)
    #expect(!losesThemAgain)
  }

  @Test func `uses the time of SYN_REPORT and the panel's geometry`() {
    let geometry = PanelGeometry(
      description: slotted, size: PanelSize(config: .init(width: 4095, height: 819), description: slotted),
      rotation: .half)
    var decoder = SlotDecoder(description: slotted, geometry: geometry)
    feedRegisters(of: slotted, to: &decoder)
    _ = decoder.consume(
      .init(instant: .init(microseconds: 1), type: 3, code: EventCode.mtTrackingID, value: 0))
    _ = decoder.consume(
      .init(instant: .init(microseconds: 2), type: 3, code: EventCode.mtPositionX, value: 95))
    let isComplete = decoder.consume(.init(instant: .init(microseconds: 7), type: 0, code: 0, value: 0))
    #expect(isComplete)
    #expect(decoder.frame.instant == Instant(microseconds: 7))
    #expect(lines(&decoder) == "1 landed 4000,819")
  }

  @Test(arguments: [slotted, listed, single])
  func `keeps its invariants for any events`(panel: PanelDescription) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let codes: [(UInt16, UInt16)] = [
      (0, 0), (0, 2), (0, 3), (1, 0x14a), (3, 0), (3, 1), (3, 0x2f), (3, 0x35), (3, 0x36), (3, 0x37),
      (3, 0x39),
      (3, 0x39), (4, 5), (3, 0xffff), (9, 9),
    ]
    var decoder = SlotDecoder(description: panel, geometry: .deviceUnits)
    var live: Set<UInt64> = []
    for step in 0..<20_000 {
      let (type, code) = codes[Int(random.next() % UInt64(codes.count))]
      let wild = Int32(truncatingIfNeeded: random.next())
      let value = random.next() % 8 == 0 ? wild : wild % 5
      let event = InputEvent(
        instant: .init(microseconds: Int64(step)), type: type, code: step % 4 == 3 ? 0 : code,
        value: value)
      guard decoder.consume(event) else { continue }
      for index in 0..<decoder.frame.count {
        let line = decoder.frame.contact(at: index)
        switch line.report {
        case .landed: #expect(live.insert(line.id.number).inserted, "seed \(seed)")
        case .moved, .still: #expect(live.contains(line.id.number), "seed \(seed)")
        case .lifted, .lost: #expect(live.remove(line.id.number) != nil, "seed \(seed)")
        }
      }
    }
  }
}

/// Decodes axis values and then a report, all at one instant.
private func feed(
  _ decoder: inout SlotDecoder, _ axes: [(code: UInt16, value: Int32)], report: UInt16 = EventCode.synReport
) {
  let instant = Instant(microseconds: 1000)
  for axis in axes {
    _ = decoder.consume(InputEvent(instant: instant, type: EventCode.abs, code: axis.code, value: axis.value))
  }
  _ = decoder.consume(InputEvent(instant: instant, type: EventCode.syn, code: report, value: 0))
}
