import GestureCore
import Panels
import Pipeline
import Recordings
import Scenarios
import Settings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A scenario` {
  /// The lines of a scenario on a panel, in its own words.
  private func words(of scenario: Scenario, on panel: PanelDescription) throws -> [String] {
    let recordings = try ScenarioPlayer.recordings(of: scenario, on: panel)
    let panels = RecordedPanel.panels(
      for: try recordings.map { ($0, try $0.configuration?.settings() ?? Settings()) })
    let lines = String(decoding: try ScenarioRun.lines(of: panels), as: UTF8.self)
    return try Scenario.words(of: lines.split(separator: "\n").map(String.init))
  }

  @Test func `is one of at least sixty`() throws {
    #expect(try Scenario.all(in: Scenario.folder).count >= 60)
  }

  @Test(arguments: [TouchProtocol.slots, .list, .single])
  func `ends as expected with each protocol`(touchProtocol: TouchProtocol) throws {
    for scenario in try Scenario.all(in: Scenario.folder)
    where (touchProtocol != .single || scenario.fingers == 1)
      && (touchProtocol == .slots || !scenario.needsSlots)
    {
      let panel = ScenarioPlayer.panel(touchProtocol, for: scenario)
      #expect(
        try words(of: scenario, on: panel) == scenario.expected, "\(scenario.name).touch, \(touchProtocol)")
    }
  }

  @Test(arguments: OddPanel.allCases)
  func `ends as expected on an odd panel`(odd: OddPanel) throws {
    for scenario in try Scenario.recordable() where !scenario.needsSlots {
      guard odd.takesTwo || scenario.fingers == 1 else { continue }
      #expect(
        try words(of: scenario, on: odd.description) == scenario.expected, "\(scenario.name).touch, \(odd)")
    }
  }
}
