import LinuxIO
import Panels
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `A live panel` {
  let udev = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

  @Test func `has the kernel's description`() async throws {
    let outcome = try await Testbed.run([.panel(5, udev: udev)], "read", "/dev/input/event5", "0")
    #expect(outcome.code == 0)
    #expect(outcome.value("name") == "Sample panel")
    #expect(outcome.value("ids") == "3 3823 5 256")
    #expect(outcome.value("direct") == "true")
    #expect(outcome.value("keys") == "[330]")
    #expect(outcome.value("slots") == "10 current 0 down []")
    #expect(
      outcome.lines.filter { $0.hasPrefix("axis ") } == [
        "axis 0 0 4095 0 0 8", "axis 1 0 4095 0 0 14", "axis 47 0 9 0 0 0", "axis 53 0 4095 2 0 8",
        "axis 54 -5 4095 0 1 14", "axis 57 0 65535 0 0 0",
      ])
  }

  @Test func `works with a kernel that keeps its own clock`() async throws {
    // umockdev refuses EVIOCSCLOCKID.
    let outcome = try await Testbed.run([.panel(5, udev: udev)], "read", "/dev/input/event5", "0")
    #expect(outcome.value("clock") == "as it was")
  }

  @Test func `makes a hostile name harmless`() async throws {
    var panel = MockDevice.panel(5, udev: udev)
    panel.description.name = "%s\u{1B}[2J\u{202E}é"
    let outcome = try await Testbed.run([panel], "read", "/dev/input/event5", "0")
    #expect(outcome.value("name") == "%s\u{FFFD}[2J\u{FFFD}é")
  }

  @Test func `reads events in order with the kernel's timestamps`() async throws {
    var events = MockEvents()
    let sent: [(Int, UInt16, UInt16, Int32)] = [
      (100_000, EventCode.abs, EventCode.mtTrackingID, 7),
      (100_000, EventCode.abs, EventCode.mtPositionX, 200),
      (100_000, EventCode.key, EventCode.btnTouch, 1), (100_000, EventCode.syn, EventCode.synReport, 0),
      (108_333, EventCode.abs, EventCode.mtPositionX, 260), (108_333, EventCode.syn, EventCode.synReport, 0),
      (116_667, EventCode.abs, EventCode.mtTrackingID, -1), (116_667, EventCode.key, EventCode.btnTouch, 0),
      (116_667, EventCode.syn, EventCode.synReport, 0),
    ]
    for (moment, type, code, value) in sent { events.add(at: moment, type, code, value) }
    let outcome = try await Testbed.run(
      [.panel(5, udev: udev)], events: events, "read", "/dev/input/event5", "1")
    #expect(
      outcome.lines.filter { $0.hasPrefix("event ") } == sent.map { "event \($0.0) \($0.1) \($0.2) \($0.3)" })
  }

  @Test func `reports the contacts at the start, and again after lost events`() async throws {
    // The testbed always returns the state of the start: contact 40 is down in slot 2.
    var panel = MockDevice.panel(5, udev: udev)
    panel.down = [2: (id: 40, x: 1000, y: 2000)]
    panel.currentSlot = 2
    var events = MockEvents()
    events.add(at: 100_000, EventCode.abs, EventCode.mtTrackingID, -1)
    events.add(at: 100_000, EventCode.syn, EventCode.synReport, 0)
    events.add(at: 110_000, EventCode.syn, EventCode.synDropped, 0)
    events.add(at: 110_000, EventCode.syn, EventCode.synReport, 0)
    let outcome = try await Testbed.run([panel], events: events, "read", "/dev/input/event5", "1")
    #expect(outcome.value("slots") == "10 current 2 down [2]")
    let reported = outcome.lines.filter { $0.hasPrefix("event ") || $0.hasPrefix("dropped ") }
    #expect(reported.prefix(3) == ["event 100000 3 57 -1", "event 100000 0 0 0", "dropped 110000"])
    let resynchronisation = reported.dropFirst(3)
    #expect(!resynchronisation.isEmpty)
    #expect(reported.filter { $0.hasPrefix("dropped") }.count == 1)
    // Whatever else libevdev repeats, the contact is down again in slot 2 and the frame is
    // complete.
    #expect(resynchronisation.contains { $0.hasPrefix("event ") && $0.hasSuffix(" 3 57 40") })
    #expect(resynchronisation.last?.hasSuffix(" 0 0 0") == true)
  }

  @Test func `reports the command that permits reading`() async throws {
    // The node forbids reading. Root could read it anyway, so the probe runs as another user, who
    // may access the rest of the testbed.
    var panel = MockDevice.panel(5, udev: udev)
    panel.answersCalls = false
    let outcome = try await Testbed.run([panel], forbidden: [panel], "read", "/dev/input/event5", "0")
    #expect(outcome.code == 77)
    let words = try #require(outcome.value("permission"))
    #expect(words.hasPrefix("/dev/input/event5 may not be read by "), "\(words)")
    #expect(words.contains(#/setfacl -m u:[^ ]+:r /dev/input/event5'?` lets /#), "\(words)")
  }

  @Test func `reports that a node is gone`() async throws {
    let outcome = try await Testbed.run([.panel(5, udev: udev)], "read", "/dev/input/event6", "0")
    #expect(outcome.code == 1)
    #expect(outcome.value("refused") == "/dev/input/event6 is gone: plug the panel in again")
  }
}
