import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
import Testing
import VirtualPanels

@testable import Pipeline

@Suite struct `A scenario` {
  /// A recording's decisions in the words of a scenario.
  private func reported(of recording: Recording) throws -> [String] {
    let panel = try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
    var narrator = Narrator(rule: panel.setup.rule)
    var numbering = SwipeNumbering()
    _ = Playback(panel).play(through: nil, numbering: &numbering, into: &narrator)
    return narrator.lines
  }

  @Test(arguments: [TouchProtocol.slots, .list, .single])
  func `ends as expected with each protocol`(touchProtocol: TouchProtocol) throws {
    let scenarios = try Scenario.recordable()
    #expect(scenarios.count >= 9)
    for scenario in scenarios where touchProtocol != .single || scenario.fingers == 1 {
      let panel = ScenarioPlayer.panel(touchProtocol)
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel)
      #expect(try reported(of: recording) == scenario.expected, "\(scenario.name).touch, \(touchProtocol)")
    }
  }

  @Test(arguments: OddPanel.allCases)
  func `ends as expected on an odd panel`(odd: OddPanel) throws {
    let panel = odd.description
    for scenario in try Scenario.recordable() {
      guard odd.takesTwo || scenario.fingers == 1 else { continue }
      let recording = try ScenarioPlayer.recording(of: scenario, on: panel)
      #expect(try reported(of: recording) == scenario.expected, "\(scenario.name).touch, \(odd)")
    }
  }
}
