import Evdev
import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `flickctl measure on a kernel's panel` {
  /// Six swipes at 125 Hz, each with a lift 48 ms after the last report.
  private static let text = String(
    repeating: """
      down 1 20% 50%
      to 1 70% 50% in 160ms
      40ms
      up 1
      800ms

      """, count: 6)

  @Test func `measures the rate, the lift delay and the size that the panel has`() async throws {
    let description = ScenarioPlayer.panel(.slots)
    let scenario = try Scenario(file: "measure", text: Self.text, expectsLines: false)
    let script = try ScenarioPlayer.script(of: scenario, on: description)
    let panel = VirtualPanel(.events(description), mark: "measure/0")
    try panel.plug()
    let node = try #require(try panel.nodes().first)
    _ = try await waiting("udev knows the panel") {
      try PanelScan.nodes().first { $0.node == node && $0.deviceClass(seat: "seat0").isTouchscreen }
    }
    let command = Command(
      .flickctl, "measure", node, "--config", "/dev/null", "--stations", "swipes", "--json")
    let measuring = Task { try await command.run(within: 2000) }
    // In virtual time, the command then waits for the panel.
    try await Task.sleep(for: .seconds(1))
    try PanelPlayer(script, on: panel).play()
    let outcome = try await measuring.value
    panel.unplug()
    #expect(outcome.code == 0, "\(outcome.errors)")

    let result = try #require(JSON(outcome.output).results.elements.first)
    func value(_ metric: String) throws -> Double {
      try #require(result.metrics.elements.first { $0.metric == JSON.string(metric) }?["value"].value)
    }
    #expect(abs(try value("report_rate") - 125) < 0.5)
    #expect(abs(try value("lift_delay") - 48) < 0.5)
    #expect(try value("stated_size") == 217)
    #expect(try value("reports_per_swipe") == 21)
    #expect(try value("lost_lifts") == 0)
  }
}
