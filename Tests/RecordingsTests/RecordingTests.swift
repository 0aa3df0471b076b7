import Foundation
import GestureCore
import Panels
import Recordings
import TestKit
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private func at(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
  InputEvent(instant: Instant(microseconds: microseconds), type: type, code: code, value: value)
}

@Suite struct `A recording` {
  @Test func `in evemu text is read with its description`() throws {
    let recording = try Recording.read(
      bytes: bytes(
        """
        # EVEMU 1.2
        # Input device name: "Quanta"
        N: Quanta  OpticalTouchScreen\u{20}
        I: 0003 0408 3008 0001
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 01 00 00 00 00 00 00 00
        B: 01 02 00 00 00 00 00 00 00
        B: 02 03 00 00 00 00 00 00 00
        A: 2f 0 9 0 0
        A: 35 -5 1919 1 2 4
        A: 36 0 1079 0 0 0004
        ################################
        E: 1357751027.090934 0003 0039 0007\t# EV_ABS / ABS_MT_TRACKING_ID   7
        E: 1357751027.1 0003 0039 -1

        E: 1357751028.000000 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------
        """), fileName: "folder/quanta.ev")
    #expect(recording.name == "quanta.ev")
    #expect(recording.format == .evemu)
    #expect(recording.hasAxisRanges)
    #expect(recording.description.name == "Quanta  OpticalTouchScreen")
    #expect(recording.description.vendor == 0x408)
    #expect(recording.description.version == 1)
    #expect(recording.description.isDirect)
    #expect(recording.description.keys == [0, 65])
    #expect(recording.description.relatives == [0, 1])
    #expect(
      recording.description.axes[0x35]
        == AxisRange(minimum: -5, maximum: 1919, fuzz: 1, flat: 2, resolution: 4))
    #expect(recording.description.axes[0x2f]?.maximum == 9)
    #expect(
      recording.events == [
        at(1_357_751_027_090_934, 3, 0x39, 7), at(1_357_751_027_100_000, 3, 0x39, -1),
        at(1_357_751_028_000_000, 0, 0, 0),
      ])
  }

  @Test func `in evemu text takes its description from a sibling`() throws {
    let events = bytes("E: 0.000001 0003 0035 5\nE: 0.000001 0000 0000 0\n")
    var asked: [String] = []
    let recording = try Recording.read(
      bytes: events,
      sibling: { name in
        asked.append(name)
        return name == "a.b/panel.desc" ? bytes("N: Panel\nA: 35 0 99 0 0\nA: 36 0 88 0 0\n") : nil
      }, fileName: "a.b/panel.tap.events.gz")
    #expect(asked == ["a.b/panel.tap.desc", "a.b/panel.tap.prop", "a.b/panel.desc"])
    #expect(recording.description.name == "Panel")
    #expect(recording.hasAxisRanges)
    let alone = try Recording.read(bytes: events, sibling: { _ in bytes("rubbish") }, fileName: "x.events")
    #expect(!alone.hasAxisRanges)
    #expect(alone.description.axes[0x35] == AxisRange(minimum: 0, maximum: 5))
  }

  @Test func `without ranges uses its largest values, at least 1`() throws {
    let recording = try Recording.read(
      bytes: bytes("E: 0.0 0003 0039 3\nE: 0.0 0003 0035 70\nE: 0.0 0003 0035 -9\nE: 0.0 0003 0036 0\n"),
      fileName: "x")
    #expect(recording.description.axes[0x35] == AxisRange(minimum: 0, maximum: 70))
    #expect(recording.description.axes[0x36] == AxisRange(minimum: 0, maximum: 1))
    #expect(
      TouchProtocol(recording.description) == .slots, "tracking ids without SYN_MT_REPORT are slots' own")
    #expect(PanelSize(description: recording.description).scale == .assumed)
  }

  @Test func `of libinput record is read, the touchscreen of several devices`() throws {
    let recording = try Recording.read(bytes: bytes(libinputRecord), fileName: "touch.yml")
    #expect(recording.format == .libinput)
    #expect(recording.description.name == "ELAN 'Touch' screen")
    #expect(recording.description.bus == 24)
    #expect(recording.description.product == 0x2a1c)
    #expect(recording.description.keys == [330])
    #expect(recording.description.isDirect)
    #expect(recording.description.axes[0x35] == AxisRange(minimum: 0, maximum: 3392, resolution: 13))
    #expect(
      recording.events == [
        at(0, 3, 57, 0), at(0, 3, 53, 206), at(0, 3, 54, 311), at(0, 0, 0, 0), at(2_017_003, 3, 57, -1),
        at(2_017_003, 0, 0, 0),
      ])
  }

  @Test func `of getevent is read, the multitouch device of several`() throws {
    let recording = try Recording.read(
      bytes: bytes(
        """
        add device 1: /dev/input/event6
          name:     "sensor-level"
        could not get driver version for /dev/input/mice, Not a typewriter
        add device 2: /dev/input/event2
          name:     "touch_dev"
        [   75.280138] /dev/input/event6: EV_ABS       ABS_X                00000042
        [   75.280138] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
        [   75.280138] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000005
        [   75.280139] /dev/input/event2: EV_KEY       KEY_ODDITY           DOWN
        [   75.280140] /dev/input/event2: 0003         0035                 0000037a
        [   75.545787] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [   75.545787] /dev/input/event2: EV_SYN       SYN_REPORT           00000000             rate 100

        """), fileName: "g.txt")
    #expect(recording.format == .getevent)
    #expect(recording.description.name == "touch_dev")
    #expect(!recording.hasAxisRanges)
    #expect(recording.description.axes[0x35]?.maximum == 890)
    #expect(
      recording.events == [
        at(75_280_138, 1, 0x14a, 1), at(75_280_138, 3, 0x39, 5), at(75_280_140, 3, 0x35, 890),
        at(75_545_787, 3, 0x39, -1), at(75_545_787, 0, 0, 0),
      ])
  }

  @Test func `is equal after writing and reading`() throws {
    var panel = DemoPanel(seed: 4)
    var events: [InputEvent] = []
    var frame: [InputEvent] = []
    for _ in 0..<500 {
      panel.nextFrame(into: &frame)
      events += frame
    }
    var description = DemoPanel.description
    description.vendor = 0xbeef
    description.relatives = [8]
    description.axes[0] = AxisRange(minimum: -7, maximum: .max, fuzz: 1, flat: 2, resolution: 3)
    let written = EvemuWriter.write(description, events: events)
    let read = try Recording.read(bytes: written, fileName: "demo.evemu")
    #expect(read.description == description)
    #expect(read.events == events)
    #expect(EvemuWriter.write(read.description, events: read.events) == written)
  }

  @Test func `with only x events has a y axis too`() throws {
    let recording = try Recording.read(
      bytes: bytes("E: 0.0 0003 0039 3\nE: 0.0 0003 0035 70\nE: 0.0 0000 0000 0\n"), fileName: "x")
    #expect(recording.description.verticalAxis == AxisRange(minimum: 0, maximum: 1))
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `of the shared material matches its index`() throws {
    var compared = 0
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], row["protocol"] != "description only", !file.hasSuffix(".revent") else {
        continue
      }
      let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
      let protocols: [TouchProtocol: String] = [.slots: "B", .list: "A", .single: "S"]
      #expect(protocols[TouchProtocol(recording.description)] == row["protocol"], "\(file)")
      // The index assumes a range for the recordings converted from revent; the files do not
      // specify one.
      guard row["x_max"] != "", !file.contains("android-revent") else {
        #expect(!recording.hasAxisRanges, "\(file)")
        continue
      }
      let x = try #require(recording.description.horizontalAxis)
      let y = try #require(recording.description.verticalAxis)
      let stated = [x.minimum, x.maximum, y.minimum, y.maximum, x.resolution, y.resolution].map { "\($0)" }
      let columns = ["x_min", "x_max", "y_min", "y_max", "x_res_per_mm", "y_res_per_mm"]
      #expect(recording.hasAxisRanges)
      #expect(stated == columns.map { row[$0] ?? "" }, "\(file)")
      compared += 1
    }
    #expect(compared == 70)
  }

  @Test(
    .enabled(
      if: Material.isWanted && Material.isWanted(Material.descriptors), Comment(rawValue: Material.comment)))
  func `of the shared material without contacts names its format`() throws {
    let folder = "recordings/"
    let table: [(String, RecordingError.Kind)] = [
      ("evdev/evemu-devices/Wacom_Cintiq_22HDT_Finger.events", .withoutEvents),
      ("evdev/evemu-devices/ELAN_Touchscreen.desc", .withoutEvents),
      ("evdev/android-revent/nexus10-templerun.revent", .revent),
      ("hidrec/3m_0596_0500.hid.gz", .hidRecording), ("contacts.csv", .foreignText),
      ("hid-touchscreens.json", .foreignText), ("README.md", .foreignText),
    ]
    for (name, kind) in table {
      let path = try Material.path(folder + name)
      #expect(throws: RecordingError(file: path, kind: kind)) { try RecordingFile.read(path) }
    }
  }
}

private let libinputRecord = """
  # libinput record
  version: 1
  ndevices: 2
  libinput:
    version: "1.22.1"
    git: "unknown"
  system:
    os: "debian:12"
    kernel: "6.1.0-18-amd64"
  devices:
  - node: /dev/input/event3
    evdev:
      name: "Power Button"
      id: [25, 0, 1, 0]
      codes:
        0: [0, 1] # EV_SYN
        1: [116] # EV_KEY
      properties: []
    hid: []
    udev:
      properties:
      - ID_INPUT=1
    quirks:
    events: []
  - node: /dev/input/event5
    evdev:
      # Name: ELAN
      # ID: bus 0x18 vendor 0x4f3 product 0x2a1c version 0x100
      name: "ELAN 'Touch' screen"
      id: [24, 1267, 10780, 256]
      codes:
        0: [0, 1, 2, 3] # EV_SYN
        1: [330] # EV_KEY
        3: [0, 1, 47, 53, 54, 57] # EV_ABS
      absinfo:
        0: [0, 3392, 0, 0, 13]
        1: [0, 1920, 0, 0, 13]
        47: [0, 9, 0, 0, 0]
        53: [0, 3392, 0, 0, 13]
        54: [0, 1920, 0, 0, 13]
        57: [0, 65535, 0, 0, 0]
      properties: [1]
    hid: [
       0x05, 0x0d
    ]
    udev:
      properties:
      - ID_INPUT=1
      - ID_INPUT_TOUCHSCREEN=1
    quirks:
    events:
    # Current time is 14:51:15
    - evdev:
      - [  0,      0,   3,  57,       0] # EV_ABS / ABS_MT_TRACKING_ID      0
      - [  0,      0,   3,  53,     206] # EV_ABS / ABS_MT_POSITION_X     206 (+206)
      - [  0,      0,   3,  54,     311] # EV_ABS / ABS_MT_POSITION_Y     311 (+311)
      - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
    - libinput:
      - {time: 0.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [ 15.85,  23.92]}
    - evdev:
      - [  2,  17003,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID     -1
      - [  2,  17003,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +17ms
                                   # Touch device in neutral state
  """
