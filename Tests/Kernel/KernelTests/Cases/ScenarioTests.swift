import Foundation
import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `A scenario on a kernel's panel` {
  /// A panel on which scenarios are played.
  struct Glass: Sendable {
    let name: String
    let model: PanelModel
    let fingers: Int
    let script: @Sendable (Scenario) throws -> PanelScript

    static func events(_ name: String, fingers: Int, _ panel: PanelDescription) -> Glass {
      Glass(name: name, model: .events(panel), fingers: fingers) {
        try ScenarioPlayer.script(of: $0, on: panel)
      }
    }

    static let hid = Glass(name: "HID", model: .reports(HIDTouches().description), fingers: 10) {
      try HIDTouches().script(of: $0)
    }

    static let all = [
      events("slots", fingers: 10, ScenarioPlayer.panel(.slots)),
      events("list", fingers: 10, ScenarioPlayer.panel(.list)),
      events("single", fingers: 1, ScenarioPlayer.panel(.single)), hid,
    ]
  }

  /// A scenario on one of these panels.
  struct Story: Sendable, CustomTestStringConvertible {
    let scenario: Scenario
    let glass: Glass

    var testDescription: String { "\(scenario.name), \(glass.name)" }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios").path

  /// Only a stopped daemon loses a kernel's events; no panel can play that.
  private static let scenarios =
    ((try? Scenario.all(in: folder)) ?? []).filter { !$0.expected.contains("cancel dropped") }

  private static let stories = scenarios.flatMap { scenario in
    Glass.all.filter { scenario.fingers <= $0.fingers }.map { Story(scenario: scenario, glass: $0) }
  }

  @Test func `is one of many`() {
    #expect(Self.scenarios.count >= 9)
    #expect(Self.stories.count >= 32)
  }

  @Test(arguments: stories)
  func `ends as expected, and as its recording does in replay`(story: Story) async throws {
    let performance = try await Stage(story.glass.model).perform(
      try story.glass.script(story.scenario), as: story.testDescription)
    #expect(performance.story == story.scenario.expected)
    #expect(performance.panelNames == [performance.panel.panel_id.text ?? "none"], "the name is the place's")
    // A recording ends when its panel is removed.
    if !story.scenario.expected.contains("cancel unplugged") {
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
  }
}
