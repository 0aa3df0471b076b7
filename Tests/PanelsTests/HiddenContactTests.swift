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
    var reported: [String]
  }

  private static let cases = [
    Case(
      behaviour: "hides a contact from its landing to its lift, wherever it moves", panel: slotted,
      frames: ["id1 x5 y5", "x900 y900", "id-1", "id2", "id-1"],
      reported: ["no frame", "no frame", "no frame", "1 landed 900,900", "1 lifted 900,900"]),
    Case(
      behaviour: "follows a contact that moves into the area", panel: slotted,
      frames: ["id1 x500 y5", "x5", "id-1"], reported: ["1 landed 500,5", "1 moved 5,5", "1 lifted 5,5"]),
    Case(
      behaviour: "hides a tap within one frame", panel: slotted,
      frames: ["id1 x5 y5 id-1", "id2 x500 id-1"], reported: ["no frame", "1 landed 500,5; 1 lifted 500,5"]),
    Case(
      behaviour: "decides anew for a contact that takes over the slot", panel: slotted,
      frames: ["id1 x5 y5", "id2 x500", "id3 x5", "id-1"],
      reported: ["no frame", "1 landed 500,5", "1 lost(stale) 500,5", "no frame"]),
    Case(
      behaviour: "reports a shown contact beside a hidden one by its own events", panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "s0 x6", "s1 x501", "s0 x7 s1 x502", "s0 id-1", "s1 id-1"],
      reported: [
        "no frame", "1 landed 500,5", "no frame", "1 moved 501,5", "1 moved 502,5", "no frame",
        "1 lifted 502,5",
      ]),
    Case(
      behaviour: "counts a scan of a hidden contact as one in which the shown contact rests", panel: clocked,
      frames: ["id1 x5 y5 ms1", "s1 id2 x500 y5 ms2", "s0 x6 ms3", "ms4", "s1 id-1 ms5", "s0 x7 ms6"],
      reported: [
        "no frame", "1 landed 500,5", "1 still 500,5", "1 still 500,5", "1 lifted 500,5", "no frame",
      ]),
    Case(
      behaviour: "orders contacts by their landings, because their slots depend on hidden ones",
      panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "s0 id-1", "id3 x700 y7", "x701 s1 x501"],
      reported: ["no frame", "1 landed 500,5", "no frame", "2 landed 700,7", "1 moved 501,5; 2 moved 701,7"]),
    Case(
      behaviour: "reports the lift of a listed contact beside a hidden one", panel: listed,
      frames: ["x5 y5 mt", "x6 y5 mt x500 y5 mt", "x7 y5 mt x501 y5 mt", "x8 y5 mt", "mt"],
      reported: ["no frame", "1 landed 500,5", "1 moved 501,5", "1 lifted 501,5", "no frame"]),
    Case(
      behaviour: "hides the only contact of a single-touch panel", panel: single,
      frames: ["touch1 X5 Y5", "X500", "touch0", "touch1", "touch0"],
      reported: ["no frame", "no frame", "no frame", "1 landed 500,5", "1 lifted 500,5"]),
    Case(
      behaviour: "keeps a contact hidden after lost events", panel: slotted,
      frames: ["id1 x5 y5", "s1 id2 x500 y5", "drop", "s0 x900", "s0 id-1 s1 id-1", "s0 id3"],
      reported: ["no frame", "1 landed 500,5", "1 lost(dropped) 500,5", "no frame", "", "2 landed 900,5"]),
  ]

  @Test(arguments: cases.indices)
  func `hides contacts that land there`(index: Int) {
    let test = Self.cases[index]
    var (landed, down) = (UInt64(0), 0)
    let reported = decode(test.panel, test.frames, privateAreas: Self.area) { decoder in
      (landed, down) = (decoder.landedContacts, decoder.contactsDown)
    }
    #expect(reported == test.reported, "\(test.behaviour)")
    let landings = test.reported.joined().components(of: "landed")
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
    let reported = decode(panel, frames, privateAreas: Self.area) { palms = $0.palms }
    #expect(reported.suffix(4) == ["", "", "1 landed 500,5", "1 lifted 500,5"])
    #expect(palms == 1)
  }

  // One contact, listed every 16 ms without a tracking id: nothing but its path says whose it is.
  @Test(arguments: [
    (
      "stays hidden when it leaves the area fast", [50, 70, 90, 110, 130, 150, nil],
      Array(repeating: "no frame", count: 7)
    ),
    (
      "goes on when it enters the area fast", [160, 140, 120, 100, 80, 60, nil],
      [
        "1 landed 160,5", "1 moved 140,5", "1 moved 120,5", "1 moved 100,5", "1 moved 80,5", "1 moved 60,5",
        "1 lifted 60,5",
      ]
    ),
    (
      "is another finger where none can be so soon", [50, 52, 300, 302, 4, nil],
      ["no frame", "no frame", "1 landed 300,5", "1 moved 302,5", "1 lifted 302,5", "no frame"]
    ),
  ])
  func `follows a listed contact across the border`(behaviour: String, path: [Int32?], reported: [String]) {
    var glass = ListedGlass(privateAreas: Self.area)
    let lines = path.enumerated().map { frame, x in
      glass.frame(at: 16 * Int64(frame), x.map { [$0] } ?? [])
    }
    #expect(lines == reported, "\(behaviour)")
  }

  @Test func `is silence to the other contacts of a panel that lifts by silence`() {
    var shown = ListedGlass(privateAreas: Self.area)
    var both = ListedGlass(privateAreas: Self.area)
    var (without, with) = ([String](), [String]())
    for scan in 0..<60 {
      let time = 10 * Int64(scan)
      // A finger that rests for 300 ms, and lifts without a list.
      if scan < 30 { without.append(shown.frame(at: time, [500])) }
      with.append(both.frame(at: time, (scan < 30 ? [500] : []) + [7]))
    }
    without.append(shown.liftSilent(at: 600))
    with.append(both.liftSilent(at: 600))
    #expect(without.last == "1 lifted 500,5 at 490 ms" && with.last == without.last)
    #expect(with.filter { $0 != "no frame" } == without)
    let (hidden, down) = (both.decoder.hiddenDown, both.decoder.contactsDown)
    #expect(hidden == 1 && down == 0)
  }

  @Test func `lifts when a panel that lifts by silence is silent`() {
    var glass = ListedGlass(privateAreas: Self.area)
    for scan in 0..<40 { _ = glass.frame(at: 10 * Int64(scan), [500]) }
    #expect(glass.liftSilent(at: 600) == "1 lifted 500,5 at 590 ms")
    _ = glass.frame(at: 1000, [7])
    for (time, down) in [(1190, 1), (1200, 0)] {
      glass.decoder.liftSilentHidden(at: Instant(microseconds: Int64(time) * 1000))
      let hidden = glass.decoder.hiddenDown
      #expect(hidden == down, "at \(time) ms")
    }
    #expect(glass.frame(at: 1210, [500]) == "2 landed 500,5")
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

/// A panel of protocol A of 500 mm, without tracking ids; all contacts are at y 5.
private struct ListedGlass: ~Copyable {
  var decoder: SlotDecoder

  init(privateAreas: PrivateAreas) {
    let axis = AxisRange(minimum: 0, maximum: 500)
    let geometry = PanelGeometry(
      xAxis: axis, yAxis: axis, size: Extent(width: 500, height: 500), scale: .kernel)
    decoder = SlotDecoder(description: listed, geometry: geometry, privateAreas: privateAreas)
  }

  /// One frame that lists these x, and nothing else.
  mutating func frame(at milliseconds: Int64, _ contacts: [Int32]) -> String {
    let instant = Instant(microseconds: milliseconds * 1000)
    func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(instant: instant, type: type, code: code, value: value)
    }
    for x in contacts {
      _ = decoder.consume(event(EventCode.abs, EventCode.mtPositionX, x))
      _ = decoder.consume(event(EventCode.abs, EventCode.mtPositionY, 5))
      _ = decoder.consume(event(EventCode.syn, EventCode.synMTReport, 0))
    }
    if contacts.isEmpty { _ = decoder.consume(event(EventCode.syn, EventCode.synMTReport, 0)) }
    return decoder.consume(event(EventCode.syn, EventCode.synReport, 0)) ? lines(&decoder) : "no frame"
  }

  /// The lifts by silence up to this time.
  mutating func liftSilent(at milliseconds: Int64) -> String {
    guard let deadline = decoder.deadline, deadline.microseconds <= milliseconds * 1000 else { return "" }
    decoder.liftSilent()
    return "\(lines(&decoder)) at \(deadline.microseconds / 1000) ms"
  }
}

extension String {
  /// How often the text contains a word.
  fileprivate func components(of word: String) -> Int {
    self.split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
