import Panels
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `flickctl devices` {
  private func devices(
    _ devices: [MockDevice], forbidden: [MockDevice] = [], _ arguments: String...
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let machine = try MockMachine(devices, forbidden: forbidden, in: folder)
    let none = try folder.write("none.toml", "")
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder)) + ["devices", "--config", none] + arguments
    ).run()
  }

  private var panel: MockDevice {
    .panel(5, udev: MockMachine.touchscreen.merging(["ID_PATH": "pci-0000:00:14.0-usb-0:3:1.0"]) { $1 })
  }
  private var keyboard: MockDevice { .keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]) }

  @Test func `prints sizes, their sources and ignored nodes as a table`() async throws {
    let outcome = try await devices([panel, keyboard])
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        NODE               SIZE          SIZE FROM  CONTACTS  PANEL                         NAME
        /dev/input/event5  512 x 293 mm  kernel     10        pci-0000:00:14.0-usb-0:3:1.0  Sample panel

        NODE               NOT USED                 NAME
        /dev/input/event3  passed over: a keyboard  Sample keyboard

        """)
    #expect(outcome.errors == "")
  }

  @Test func `names the source of a size`() async throws {
    var stated = panel
    stated.udev["FLICKD_SIZE_MM"] = "510x287.5"
    let report = try JSON(try await devices([stated], "--json").output)
    let found = try #require(report.panels.elements.first)
    #expect(found.scale == "udev")
    #expect(found.width_mm == 510)
    #expect(found.height_mm == .number(287.5))
    var mute = panel
    for code in mute.description.axes.keys { mute.description.axes[code]?.resolution = 0 }
    let assumed = try JSON(try await devices([mute], "--json").output)
    #expect(assumed.panels.elements.first?.scale == "assumed")
  }

  @Test func `shows rotation and seat if they are set`() async throws {
    var turned = panel
    turned.udev["LIBINPUT_CALIBRATION_MATRIX"] = "0 -1 1 1 0 0"
    let plain = MockDevice.panel(6, udev: MockMachine.touchscreen.merging(["ID_PATH": "platform-i2c"]) { $1 })
    let outcome = try await devices([turned, plain])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        NODE               SIZE          SIZE FROM  TURNED  CONTACTS  PANEL                         NAME
        /dev/input/event5  293 x 512 mm  kernel     matrix  10        pci-0000:00:14.0-usb-0:3:1.0  Sample panel
        /dev/input/event6  512 x 293 mm  kernel     -       10        platform-i2c                  Sample panel

        """)
    turned.udev["ID_SEAT"] = "seat1"
    let report = try JSON(try await devices([turned], "--seat", "seat1", "--json").output)
    let found = try #require(report.panels.elements.first)
    #expect(found.matrix == .array([0, -1, 1, 1, 0, 0].map { .number($0) }))
    #expect(found.rotation == 0)
    #expect(found.seat == "seat1")
  }

  @Test func `warns about unusable udev properties`() async throws {
    var odd = panel
    odd.udev["LIBINPUT_CALIBRATION_MATRIX"] = "1 1 0 1 1 0"
    odd.udev["FLICKD_SIZE_MM"] = "510 x 287"
    let outcome = try await devices([odd])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("512 x 293 mm  kernel     10 "))
    #expect(
      outcome.errors == """
        flickctl: /dev/input/event5: FLICKD_SIZE_MM='510 x 287' is ignored: write width and height in mm, for example 510x287
        flickctl: /dev/input/event5: LIBINPUT_CALIBRATION_MATRIX='1 1 0 1 1 0' is ignored: this matrix maps the whole glass to a line or a point

        """)
  }

  @Test func `prints one JSON object with --json`() async throws {
    let outcome = try await devices([panel, keyboard], "--json")
    #expect(outcome.code == 0)
    #expect(outcome.lines.count == 1)
    let report = try JSON(outcome.output)
    #expect(report.keys == ["panels", "unreadable", "disabled", "passed_over"])
    let found = try #require(report.panels.elements.first)
    #expect(found.node == "/dev/input/event5")
    #expect(found.panel_id == "pci-0000:00:14.0-usb-0:3:1.0")
    #expect(found.vendor == "0eef")
    #expect(found.product == "0005")
    #expect(found.source == "live")
    let other = try #require(report.passed_over.elements.first)
    #expect(other.node == "/dev/input/event3")
    #expect(other.name == "Sample keyboard")
    #expect(other.reason == "passed over: a keyboard")
  }

  @Test func `ends with 66 if there is no touchscreen`() async throws {
    let outcome = try await devices([keyboard])
    #expect(outcome.code == 66)
    #expect(outcome.output.contains("/dev/input/event3"))
    #expect(
      outcome.errors
        == "flickctl: no touchscreen found (1 other input device): expected one? `flickctl doctor`; "
        + "to try flickd without one, `flickd --demo`\n")
  }

  @Test func `ends with 77 and a command if a touchscreen is unreadable`() async throws {
    // Only the owner of the testbed can open a node that answers calls.
    var closed = panel
    closed.answersCalls = false
    let outcome = try await devices([closed], forbidden: [closed])
    #expect(outcome.code == 77)
    #expect(outcome.output.contains("touchscreen that may not be read"))
    #expect(
      outcome.errors.wholeMatch(
        of: try Regex(
          "flickctl: /dev/input/event5 may not be read by (.+)\\. This command lets \\1 read this touchscreen, "
            + "and nothing else, until it is unplugged or the machine restarts:\n  .*setfacl -m u:\\1:r "
            + "/dev/input/event5'?\n")) != nil, "\(outcome.errors)")
  }

  @Test func `prints one command for all unreadable touchscreens`() async throws {
    var closed = panel
    closed.answersCalls = false
    var other = MockDevice.panel(6, udev: MockMachine.touchscreen)
    other.answersCalls = false
    let keyboard = keyboard
    let outcome = try await devices([closed, other, keyboard], forbidden: [closed, other])
    #expect(outcome.code == 77)
    #expect(outcome.errors.hasPrefix("flickctl: /dev/input/event5, /dev/input/event6 may not be read by "))
    #expect(
      outcome.errors.contains("read these touchscreens, and nothing else, until they are unplugged or "))
    #expect(outcome.errors.contains(":r /dev/input/event5 /dev/input/event6"), "\(outcome.errors)")
    let report = try JSON(
      try await devices([closed, other, keyboard], forbidden: [closed, other], "--json").output)
    #expect(report.unreadable.elements.map(\.node) == ["/dev/input/event5", "/dev/input/event6"])
    for (found, node) in zip(report.unreadable.elements, ["/dev/input/event5", "/dev/input/event6"]) {
      let reason = try #require(found.reason.text)
      #expect(reason.hasPrefix("\(node) may not be read by ") && reason.contains(":r \(node)"), "\(reason)")
    }
  }
}
