import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `A slot decoder with a private area` {
  /// The area of x and y up to 100.
  private static let area = PrivateAreas([Zone.Rectangle(x: 0, y: 0, width: 100, height: 100)])

  private static let clocked: PanelDescription = {
    var panel = slotted
    panel.miscellanea = [EventCode.mscTimestamp]
    return panel
  }()

  private struct Case {
    var behaviour: String
    var panel: PanelDescription
    var frames: [String]
    var told: [String]
  }

  private static let cases = [
    Case(
      behaviour: "hides a contact from its landing to its lift, wherever it moves", panel: slotted,
      frames: ["id1 x5 y5", "x900 y900", "id-1", "id2", "id-1"],
      told: ["no frame", "no frame", "no frame", "1 landed 900,900", "1 lifted 900,900"]),
    Case(
      behaviour: "follows a contact that moves into the area", panel: slotted,
      frames: ["id1 x500 y5", "x5", "id-1"], told: ["1 landed 500,5", "1 moved 5,5", "1 lifted 5,5"]),
    Case(
      behaviour: "hides a tap within one frame", panel: slotted,
      frames: ["id1 x5 y5 id-1", "id2 x500 id-1"], told: ["no frame", "1 landed 500,5; 1 lifted 500,5"]),
    Case(
      behaviour: "decides anew for a contact that takes over the slot", panel: slotted,
      frames: ["id1 x5 y5", "id2 x500", "id3 x5", "id-1"],
      told: ["no frame", "1 landed 500,5", "1 lost(stale) 500,5", "no frame"]),
    Case(
      behaviour: "reports a shown contact beside a hidden one by its own events", panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "s0 x6", "s1 x501", "s0 x7 s1 x502", "s0 id-1", "s1 id-1"],
      told: [
        "no frame", "1 landed 500,5", "no frame", "1 moved 501,5", "1 moved 502,5", "no frame",
        "1 lifted 502,5",
      ]),
    Case(
      behaviour: "counts a scan of a hidden contact as one in which the shown contact rests", panel: clocked,
      frames: ["id1 x5 y5 ms1", "s1 id2 x500 y5 ms2", "s0 x6 ms3", "ms4", "s1 id-1 ms5", "s0 x7 ms6"],
      told: ["no frame", "1 landed 500,5", "1 still 500,5", "1 still 500,5", "1 lifted 500,5", "no frame"]),
    Case(
      behaviour: "orders contacts by their landings, because their slots depend on hidden ones",
      panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "s0 id-1", "id3 x700 y7", "x701 s1 x501"],
      told: ["no frame", "1 landed 500,5", "no frame", "2 landed 700,7", "1 moved 501,5; 2 moved 701,7"]),
    Case(
      behaviour: "reports the lift of a listed contact beside a hidden one", panel: listed,
      frames: ["x5 y5 mt", "x6 y5 mt x500 y5 mt", "x7 y5 mt x501 y5 mt", "x8 y5 mt", "mt"],
      told: ["no frame", "1 landed 500,5", "1 moved 501,5", "1 lifted 501,5", "no frame"]),
    Case(
      behaviour: "hides the only contact of a single-touch panel", panel: single,
      frames: ["touch1 X5 Y5", "X500", "touch0", "touch1", "touch0"],
      told: ["no frame", "no frame", "no frame", "1 landed 500,5", "1 lifted 500,5"]),
    Case(
      behaviour: "keeps a contact hidden after lost events", panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "drop", "s0 x900", "s0 id-1 s1 id-1", "s0 id3"],
      told: ["no frame", "1 landed 500,5", "1 lost(dropped) 500,5", "no frame", "", "2 landed 900,5"]),
  ]

  @Test(arguments: cases.indices)
  func `hides contacts that land there`(index: Int) {
    let test = Self.cases[index]
    var (landed, down) = (UInt64(0), 0)
    let told = decode(test.panel, test.frames, privateAreas: Self.area) { decoder in
      (landed, down) = (decoder.landedContacts, decoder.contactsDown)
    }
    #expect(told == test.told, "\(test.behaviour)")
    let landings = test.told.joined().components(of: "landed")
    #expect(landed == UInt64(landings), "\(test.behaviour)")
    #expect(down <= landings)
  }

  @Test func `counts no palm there, and learns nothing from its tools`() {
    var panel = slotted
    panel.axes[EventCode.mtToolType] = AxisRange(minimum: 0, maximum: 2)
    // The second palm has no tool event; only a panel that was seen to reset a tool says that it is
    // one.
    let frames = ["id1 x5 y5 tool2", "id-1", "id2 tool0", "id-1", "id3 x500 tool2", "id-1", "id4", "id-1"]
    var palms: UInt64 = 0
    let told = decode(panel, frames, privateAreas: Self.area) { palms = $0.palms }
    #expect(told.suffix(4) == ["", "", "1 landed 500,5", "1 lifted 500,5"])
    #expect(palms == 1)
  }

  @Test func `keeps hidden contacts if the area changes`() {
    var decoder = SlotDecoder(description: slotted, geometry: .deviceUnits, privateAreas: Self.area)
    func frame(_ milliseconds: Int64, _ values: [(UInt16, Int32)]) -> Bool {
      let instant = Instant(microseconds: milliseconds * 1000)
      for (code, value) in values {
        _ = decoder.consume(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
      }
      return decoder.consume(
        InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    let landing: [(UInt16, Int32)] = [
      (EventCode.mtTrackingID, 1), (EventCode.mtPositionX, 5), (EventCode.mtPositionY, 5),
    ]
    let isLandingShown = frame(1, landing)
    decoder.privateAreas = PrivateAreas()
    let isMovementShown = frame(2, [(EventCode.mtPositionX, 50)])
    #expect(!isLandingShown && !isMovementShown)
    let (count, down, hidden) = (decoder.frame.count, decoder.contactsDown, decoder.hiddenDown)
    #expect([count, down, hidden] == [0, 0, 1])
    let (landed, all) = (decoder.landedContacts, decoder.allContacts)
    #expect([landed, all] == [0, 1])
  }
}

extension String {
  /// How often the text contains a word.
  fileprivate func components(of word: String) -> Int {
    self.split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
