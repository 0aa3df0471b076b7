import Configuration
import FlickProtocol
import Foundation
import GestureCore
import Panels
import TestKit
import Testing

@testable import Pipeline

@Suite struct `A scenario` {
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

  @Test(arguments: [TouchProtocol.slots, .list, .single])
  func `ends as it says, by each protocol`(touchProtocol: TouchProtocol) throws {
    let scenarios = try Scenario.all(in: Self.folder)
    #expect(scenarios.count >= 9)
    for scenario in scenarios where touchProtocol != .single || scenario.fingers == 1 {
      let recording = ScenarioPlayer.recording(of: scenario, touchProtocol)
      let panel = try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
      var narrator = Narrator(rule: panel.setup.rule)
      var numbering = SwipeNumbering()
      _ = Playback(panel).play(through: nil, numbering: &numbering, into: &narrator)
      #expect(narrator.lines == scenario.expected, "\(scenario.name).touch, \(touchProtocol)")
    }
  }

  @Test(arguments: ["down 1 50% 50%", "fly 1\n\nend", "down 1 50 50%\n\nend", "to 1 50% 50%\n\nend"])
  func `that nobody can play is refused`(text: String) {
    #expect(throws: Scenario.Malformed.self) { try Scenario(name: "bad", text: text) }
  }
}
