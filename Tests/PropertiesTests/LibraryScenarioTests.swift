import Configuration
import FlickProtocol
import Foundation
import GestureCore
import Panels
import Pipeline
import TestKit
import Testing
import VirtualPanels

@Suite struct `A scenario on the library's panels` {
  /// Says ends and cancels in the words of a scenario.
  private struct Narrator: SwipeSink, ~Copyable {
    let rule: DecisionRule
    var lines: [String] = []

    mutating func receive(_ fact: borrowing SwipeFact) {
      switch fact.phase {
      case .begin, .update: break
      case .cancel(let reason): lines.append("cancel \(reason.word)")
      case .end:
        let decision = rule.decide(translation: fact.translation, velocity: fact.estimate.velocity)
        var words = ["end", decision.kind.word, decision.direction?.word ?? "nowhere"]
        words.append(decision.commit ? "commit" : "return")
        let arms = [decision.by.distance ? "distance" : nil, decision.by.velocity ? "velocity" : nil]
        let by = arms.compactMap { $0 }.joined(separator: ", ")
        if !by.isEmpty { words.append("by \(by)") }
        lines.append(words.joined(separator: " "))
      }
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios").path

  /// The stories that a recording can tell, in which places are those of a glass like the scenarios' own.
  private static func scenarios() throws -> [Scenario] {
    try Scenario.all(in: folder).filter { !$0.expected.contains("cancel unplugged") }
  }

  private static let panels = LibraryPanel.all

  @Test(arguments: panels.indices)
  func `ends as it says`(number: Int) throws {
    let panel = Self.panels[number]
    // The stories are told on 217 × 136 mm, and of lifts as late as they say: neither is left to what is known of a panel.
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
    for scenario in try Self.scenarios() where scenario.fingers <= panel.fingers {
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel.device, size: Scenario.extent)
      let events = panel.asSent(recording.events)
      var narrator = Narrator(rule: setup.rule)
      var numbering = SwipeNumbering()
      let pipeline = PanelPipeline(setup)
      for event in events { pipeline.consume(event, numbering: &numbering, into: &narrator) }
      let told = narrator.lines
      if told != scenario.expected {
        Issue.record(
          "\(scenario.name).touch on \(panel): \(told) instead of \(scenario.expected); \(frames(events))")
      }
    }
  }

  /// The frames as `ms: code=value …`, the last twenty of them.
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
