import Foundation
import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `flickctl record` {
  private static let idPath = "pci-0000:00:14.0-usb-0:3:1.0"

  private static func panel(_ number: Int = 5, _ udev: [String: String] = ["ID_PATH": idPath]) -> MockDevice {
    .panel(number, udev: MockMachine.touchscreen.merging(udev) { $1 })
  }

  /// Flicks of one finger each: 20 frames, one every 8 ms, from these positions in units.
  private static func flicks(from positions: [(x: Int32, y: Int32)]) -> MockEvents {
    var events = MockEvents()
    var now = 500_000
    for (number, position) in positions.enumerated() {
      for frame in 0..<20 {
        if frame == 0 { events.add(at: now, EventCode.abs, EventCode.mtTrackingID, Int32(number)) }
        events.add(at: now, EventCode.abs, EventCode.mtPositionX, position.x + Int32(frame) * 50)
        if frame == 0 { events.add(at: now, EventCode.abs, EventCode.mtPositionY, position.y) }
        if frame == 0 { events.add(at: now, EventCode.key, EventCode.btnTouch, 1) }
        events.add(at: now, EventCode.syn, EventCode.synReport, 0)
        now += 8000
      }
      events.add(at: now, EventCode.abs, EventCode.mtTrackingID, -1)
      events.add(at: now, EventCode.key, EventCode.btnTouch, 0)
      events.add(at: now, EventCode.syn, EventCode.synReport, 0)
      now += 300_000
    }
    return events
  }

  private static let twoFlicks = flicks(from: [(1000, 2000), (500, 3000)])

  /// A machine in which commands record into a folder.
  private struct Rig {
    let folder: PrivateFolder
    let machine: MockMachine
    let settings: String

    init(
      _ devices: [MockDevice], events: MockEvents? = nil, forbidden: [MockDevice] = [], config: String = ""
    ) throws {
      folder = try PrivateFolder()
      machine = try MockMachine(devices, events: events, forbidden: forbidden, in: folder)
      settings = try folder.write("c.toml", config)
    }

    /// Runs `before` and the command, which writes the file `name`.
    func record(
      _ name: String = "r.evemu", _ arguments: String..., before: [String] = [], socket: String = "nowhere"
    ) async throws -> Outcome {
      var outcome = try await Command(
        machine.prefix + before + (try Program.flickctl.copy(into: folder)) + [
          "record", "-o", folder.file(name), "--config", settings, "--socket", folder.file(socket),
        ] + arguments
      ).run()
      outcome.errors = outcome.errors.replacing("\(folder.path)/", with: "")
      return outcome
    }

    /// A shell that runs a command, and sends it a signal some seconds after its file is there.
    ///
    /// Regression: counted from the start of the process, the signal came before the file on a busy
    /// machine.
    func sending(_ signal: String, after seconds: Double, to name: String) -> [String] {
      let script = """
        "$@" & child=$!
        while [ ! -e '\(folder.file(name))' ] && kill -0 $child 2>/dev/null; do sleep 0.01; done
        sleep \(seconds)
        kill -\(signal) $child
        wait $child
        """
      return ["dash", "-c", script, "sh"]
    }

    /// A shell that runs a command beside a service that sends these lines to its first client.
    ///
    /// Regression: the test process sent them, and on a busy machine it needed more than the second
    /// that flickctl waits.
    func beside(_ lines: String...) throws -> [String] {
      let text = try folder.write("lines", lines.joined(separator: "\n") + "\n")
      let script = """
        socat -u 'FILE:\(text)' 'UNIX-LISTEN:\(folder.file("s"))' & service=$!
        while [ ! -S '\(folder.file("s"))' ]; do sleep 0.01; done
        "$@"; code=$?
        kill $service 2>/dev/null
        exit $code
        """
      return ["dash", "-c", script, "sh"]
    }

    func recording(_ name: String = "r.evemu") throws -> Recording {
      try RecordingFile.read(folder.file(name))
    }

    func replay(_ name: String) async throws -> [JSON] {
      let outcome = try await Command(.flickctl, "replay", "--config", settings, folder.file(name)).run()
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try outcome.lines.map { try JSON($0) }
    }
  }

  @Test(arguments: ["r.evemu", "r.evemu.gz", "r.yml", "r.yaml.gz"])
  func `writes a file that can be replayed`(name: String) async throws {
    let rig = try Rig([Self.panel()], events: Self.twoFlicks, config: "[[panel]]\nlift_delay = \"9ms\"\n")
    let outcome = try await rig.record(name, "--for", "2s", "--label", "flick", "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("which can reveal PINs and passwords: only you can read it"))
    let summary = try JSON(outcome.output)
    #expect(
      summary.keys == [
        "type", "file", "format", "panel_id", "duration_us", "frames", "contacts", "left_out", "dropped",
        "report_period_us", "ended",
      ])
    #expect(summary.type == "recorded" && summary.ended == "time" && summary.panel_id.text == Self.idPath)
    #expect(summary.format.text == (name.contains(".y") ? "libinput" : "evemu"))
    #expect(summary.contacts == 2 && summary.left_out == 0 && summary.frames == 42)

    let attributes = try FileManager.default.attributesOfItem(atPath: rig.folder.file(name))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let recording = try rig.recording(name)
    #expect(recording.description == Self.panel().description)
    #expect(recording.events.count(where: \.endsFrame) == 42)
    #expect(recording.labels.map(\.label) == [.flick, .flick])
    #expect(recording.setup.panelID == Self.idPath && recording.setup.path == Self.idPath)
    #expect(recording.setup.scale == .kernel)
    #expect(recording.setup.liftDelay == .milliseconds(9) && recording.setup.liftDelaySource == .config)
    #expect(recording.setup.reportPeriod.map { (7000...9000).contains($0.microseconds) } == true)
    let swipes = try await rig.replay(name)
    #expect(swipes.map(\.decision.direction) == ["right", "right"])
  }

  /// Another reader of YAML, which reads the file as `libinput replay` does.
  private static let yamlReader = """
    import sys
    try:
        import yaml
    except ImportError:
        sys.exit(42)
    recording = yaml.safe_load(open(sys.argv[1]))
    assert recording["version"] == 1 and recording["ndevices"] == len(recording["devices"]) == 1
    device = recording["devices"][0]
    evdev = device["evdev"]
    assert evdev["name"] == 'Glass "5" \\\\ 7' and len(evdev["id"]) == 4 and evdev["properties"] == [1]
    assert all(len(evdev["absinfo"][code]) == 5 for code in evdev["codes"][3])
    assert dict(line.split("=", 1) for line in device["udev"]["properties"])["ID_INPUT_TOUCHSCREEN"] == "1"
    frames = [item["evdev"] for item in device["events"]]
    assert len(frames) == 42 and all(frame[-1][2:] == [0, 0, 0] for frame in frames)
    assert all(event[2:] != [0, 0, 0] for frame in frames for event in frame[:-1])
    """

  @Test func `writes YAML that other readers accept`() async throws {
    var panel = Self.panel()
    panel.description.name = #"Glass "5" \ 7"#
    let rig = try Rig([panel], events: Self.twoFlicks)
    let outcome = try await rig.record("r.yml", Self.idPath, "--for", "2s")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let read = try await Command(["python3", "-c", Self.yamlReader, rig.folder.file("r.yml")]).run()
    #expect(read.code == 0 || read.code == 42, "\(read.errors)")
  }

  @Test func `shows its progress on a terminal`() async throws {
    let rig = try Rig([Self.panel()], events: Self.twoFlicks)
    let words =
      (try Program.flickctl.copy(into: rig.folder)) + [
        "record", "-o", rig.folder.file("r.evemu"), "--config", rig.settings, "--for", "2s",
      ]
    let outcome = try await Command(
      rig.machine.prefix + ["script", "-qec", words.joined(separator: " "), "/dev/null"]
    ).run()
    #expect(outcome.code == 0)
    #expect(
      outcome.output.contains(#/\r1\.[0-9] s, [0-9]+ frames, [12] contacts\u{1b}\[K/#), "\(outcome.output)")
    #expect(outcome.output.contains("\r\u{1b}[Kflickctl: "))
  }

  @Test func `prints a summary for people`() async throws {
    let rig = try Rig([Self.panel()], events: Self.twoFlicks)
    let outcome = try await rig.record("r.evemu", "Sample panel", "--for", "2s")
    #expect(outcome.code == 0)
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasSuffix("flickctl: r.evemu: 2.0 s, 42 frames, 2 contacts\n"), "\(outcome.errors)")
  }

  @Test func `records how long an untouched panel was quiet`() async throws {
    let rig = try Rig([Self.panel()])
    let outcome = try await rig.record("r.evemu", "--for", "11s", "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try JSON(outcome.output).frames == 0)
    let file = "hands-off=\(rig.folder.file("r.evemu"))"
    let measured = try await Command(.flickctl, "measure", "--config", rig.settings, "--json", file).run()
    let metrics = try JSON(measured.output).results.elements.flatMap { $0.metrics.elements }
    let ghosts = try #require(metrics.first { $0.metric == "ghosts" })
    #expect(ghosts["value"] == 0 && ghosts.samples == 11)
  }

  @Test func `leaves out contacts that start in private zones`() async throws {
    let config = """
      [[zone]]
      name = "pin pad"
      private = true
      rectangle = ["0mm", "150mm", "100%", "143mm"]
      """
    let rig = try Rig([Self.panel()], events: Self.twoFlicks, config: config)
    // The second flick lands 214 mm from the top.
    let outcome = try await rig.record("r.evemu", "--for", "2s")
    #expect(outcome.errors.contains("1 contacts; left out in private zones: 1 contacts"), "\(outcome.errors)")
    let recording = try rig.recording()
    #expect(recording.events.count { $0.code == EventCode.mtTrackingID && $0.value >= 0 } == 1)
    #expect(!recording.events.contains { $0.value == 3000 })
    let whole = try await rig.record("w.evemu", "--for", "2s", "--include-private", "--json")
    #expect(try JSON(whole.output).contacts == 2)
  }

  @Test func `ends on a signal with a valid file`() async throws {
    for signal in ["INT", "TERM", "HUP"] {
      let rig = try Rig([Self.panel()], events: Self.twoFlicks)
      let outcome = try await rig.record(
        "r.evemu", "--json", before: rig.sending(signal, after: 1.5, to: "r.evemu"))
      #expect(outcome.code == 0, "\(signal): \(outcome.errors)")
      #expect(try JSON(outcome.output).ended == "signal")
      #expect(try rig.recording().setup.reportPeriod != nil)
    }
  }

  @Test func `that is killed leaves a valid file`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let count = 6
    let drags = Self.flicks(from: (0..<8).map { (Int32(100 * $0), 2000) })
    for number in 0..<count {
      let rig = try Rig([Self.panel()], events: drags)
      let name = ["r.evemu", "r.yml", "r.evemu.gz"][number % 3]
      let time = Double.random(in: 0...2, using: &random)
      let outcome = try await rig.record(name, before: rig.sending("KILL", after: time, to: name))
      #expect(outcome.code != 0)
      let packed = try RecordingFile.bytes(of: rig.folder.file(name))
      if name.hasSuffix(".gz") {
        // Whole members; the last second may be missing.
        #expect(throws: Never.self) { try PanelDescription.read(rig.folder.file(name)) }
        continue
      }
      guard !packed.isEmpty else { continue }
      #expect(packed.last == UInt8(ascii: "\n"))
      #expect(try PanelDescription.read(rig.folder.file(name)) == Self.panel().description)
      guard packed.count > 4000 else { continue }
      let recording = try rig.recording(name)
      #expect(recording.events.last?.endsFrame == true, "\(name) after \(time) s")
    }
  }

  /// Limits that cut the description, the first frames, and later ones; a description in YAML is
  /// longer, and a gzip file is shorter.
  @Test(
    arguments: [
      ("r.evemu", [1, 4, 6]), ("r.yml", [1, 8, 12]), ("r.evemu.gz", [1, 2]), ("r.yaml.gz", [1, 2, 3]),
    ] as [(String, [Int])])
  func `ends with 73 and whole frames on a full disk`(name: String, limits: [Int]) async throws {
    for blocks in limits {
      let rig = try Rig([Self.panel()], events: Self.flicks(from: (0..<8).map { (Int32(100 * $0), 2000) }))
      // The shell counts blocks of 512 bytes; without the signal, the write fails as on a full
      // disk.
      let outcome = try await rig.record(
        name, "--for", "6s",
        before: ["dash", "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\"", "sh"])
      #expect(outcome.code == 73, "\(name), \(blocks): \(outcome.errors)")
      #expect(outcome.errors.contains("the recording ends here, and the file contains all frames before"))
      let file = rig.folder.file(name)
      let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? .max
      #expect(size <= blocks * 512, "\(name), \(blocks)")
      guard size > 0 else { continue }
      let isPacked = name.hasSuffix(".gz")
      #expect(try isPacked || RecordingFile.bytes(of: file).last == UInt8(ascii: "\n"))
      #expect(try PanelDescription.read(file) == Self.panel().description)
      guard blocks == limits.last else { continue }
      #expect(try rig.recording(name).events.last?.endsFrame == true, "\(name)")
    }
  }

  @Test func `never overwrites a file`() async throws {
    let rig = try Rig([Self.panel()])
    try rig.folder.write("r.evemu", "old")
    let outcome = try await rig.record()
    #expect(outcome.code == 73)
    #expect(
      outcome.errors == "flickctl: r.evemu exists already: remove it, or choose another file with -o\n")
    #expect(try RecordingFile.bytes(of: rig.folder.file("r.evemu")) == Array("old".utf8))
    #expect(try await rig.record("no/r.evemu").code == 73)
  }

  @Test func `asks which of several touchscreens it is`() async throws {
    let rig = try Rig([Self.panel(5), Self.panel(6, ["ID_PATH": "platform-i2c"])])
    let outcome = try await rig.record()
    #expect(outcome.code == 64)
    #expect(
      outcome.errors == """
        flickctl: there are several touchscreens: choose one by its id:
          \(Self.idPath)  (/dev/input/event5, Sample panel)
          platform-i2c  (/dev/input/event6, Sample panel)

        """)
    #expect(try await rig.record("r.evemu", "Sample panel").code == 64)
    #expect(try await rig.record("a.evemu", "platform-i2c", "--for", "10ms").code == 0)
    #expect(try await rig.record("b.evemu", "/dev/input/event6", "--for", "10ms").code == 0)
    let unknown = try await rig.record("c.evemu", "usb")
    #expect(unknown.code == 66)
    #expect(
      unknown.errors.contains(
        "there is no panel 'usb', and no file of this name; there are:\n  \(Self.idPath)\n  platform-i2c\n"))
    #expect(!rig.folder.names.contains("r.evemu") && !rig.folder.names.contains("c.evemu"))
  }

  @Test func `refuses a device with keys, and one that is not a touchscreen`() async throws {
    let keyboard = MockDevice.keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"])
    var phone = Self.panel(6)
    phone.description.keys.formUnion([116, 139])
    let rig = try Rig([keyboard, phone])
    let refused = try await rig.record("r.evemu", "/dev/input/event3")
    #expect(refused.code == 66)
    #expect(
      refused.errors
        == "flickctl: /dev/input/event3 (Sample keyboard) is not read: a keyboard; choose a panel of `flickctl devices`\n"
    )
    let keys = try await rig.record()
    #expect(keys.code == 66)
    #expect(keys.errors.contains("it has keys that are not touches (116, 139)"), "\(keys.errors)")
    #expect(!rig.folder.names.contains("r.evemu"))
    let none = try await Rig([keyboard]).record()
    #expect(none.code == 66)
    #expect(
      none.errors
        == "flickctl: no touchscreen found (1 other input device): expected one? `flickctl doctor`; "
        + "to try flickd without one, `flickd --demo`\n")
  }

  @Test func `ends with 77 and advice if the panel may not be read`() async throws {
    var closed = Self.panel()
    closed.answersCalls = false
    let rig = try Rig([closed], forbidden: [closed])
    let outcome = try await rig.record()
    #expect(outcome.code == 77)
    #expect(outcome.errors.contains("setfacl -m u:"), "\(outcome.errors)")
  }

  @Test func `contains the lift delay that flickd has learned`() async throws {
    let rig = try Rig([Self.panel()], events: Self.twoFlicks)
    let service = try rig.beside(
      #"{"type":"hello","server":"flickd","version":"9","protocol":{"major":1,"minor":2},"epoch":"a","clock":"monotonic","level":"motion","features":[],"limits":{}}"#,
      #"{"type":"state","panels":[{"panel_id":"p","name":"n","source":"live","width_mm":1,"height_mm":1,"scale":"kernel","rotation":0,"node":"/dev/input/event5","lift_delay_us":38000}],"swipes":[]}"#
    )
    let outcome = try await rig.record("r.evemu", "--for", "1s", before: service, socket: "s")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let recording = try rig.recording()
    #expect(recording.setup.liftDelay == .milliseconds(38) && recording.setup.liftDelaySource == .learned)
  }

  @Test func `rejects invalid arguments`() async throws {
    for words in [
      ["record"], ["record", "-o", "f", "--for", "0s"], ["record", "-o", "f", "--label", "pat"],
    ] {
      #expect(try await Command([Program.flickctl.path] + words).run().code == 64)
    }
  }
}
