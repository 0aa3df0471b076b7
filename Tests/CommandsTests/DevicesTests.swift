import Panels
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `flickctl devices` {
  private func devices(
    _ devices: [MockDevice], forbidden: [MockDevice] = [], _ words: String...
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let machine = try MockMachine(devices, forbidden: forbidden, in: folder)
    let none = try folder.write("none.toml", "")
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder)) + ["devices", "--config", none] + words
    ).run()
  }

  private var panel: MockDevice {
    .panel(5, udev: MockMachine.touchscreen.merging(["ID_PATH": "pci-0000:00:14.0-usb-0:3:1.0"]) { $1 })
  }
  private var keyboard: MockDevice { .keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]) }

  @Test func `shows people size, origin and what was passed over`() async throws {
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

  @Test func `names who stated the size`() async throws {
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

  @Test func `prints one object for programs`() async throws {
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

  @Test func `ends with 66 where there is no touchscreen`() async throws {
    let outcome = try await devices([keyboard])
    #expect(outcome.code == 66)
    #expect(outcome.output.contains("/dev/input/event3"))
    #expect(outcome.errors == "flickctl: there is no touchscreen (1 other input devices)\n")
  }

  @Test func `ends with 77 and the cure where one may not be read`() async throws {
    // A node that answers calls cannot be opened by somebody else than the testbed's owner.
    var closed = panel
    closed.answersCalls = false
    let outcome = try await devices([closed], forbidden: [closed])
    #expect(outcome.code == 77)
    #expect(outcome.output.contains("touchscreen that may not be read"))
    let cure =
      "flickctl: /dev/input/event5 may not be read: install flickd's udev rule (make install), or run as root"
    #expect(outcome.errors.hasPrefix(cure))
  }
}
