import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A scenario's events` {
  private func scenario(_ text: String) throws -> Scenario {
    try Scenario(file: "s.touch", text: text, expectsLines: false)
  }

  private func frames(_ text: String, on panel: PanelDescription) throws -> [[[Int32]]] {
    try ScenarioPlayer.script(of: scenario(text), on: panel).steps.compactMap { step in
      guard case .events(let events) = step.action else { return nil }
      return events.map { [Int32($0.type), Int32($0.code), $0.value] }
    }
  }

  @Test func `contain BTN_TOUCH, slots and the emulated pointer, as from the kernel`() throws {
    let reported = try frames("down 1 0% 0%\ndown 2 100% 100%\nup 1\nup 2", on: ScenarioPlayer.panel(.slots))
    #expect(
      reported == [
        [
          [3, 0x2f, 0], [3, 0x39, 0], [3, 0x35, 0], [3, 0x36, 0], [1, 0x14a, 1], [3, 0, 0], [3, 1, 0],
          [0, 0, 0],
        ],
        [
          [3, 0x2f, 0], [3, 0x35, 0], [3, 0x36, 0], [3, 0x2f, 1], [3, 0x39, 1], [3, 0x35, 4340],
          [3, 0x36, 2720], [3, 0, 0], [3, 1, 0], [0, 0, 0],
        ],
        [
          [3, 0x2f, 0], [3, 0x39, -1], [3, 0x2f, 1], [3, 0x35, 4340], [3, 0x36, 2720], [3, 0, 4340],
          [3, 1, 2720], [0, 0, 0],
        ],
        [[3, 0x2f, 1], [3, 0x39, -1], [1, 0x14a, 0], [0, 0, 0]],
      ])
  }

  @Test func `list every contact in protocol A, and end with an empty list`() throws {
    let reported = try frames("down 1 0% 0%\nup 1", on: ScenarioPlayer.panel(.list))
    #expect(reported.last == [[0, 2, 0], [1, 0x14a, 0], [0, 0, 0]])
    #expect(reported.first?.prefix(4) == [[3, 0x39, 0], [3, 0x35, 0], [3, 0x36, 0], [0, 2, 0]])
  }

  @Test func `contain widths and palms only for a scenario with such steps`() throws {
    let text = "down 1 0% 0% 30mm wide\nwidth 1 10mm\npalm 1\nlose 1\ndown 1 5mm 0%"
    let panel = try ScenarioPlayer.panel(.slots, for: scenario(text))
    let reported = try frames(text, on: panel).map { frame in
      frame.filter { [0x30, 0x37, 0x39, 0x2f].contains($0[1]) && $0[0] == 3 }.map { [$0[1], $0[2]] }
    }
    #expect(
      reported == [
        [[0x2f, 0], [0x39, 0], [0x30, 600], [0x37, 0]], [[0x2f, 0], [0x30, 200], [0x37, 0]],
        [[0x2f, 0], [0x30, 200], [0x37, 2]],
        // The slot stays, and gets the next tracking id.
        [[0x2f, 0], [0x39, 1], [0x30, 180], [0x37, 0]],
      ])
    let plain = try ScenarioPlayer.panel(.slots, for: scenario("down 1 0% 0%"))
    #expect(plain == ScenarioPlayer.panel(.slots))
    let error = #expect(throws: ScenarioError.self) {
      try frames("down 1 0% 0%\npalm 1", on: ScenarioPlayer.panel(.list))
    }
    #expect(error?.line == 2)
    #expect(throws: ScenarioError.self) { try HIDTouches().script(of: scenario(text)) }
  }

  @Test func `move fingers at the same time`() throws {
    let reported = try frames(
      "down 1 0mm 0mm\ndown 2 10mm 0mm\nto 1 2mm 0mm and 2 8mm 0mm in 16ms", on: ScenarioPlayer.panel(.slots))
    #expect(reported.suffix(2).map { $0.filter { $0[1] == 0x35 }.map { $0[2] } } == [[20, 180], [40, 160]])
  }

  @Test func `report positions on the panel's own axes`() throws {
    var panel = ScenarioPlayer.panel(.slots)
    panel.axes[EventCode.mtPositionX] = AxisRange(minimum: -1000, maximum: 1000, resolution: 10)
    panel.axes[EventCode.mtPositionY] = AxisRange(minimum: 200, maximum: 1200, resolution: 5)
    panel.axes[EventCode.x] = nil
    let reported = try frames("down 1 50mm 25%", on: panel)
    #expect(reported.first?.contains([3, 0x35, -500]) == true)
    #expect(reported.first?.contains([3, 0x36, 450]) == true)
    #expect(reported.first?.contains { $0[1] == 0 && $0[0] == 3 } == false)
    // The same position in mm, if the caller knows the size better than the kernel.
    let other = try ScenarioPlayer.script(
      of: scenario("down 1 50mm 25%"), on: panel, size: Extent(width: 100, height: 100))
    guard case .events(let events) = try #require(other.steps.first).action else { return }
    #expect(events.contains { $0.code == 0x35 && $0.value == 0 })
  }

  @Test func `count tracking ids up to the axis maximum and wrap`() throws {
    var panel = ScenarioPlayer.panel(.slots)
    panel.axes[EventCode.mtTrackingID] = AxisRange(minimum: 10, maximum: 80)
    // A resting finger keeps its id while the ids of the others wrap.
    let taps = String(repeating: "down 2 1% 1%\nup 2\n", count: 75)
    let reported = try frames("down 1 1% 1%\n\(taps)", on: panel).joined().filter {
      $0[1] == Int32(EventCode.mtTrackingID) && $0[2] >= 0
    }
    #expect(reported.map { $0[2] } == Array(10...80) + Array(11...15))
  }

  @Test func `unplug and plug the panel`() throws {
    let reported = try ScenarioPlayer.script(
      of: scenario("down 1 1% 1%\n100ms\nunplug\n500ms\nplug\ndown 1 1% 1%\n20ms"))
    let words = reported.steps.map { step in
      switch step.action {
      case .events(let events): "\(events.count) at \(step.offset.microseconds)"
      case .report(let report): "report \(report)"
      case .unplug: "unplug at \(step.offset.microseconds)"
      case .plug: "plug at \(step.offset.microseconds)"
      case .cue(let action): "\(action) at \(step.offset.microseconds)"
      }
    }
    #expect(words == ["8 at 0", "unplug at 100000", "plug at 600000", "8 at 600000"])
    #expect(reported.duration == .milliseconds(620))
    // The panel returns without contacts, so BTN_TOUCH is pressed again.
    guard case .events(let events) = try #require(reported.steps.last).action else { return }
    #expect(events.contains { $0.code == EventCode.btnTouch && $0.value == 1 })
  }

  private static let noAxes = "s.touch: Scenario panel cannot be played: it has no position axes"
  private static let emptyAxis = "s.touch: Scenario panel cannot be played: an axis has an empty range"

  @Test func `report why a panel cannot play them`() throws {
    func message(_ text: String, _ change: (inout PanelDescription) -> Void) -> String? {
      var panel = ScenarioPlayer.panel(.slots)
      change(&panel)
      let error = #expect(throws: ScenarioError.self) {
        try ScenarioPlayer.script(of: scenario(text), on: panel)
      }
      return error?.description
    }
    #expect(message("down 1 1% 1%") { $0.axes = [:] } == Self.noAxes)
    #expect(message("down 1 1% 1%") { $0.axes[0x35] = AxisRange(minimum: 5, maximum: 5) } == Self.emptyAxis)
    #expect(
      message("down 1 1% 1%") { $0.axes[0x39] = nil }
        == "s.touch: Scenario panel cannot be played: it has slots, but no tracking ids")
    #expect(
      message("down 1 1% 1%") { panel in
        panel = ScenarioPlayer.panel(.single)
        panel.keys = []
      } == "s.touch: Scenario panel cannot be played: it has neither multitouch axes nor BTN_TOUCH")
    #expect(
      message("down 1 1% 1%\ndown 2 1% 1%\ndown 3 1% 1%") { $0.axes[0x2f]?.maximum = 1 }
        == "s.touch:3: this panel reports at most 2 fingers")
    #expect(
      message("down 1 1% 1%\ndown 2 1% 1%") { $0 = ScenarioPlayer.panel(.single) }
        == "s.touch:2: this panel reports at most one finger")
    #expect(
      message("down 1 1% 1%\nto 1 300mm 1% in 8ms") { _ in }
        == "s.touch:2: 300.0 mm is outside the panel, which is 217.0 mm wide")
  }

  @Test func `refuse drop on a device and unplug in a recording`() throws {
    let drop = "s.touch:2: `drop` cannot be played to a kernel: only the kernel decides when it loses events"
    for make in [
      { _ = try ScenarioPlayer.script(of: $0) }, { _ = try HIDTouches().script(of: $0) },
    ] as [(Scenario) throws -> Void] {
      let error = #expect(throws: ScenarioError.self) { try make(scenario("down 1 1% 1%\ndrop")) }
      #expect(error?.description == drop)
    }
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioPlayer.recording(of: scenario("down 1 1% 1%\nunplug"))
    }
    #expect(
      error?.description
        == "s.touch:2: a recording cannot contain `unplug` and `plug`: play the scenario to a device")
  }
}
