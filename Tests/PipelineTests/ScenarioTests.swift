import Configuration
import FlickProtocol
import Foundation
import GestureCore
import Panels
import TestKit
import Testing
import VirtualPanels

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

  /// What is said of a recording, in the words of a scenario.
  private func told(of recording: Recording) throws -> [String] {
    let panel = try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
    var narrator = Narrator(rule: panel.setup.rule)
    var numbering = SwipeNumbering()
    _ = Playback(panel).play(through: nil, numbering: &numbering, into: &narrator)
    return narrator.lines
  }

  /// A recording cannot tell that its panel goes and comes back.
  private static func recordable() throws -> [Scenario] {
    try Scenario.all(in: folder).filter { !$0.expected.contains("cancel unplugged") }
  }

  @Test(arguments: [TouchProtocol.slots, .list, .single])
  func `ends as it says, by each protocol`(touchProtocol: TouchProtocol) throws {
    let scenarios = try Self.recordable()
    #expect(scenarios.count >= 9)
    for scenario in scenarios where touchProtocol != .single || scenario.fingers == 1 {
      let panel = ScenarioPlayer.panel(touchProtocol)
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel)
      #expect(try told(of: recording) == scenario.expected, "\(scenario.name).touch, \(touchProtocol)")
    }
  }

  @Test(arguments: OddPanel.allCases)
  func `ends as it says on an odd panel`(odd: OddPanel) throws {
    let panel = odd.description
    for scenario in try Self.recordable() {
      guard odd.takesTwo || scenario.fingers == 1 else { continue }
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel)
      #expect(try told(of: recording) == scenario.expected, "\(scenario.name).touch, \(odd)")
    }
  }
}
