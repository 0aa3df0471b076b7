import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `flickd under systemd, with panels` {
  @Test func `is started by the first touchscreen`() async throws {
    let outcome = try await Guest.run(
      from: .installed,
      """
      systemctl start flickd.socket
      systemctl is-active flickd.service || true
      play tap-says-nothing
      journalctl -q --no-pager -o cat -u flickd | grep -o -E 'panel .*(is gone|node=)'
      systemctl is-active flickd.service
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.first == "inactive")
    #expect(outcome.lines.last == "active")
  }

  @Test(arguments: [
    ("flick-left-short-fast", "flick left commit by velocity"),
    ("drag-right-long-slow", "drag right commit by distance"),
    ("drag-down-short-slow-returns", "drag down return"),
  ])
  func `decides as in the scenario`(scenario: String, decision: String) async throws {
    let outcome = try await Guest.run(
      """
      listen
      play \(scenario)
      hears '"change":"removed"'
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let heard = try outcome.heard().dropFirst(2)
    #expect(heard.map(\.word) == ["added", decision, "removed"])
    #expect(heard.first?.source == "live")
    #expect(heard.first?.scale == "kernel")
  }

  @Test func `cancels the swipe of an unplugged panel, and reads the next panel`() async throws {
    let outcome = try await Guest.run(
      """
      listen
      # Far longer than this test, so the panel is removed during the play.
      printf '%s\\n' 'down 1 30% 50%' 'to 1 70% 50% in 20000ms' 'up 1' '' 'cancel unplugged' >/run/slow.touch
      # The panel of a killed player disappears.
      flickctl play /run/slow.touch --wait 3s >/run/played 2>&1 &
      hears '"change":"added"'
      sleep 6
      kill -KILL $!
      hears '"change":"removed"'
      play flick-left-short-fast
      hears '"change":"removed"' 2
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let heard = try outcome.heard().dropFirst(2)
    #expect(
      heard.map(\.word) == [
        "added", "cancel unplugged", "removed", "added", "flick left commit by velocity", "removed",
      ])
  }

  /// The kernel releases BTN_TOUCH when a device is removed.
  ///
  /// Readers then have a few milliseconds until the node is dead.
  @Test func `does not treat unplugging as a lift when BTN_TOUCH goes up`() async throws {
    let outcome = try await Guest.run(
      """
      listen
      for protocol in list single; do
        flickctl play /opt/scenarios/drag-right-long-slow.touch --protocol $protocol --wait 3s --unplug-at 1800ms >/run/played
      done
      hears '"change":"removed"' 2
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let words = ["added", "cancel unplugged", "removed"]
    #expect(try outcome.heard().dropFirst(2).map(\.word) == words + words)
  }

  @Test func `opens no device except panels`() async throws {
    let others: [MockDevice] = [.keyboard(0), .mouse(0), .touchpad, .tablet]
    let nothing = InputEvent(instant: Instant(microseconds: 0), type: 0, code: EventCode.synReport, value: 0)
    let files = others.map { device in
      let text = String(
        decoding: EvemuWriter.write(device.description, events: [nothing]), as: UTF8.self)
      let file = "/run/\(device.description.name)"
      return "cat >'\(file)' <<'END'\n\(text)END\nflickctl play '\(file)' --keep 60s >/run/others 2>&1 &\n"
    }
    let outcome = try await Guest.run(
      """
      \(files.joined())
      play drag-right-long-slow &
      player=$!
      listen
      hears '"node":'
      udevadm settle
      flickctl devices --json
      opened
      for node in /dev/input/event*; do
        if setpriv --reuid flickd --regid flick --clear-groups test -r "$node"; then echo "may read $node"; fi
      done
      wait "$player"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let report = try #require(try outcome.heard().first)
    #expect(
      Set(report.passed_over.elements.map { [$0.name.text, $0.reason.text] }) == [
        ["AT Translated Set 2 keyboard", "passed over: a keyboard"],
        ["Sample keyboard", "passed over: a keyboard"],
        ["Sample mouse", "passed over: a mouse"],
        ["Sample touchpad", "passed over: a touchpad"],
        ["Sample tablet", "passed over: a tablet"],
      ])
    let node = try #require(report.panels.elements.first?.node.text)
    #expect(outcome.lines.suffix(2) == [node, "may read \(node)"])
  }
}

extension JSON {
  /// A line of flickd in the words of a scenario.
  var word: String {
    if self.type == "panel" { return self.change.text ?? "" }
    if self.phase == "cancel" { return "cancel \(self.reason.text ?? "")" }
    let decision = self.decision
    let criteria = decision.by.elements.compactMap { $0.text }.joined(separator: ", ")
    let judged = decision.commit == true ? "commit by \(criteria)" : "return"
    return [decision.kind.text, decision.direction.text, judged].compactMap { $0 }.joined(separator: " ")
  }
}

extension MockDevice {
  /// A touchpad: a finger's tool, and no property INPUT_PROP_DIRECT.
  static var touchpad: MockDevice {
    var device = MockDevice.panel(0)
    device.description.name = "Sample touchpad"
    device.description.properties = 1
    device.description.keys = [0x110, 0x145, EventCode.btnTouch]
    return device
  }

  /// A tablet with a screen, as direct as a touchscreen: only its pen makes the difference.
  static var tablet: MockDevice {
    var device = MockDevice.panel(0)
    device.description.name = "Sample tablet"
    device.description.properties = 2
    device.description.keys = [0x140, 0x141, 0x14b, EventCode.btnTouch]
    device.description.axes = [
      EventCode.x: AxisRange(minimum: 0, maximum: 21600, resolution: 100),
      EventCode.y: AxisRange(minimum: 0, maximum: 13500, resolution: 100),
      0x18: AxisRange(minimum: 0, maximum: 2047),
    ]
    return device
  }
}
