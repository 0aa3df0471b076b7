import GestureCore
import Panels
import Recordings
import Testing

@Suite struct `A log of evtest` {
  private static let header = """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x416 product 0x38f version 0x1060
    Input device name: "Goodix Capacitive TouchScreen"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 47 (ABS_MT_SLOT)
          Value      0
          Min        0
          Max        9
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min        0
          Max     1279
          Fuzz       2
          Resolution      10
        Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min      -20
          Max      799
        Event code 57 (ABS_MT_TRACKING_ID)
          Value      0
          Min        0
          Max    65535
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)

    """

  private static let events = """
    Event: time 10.500000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 45
    Event: time 10.500000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 900
    Event: time 10.500000, type 4 (EV_MSC), code 4 (MSC_SCAN), value 700e2
    Event: time 10.500000, -------------- SYN_REPORT ------------
    Event: time 10.512000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 10.512000, -------------- SYN_REPORT ------------

    """

  private static func read(_ text: String, ranges: PositionRanges? = nil) throws -> Recording {
    try Recording.read(bytes: Array(text.utf8), fileName: "x", ranges: ranges)
  }

  private static func message(_ text: String) -> String? {
    #expect(throws: RecordingError.self) { try read(text) }.map { "\($0)" }
  }

  private static func values(_ recording: Recording) -> [[Int]] {
    recording.events.map { [Int($0.instant.microseconds), Int($0.type), Int($0.code), Int($0.value)] }
  }

  private static let expected = [
    [10_500_000, 3, 57, 45], [10_500_000, 3, 53, 900], [10_500_000, 4, 4, 0x700e2], [10_500_000, 0, 0, 0],
    [10_512_000, 3, 57, -1], [10_512_000, 0, 0, 0],
  ]

  @Test func `describes its device`() throws {
    let recording = try Self.read(Self.header + Self.events)
    let panel = recording.description
    #expect(recording.format == .evtest && recording.hasAxisRanges && recording.isDescribed)
    #expect(panel.name == "Goodix Capacitive TouchScreen")
    #expect([panel.bus, panel.vendor, panel.product, panel.version] == [0x18, 0x416, 0x38f, 0x1060])
    #expect(panel.isDirect && panel.keys == [EventCode.btnTouch])
    #expect(panel.axes[EventCode.mtSlot] == AxisRange(minimum: 0, maximum: 9))
    #expect(
      panel.axes[EventCode.mtPositionX] == AxisRange(minimum: 0, maximum: 1279, fuzz: 2, resolution: 10))
    #expect(panel.axes[EventCode.mtPositionY] == AxisRange(minimum: -20, maximum: 799))
    #expect(Self.values(recording) == Self.expected)
  }

  private static let variants: [(String, String)] = {
    let text = header + events
    let lines = text.split(separator: "\n").map(String.init)
    let stars = "*****************\n"
    return [
      ("carriage returns", lines.joined(separator: "\r\n")),
      ("a prefix on each line", lines.map { "Nov 27 14:09 kiosk evtest[812]: \($0)\n" }.joined()),
      ("a quotation", lines.map { "> \($0)\n" }.joined()),
      (
        "the list of devices on top",
        "$ sudo evtest\nNo device specified, trying to scan all of /dev/input/event*\nAvailable devices:\n"
          + "/dev/input/event0:\tPower Button\nSelect the device event number [0-1]: 1\n" + text
      ),
      ("a list of devices alone on top", "/dev/input/event0:\tPower Button\n" + text),
      (
        "a warning of a grab",
        header + stars + "  This device is grabbed by another process.\n" + stars + events
      ),
      (
        "noise between events", text.replacing("Event: time 10.512", with: "^C Min 3 Max\nEvent: time 10.512")
      ),
      ("an end that is cut off", text + "Event: time 10.52, type 3 (EV_A"),
      ("no end of the last line", String(text.dropLast())),
    ]
  }()

  @Test(arguments: variants)
  func `is read with`(what: String, text: String) throws {
    let recording = try Self.read(text)
    #expect(Self.values(recording) == Self.expected)
    #expect(recording.hasAxisRanges && recording.description.vendor == 0x416)
  }

  @Test(arguments: [
    ("-------------- SYN_REPORT ------------", 0), ("++++++++++++++ SYN_REPORT ++++++++++++", 0),
    ("-------------- EV_SYN ------------", 0), ("-------------- Report Sync ------------", 0),
    ("++++++++++++++ SYN_MT_REPORT ++++++++++++", 2), ("++++++++++++++ ? ++++++++++++", 2),
    (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", 3), ("-------------- SYN_DROPPED ------------", 3),
    ("-------------- Config Sync ------------", 1), ("type 0 (Reset), code 0 (Reset), value 0", 0),
  ])
  func `has synchronisations of every version`(text: String, code: UInt16) throws {
    let recording = try Self.read(Self.header + "Event: time 1.000000, \(text)\n" + Self.events)
    #expect(recording.events[0].type == EventCode.syn && recording.events[0].code == code)
  }

  @Test func `without its header needs ranges`() throws {
    let message = try #require(Self.message(Self.events))
    #expect(message.contains("--ranges") && message.contains("--size"))
    let ranges = try #require(PositionRanges(text: "0..1279,-20..799"))
    let recording = try Self.read(Self.events, ranges: ranges)
    #expect(recording.hasAxisRanges && !recording.isDescribed)
    #expect(recording.description.axes[EventCode.mtPositionY] == AxisRange(minimum: -20, maximum: 799))
    #expect(TouchProtocol(recording.description) == .slots)
    #expect(Self.values(recording) == Self.expected)
    #expect(throws: RecordingError.self) { try Self.read(Self.header + Self.events, ranges: ranges) }
  }

  @Test func `of a shortened header has the slots of its events`() throws {
    let header = Self.header.replacing(
      "    Event code 47 (ABS_MT_SLOT)\n      Value      0\n      Min        0\n      Max        9\n",
      with: "")
    #expect(TouchProtocol(try Self.read(header + Self.events).description) == .slots)
  }

  @Test func `of several devices is that of the touchscreen`() throws {
    let mouse = """
      Input device ID: bus 0x3 vendor 0x1 product 0x2 version 0x3
      Input device name: "Mouse"
        Event type 2 (EV_REL)
          Event code 0 (REL_X)
      Event: time 1.000000, type 2 (EV_REL), code 0 (REL_X), value 3
      Event: time 1.000000, -------------- SYN_REPORT ------------
      Event: time 2.0000

      """
    let recording = try Self.read(mouse + Self.header + Self.events + mouse)
    #expect(Self.values(recording) == Self.expected)
    let later = Self.events.replacing("time 10.", with: "time 20.")
    let twice = try Self.read(Self.header + Self.events + Self.header + later)
    #expect(twice.events.count == 2 * Self.expected.count)
  }

  @Test(arguments: [
    ("Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value x\n", "x:1:"),
    ("Event: time 1, -------------- SYN_REPORT ------------\n", "x:1:"),
    ("Event: time 1.000000, type 3 (EV_ABS), code 99999 (?), value 1\n", "x:1:"),
    ("Event: time 1.000000, hello\n", "x:1:"),
    ("Input device ID: bus 0xq vendor 0x416\n", "x:1:"),
    ("Input device name: \"a\"\n  Event type 3 (EV_ABS)\n    Event code 0 (ABS_X)\n      Min   z\n", "x:4:"),
  ])
  func `is refused with the line that is damaged`(text: String, position: String) throws {
    #expect(try #require(Self.message(text + Self.events)).hasPrefix(position))
  }

  @Test(
    arguments: [
      ("1279x799", 0, 1279, 799), ("0..1279,0..799", 0, 1279, 799), ("-5..1279,799", -5, 1279, 799),
    ] as [(String, Int32, Int32, Int32)])
  func `has ranges as a person writes them`(text: String, left: Int32, right: Int32, bottom: Int32) throws {
    let ranges = try #require(PositionRanges(text: text))
    #expect(ranges.x == AxisRange(minimum: left, maximum: right))
    #expect(ranges.y == AxisRange(minimum: 0, maximum: bottom))
  }

  @Test(arguments: ["", "1279", "1279x", "0..0,1", "5..1,3", "1..2..3,4", "a,b", "1,2,3", "99999999999,1"])
  func `has no ranges in other text`(text: String) {
    #expect(PositionRanges(text: text) == nil)
  }
}

@Suite struct `Text above a recording` {
  private static let libinput = """
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event3
      evdev:
        name: "p"
      events:
      - evdev:
        - [0, 1, 3, 53, 7]
        - [0, 1, 0, 0, 0]

    """

  @Test(arguments: [
    ("Recording to 'stdout'.\n", libinput, RecordingFormat.libinput),
    ("$ libinput record\nRecording to 'stdout'.\n\n", libinput, .libinput),
    ("hello\n", "# libinput record\n" + libinput, .libinput),
    (
      "* daemon started successfully\n", "add device 1: /dev/input/event0\n[ 1.5] EV_SYN SYN_REPORT 0\n",
      .getevent
    ),
    ("$ evemu-record\n", "# EVEMU 1.3\nE: 0.1 0000 0000 0\n", .evemu),
  ])
  func `is skipped`(banner: String, text: String, format: RecordingFormat) throws {
    let recording = try Recording.read(bytes: Array((banner + text).utf8), fileName: "x")
    #expect(recording.format == format)
    #expect(recording == (try Recording.read(bytes: Array(text.utf8), fileName: "x")))
  }

  @Test func `counts as lines`() {
    let error = #expect(throws: RecordingError.self) {
      try Recording.read(
        bytes: Array(("Recording to 'stdout'.\n" + Self.libinput + "    - [x]\n").utf8), fileName: "x")
    }
    #expect(error?.line == 12)
  }

  @Test func `does not make a recording of another document`() {
    for text in ["services:\nversion: 3\n", "hello\nE: 1.0 0000 0000 0\n", "a\ndevices:\nversion: 1\n"] {
      #expect(throws: RecordingError.self) { try Recording.read(bytes: Array(text.utf8), fileName: "x") }
    }
  }
}
