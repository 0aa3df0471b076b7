import ConfigurationFiles
import GestureCore
import Panels
import Pipeline
import Recordings
import Settings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A scenario on the library's panels` {
  private static let panels = LibraryPanel.all

  @Test(arguments: panels.indices)
  func `ends as expected`(number: Int) throws {
    let panel = Self.panels[number]
    // Scenarios assume 217 × 136 mm and the lift delay that they state, so the properties of the
    // panel must not change these.
    let text = """
      [[panel]]
      match = { name = "*" }
      size = "217mm x 136mm"
      lift_delay = "0s"

      """
    let file = ConfigurationFile(name: "scenario.toml", bytes: Array(text.utf8))
    let reading = Settings.read([file])
    try #require(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    let identity = PanelIdentity(panelID: "library", source: .replay)
    let setup = try #require(PanelSetup(panel.device, identity: identity, settings: reading.settings))
    for scenario in try Scenario.recordable() where scenario.fingers <= panel.fingers {
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel.device, size: Scenario.extent)
      let events = panel.asSent(recording.events)
      var narrator = Narrator(rule: setup.rule)
      var numbering = SwipeNumbering()
      let pipeline = PanelPipeline(setup)
      for event in events { pipeline.consume(event, numbering: &numbering, into: &narrator) }
      let reported = narrator.lines
      if reported != scenario.expected {
        Issue.record(
          "\(scenario.name).touch on \(panel): \(reported) instead of \(scenario.expected); \(frames(events))"
        )
      }
    }
  }

  /// The last twenty frames, as `ms: code=value …`.
  private func frames(_ events: [InputEvent]) -> String {
    var lines: [String] = []
    for frame in events.split(whereSeparator: { $0.type == 0 && $0.code == EventCode.synReport }).suffix(20) {
      let time = (frame.first?.instant.microseconds ?? 0) / 1000
      let words = frame.map { "\($0.type):\(String($0.code, radix: 16))=\($0.value)" }
      lines.append("\(time): \(words.joined(separator: " "))")
    }
    return "\n" + lines.joined(separator: "\n")
  }
}
