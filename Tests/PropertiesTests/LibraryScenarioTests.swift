import ConfigurationFiles
import GestureCore
import Panels
import Pipeline
import Recordings
import Scenarios
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
    let file = ConfigurationFile(name: "panel.toml", bytes: Array(text.utf8))
    let reading = Settings.read([file])
    try #require(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    for scenario in try Scenario.recordable() where scenario.fingers <= panel.fingers && scenario.isTouchAlone
    {
      var recording = try ScenarioPlayer.recording(of: scenario, on: panel.device, size: Scenario.extent)
      recording.events = panel.asSent(recording.events)
      let lines = try ScenarioRun.lines(
        of: RecordedPanel.panels(for: [recording], settings: reading.settings))
      let words = try Scenario.words(
        of: String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init))
      if words != scenario.expected {
        Issue.record(
          "\(scenario.name).touch on \(panel): \(words) instead of \(scenario.expected); \(frames(recording.events))"
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
