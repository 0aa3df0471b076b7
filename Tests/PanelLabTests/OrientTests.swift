import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `flickctl orient` {
  /// A recording of strokes on the picture, from a panel that is mounted as `laid` specifies.
  private static func recording(
    _ strokes: [PictureStroke], _ laid: LaidGlass, on panel: PanelDescription = ScenarioPlayer.panel(.slots)
  ) throws -> [UInt8] {
    let scenario = try Scenario(file: "s", text: laid.steps(strokes), expectsLines: false)
    let recording = try ScenarioPlayer.recording(of: scenario, on: panel)
    return EvemuWriter.write(panel, events: recording.events)
  }

  private func orient(
    _ strokes: [PictureStroke], _ laid: LaidGlass = LaidGlass.all[0], config: String = "",
    _ arguments: String...
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let file = try folder.write("two.evemu", try Self.recording(strokes, laid))
    let none = try folder.write("c.toml", config)
    var outcome = try await Command([Program.flickctl.path, "orient", file, "--config", none] + arguments)
      .run()
    outcome.errors = outcome.errors.replacing("\(folder.path)/", with: "")
    return outcome
  }

  @Test(arguments: LaidGlass.all, [TouchProtocol.slots, .list, .single])
  func `prints settings that correct the directions`(laid: LaidGlass, protocol: TouchProtocol)
    async throws
  {
    let folder = try PrivateFolder()
    let panel = ScenarioPlayer.panel(`protocol`)
    let file = try folder.write("two.evemu", try Self.recording([.right, .down], laid, on: panel))
    // The present configuration is wrong and must not affect the result.
    let wrong = LaidGlass(isMirrored: !laid.isMirrored, degrees: (laid.degrees + 90) % 360).toml
    let present = try folder.write("present.toml", wrong)
    let outcome = try await Command(.flickctl, "orient", file, "--config", present).run()
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        [[panel]]
        match = { name = "Scenario panel" }
        mirror = \(laid.isMirrored)
        rotation = \(laid.degrees)

        """)
    #expect(outcome.errors.contains("put these lines after every other [[panel]]"))

    let fixed = try folder.write("fixed.toml", wrong + outcome.output)
    let replay = try await Command(.flickctl, "replay", file, "--config", fixed).run()
    #expect(try replay.lines.map { try JSON($0).decision.direction } == ["right", "down"])
    let again = try await Command(.flickctl, "orient", file, "--config", fixed).run()
    #expect(again.output == outcome.output)
    #expect(again.errors == "flickctl: the configuration already contains this orientation\n")
  }

  @Test(arguments: LaidGlass.all)
  func `finds the remaining rotation after a matrix`(laid: LaidGlass) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("two.evemu", try Self.recording([.right, .down], laid))
    let matrix = try folder.write("matrix.toml", "[[panel]]\nmatrix = \"0 1.02 -0.01 -1 0 1\"\n")
    let outcome = try await Command(.flickctl, "orient", file, "--config", matrix).run()
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("the panel has a calibration matrix, which applies before these lines"))
    let both = try folder.write(
      "both.toml", "[[panel]]\nmatrix = \"0 1.02 -0.01 -1 0 1\"\n\(outcome.output)")
    let replay = try await Command(.flickctl, "replay", file, "--config", both).run()
    #expect(try replay.lines.map { try JSON($0).decision.direction } == ["right", "down"])
  }

  @Test func `prints one JSON object with --json`() async throws {
    let outcome = try await orient(
      [.right, .down], LaidGlass(isMirrored: true, degrees: 270), "--json")
    #expect(outcome.lines.count == 1)
    let report = try JSON(outcome.output)
    #expect(report.keys == ["panel_id", "node", "name", "match", "mirror", "rotation", "toml"])
    #expect(report.panel_id == "replay:two.evemu")
    #expect(report.node == .null)
    #expect(report.match.name == "Scenario panel")
    #expect(report.mirror == true)
    #expect(report.rotation == 270)
    #expect(
      report.toml
        == .string(try await orient([.right, .down], LaidGlass(isMirrored: true, degrees: 270)).output))
  }

  @Test(
    arguments: [
      ([PictureStroke(from: (50, 50), to: (50, 50), in: 80)], "two.evemu: there is no swipe: record"),
      ([.right], "two.evemu: there is one swipe: record"),
      (
        [PictureStroke(from: (40, 50), to: (45, 50), in: 80), .down],
        "two.evemu: the first swipe: that was too short: swipe across a third of the screen"
      ),
      (
        [.right, PictureStroke(from: (20, 20), to: (60, 80), in: 80)],
        "two.evemu: the second swipe: that was too slanted: swipe along an edge of the screen"
      ),
      ([.right, .right], "two.evemu: both swipes followed the same line of the glass"),
      (
        [.right, PictureStroke(from: (80, 40), to: (20, 42), in: 80)],
        "two.evemu: both swipes followed the same line of the glass"
      ),
    ] as [([PictureStroke], String)])
  func `ends with 65 and the reason if a recording is inconclusive`(strokes: [PictureStroke], words: String)
    async throws
  {
    let outcome = try await orient(strokes)
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("flickctl: \(words)"), "\(outcome.errors)")
  }

  @Test func `rejects invalid arguments and configurations`() async throws {
    let both = try await Command(.flickctl, "orient", "x", "--panel", "y").run()
    #expect(both.code == 64)
    #expect(both.errors.contains("a recording has only one panel: remove --panel"))
    let short = try await Command(.flickctl, "orient", "--timeout", "1ms").run()
    #expect(short.code == 64)
    #expect(short.errors.contains("--timeout must be at least 100ms"))
    #expect(try await Command(.flickctl, "orient", "/nowhere").run().code == 66)
    #expect(try await orient([.right, .down], config: "[[panel]]\nrotation = 1\n").code == 78)
  }
}

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `flickctl orient on a touchscreen` {
  private static let path = "pci-0000:00:14.0-usb-0:3:1.0"

  private func panel(_ number: Int, _ udev: [String: String] = ["ID_PATH": path]) -> MockDevice {
    .panel(number, udev: MockMachine.touchscreen.merging(udev) { $1 })
  }

  /// The strokes on the picture as events of the panel.
  ///
  /// The first stroke begins 1 s after the node is opened.
  private func events(_ strokes: [PictureStroke], _ laid: LaidGlass) -> MockEvents {
    var events = MockEvents()
    var now = 1_000_000
    for (number, stroke) in strokes.enumerated() {
      let frames = stroke.milliseconds / 8
      for frame in 0...frames {
        let share = Double(frame) / Double(frames)
        let glass = laid.position(
          (stroke.from.x + share * (stroke.to.x - stroke.from.x)) / 100,
          (stroke.from.y + share * (stroke.to.y - stroke.from.y)) / 100)
        if frame == 0 { events.add(at: now, EventCode.abs, EventCode.mtTrackingID, Int32(number)) }
        events.add(at: now, EventCode.abs, EventCode.mtPositionX, Int32(glass.x * 4095))
        events.add(at: now, EventCode.abs, EventCode.mtPositionY, Int32(glass.y * 4095))
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

  private func orient(
    _ devices: [MockDevice], events: MockEvents? = nil, forbidden: [MockDevice] = [], _ arguments: String...
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let machine = try MockMachine(devices, events: events, forbidden: forbidden, in: folder)
    let none = try folder.write("none.toml", "")
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder)) + ["orient", "--config", none] + arguments
    ).run()
  }

  @Test(arguments: [LaidGlass.all[1], LaidGlass.all[6]])
  func `prompts for both swipes and prints the settings`(laid: LaidGlass) async throws {
    let outcome = try await orient([panel(5)], events: events([.right, .down], laid))
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        [[panel]]
        match = { vendor = "0eef", product = "0005" }
        mirror = \(laid.isMirrored)
        rotation = \(laid.degrees)

        """)
    #expect(
      outcome.errors.hasPrefix(
        """
        flickctl: swipe to the RIGHT across the screen, as you see the picture
        flickctl: now swipe DOWN the screen

        """))
  }

  @Test func `repeats a prompt after an unclear swipe, and starts over after two along one line`()
    async throws
  {
    let short = PictureStroke(from: (40, 50), to: (43, 50), in: 80)
    let slanted = PictureStroke(from: (20, 20), to: (60, 80), in: 80)
    let strokes = [short, .right, slanted, .right, .right, .down]
    let outcome = try await orient([panel(5)], events: events(strokes, LaidGlass.all[2]))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix("mirror = false\nrotation = 180\n"))
    let right = "swipe to the RIGHT across the screen, as you see the picture"
    let down = "now swipe DOWN the screen"
    #expect(
      Array(outcome.errors.split(separator: "\n").prefix(6)) == [
        "flickctl: \(right)",
        "flickctl: that was too short: swipe across a third of the screen; \(right)",
        "flickctl: \(down)",
        "flickctl: that was too slanted: swipe along an edge of the screen; \(down)",
        "flickctl: both swipes followed the same line of the glass; \(right)",
        "flickctl: \(down)",
      ])
  }

  @Test func `distinguishes twins by path, and uses the selected panel`() async throws {
    let twin = panel(6, ["ID_PATH": "pci-0000:00:14.0-usb-0:4:1.0"])
    let devices = [panel(5), twin]
    let outcome = try await orient(
      devices, events: events([.right, .down], LaidGlass.all[0]), "--panel", Self.path)
    #expect(
      outcome.output.contains("match = { vendor = \"0eef\", product = \"0005\", path = \"\(Self.path)\" }\n")
    )
    #expect(!outcome.errors.contains("would turn both"))
    // The events come from the first device, which is not the selected one.
    let other = try await orient(
      devices, events: events([.right, .down], LaidGlass.all[0]), "--panel", "/dev/input/event6",
      "--timeout", "2s")
    #expect(other.code == 75)
    let none = try await orient(devices, "--panel", "usb")
    #expect(none.code == 66)
    #expect(
      none.errors.contains("there is no panel 'usb', and no file of this name; there are:\n  \(Self.path)\n")
    )
  }

  @Test func `warns about a twin that cannot be distinguished`() async throws {
    let outcome = try await orient(
      [panel(5, [:]), panel(6, [:])], events: events([.right, .down], LaidGlass.all[0]))
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("these lines also match another touchscreen, and would turn both"))
  }

  @Test func `includes udev's matrix`() async throws {
    let turned = panel(5, ["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"])
    let outcome = try await orient([turned], events: events([.right, .down], LaidGlass.all[1]))
    #expect(outcome.output.hasSuffix("mirror = false\nrotation = 0\n"))
  }

  @Test func `ends with 75 if no swipe arrives in time`() async throws {
    let outcome = try await orient([panel(5)], "--timeout", "300ms")
    #expect(outcome.code == 75)
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasSuffix(
        "flickctl: no swipe for 300ms: run it again, or with a longer --timeout\n"))
  }

  @Test func `ends with 66 without a touchscreen, and with 77 if it is unreadable`() async throws {
    let none = try await orient([.keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"])])
    #expect(none.code == 66)
    #expect(
      none.errors
        == "flickctl: no touchscreen found (1 other input device): expected one? `flickctl doctor`; "
        + "to try flickd without one, `flickd --demo`\n")
    var closed = panel(5)
    closed.answersCalls = false
    let outcome = try await orient([closed], forbidden: [closed])
    #expect(outcome.code == 77)
    #expect(
      outcome.errors.hasPrefix(
        "flickctl: /dev/input/event5 may not be read by "), "\(outcome.errors)")
    #expect(outcome.errors.contains("setfacl -m u:"))
  }
}
