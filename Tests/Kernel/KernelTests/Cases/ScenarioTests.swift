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
    let fingers: Int
    let model: @Sendable (Scenario) -> PanelModel
    let script: @Sendable (Scenario) throws -> PanelScript

    static func events(_ touchProtocol: TouchProtocol, fingers: Int) -> Glass {
      Glass(name: "\(touchProtocol)", fingers: fingers) {
        .events(ScenarioPlayer.panel(touchProtocol, for: $0))
      } script: {
        try ScenarioPlayer.script(of: $0, on: ScenarioPlayer.panel(touchProtocol, for: $0))
      }
    }

    static let hid = Glass(name: "HID", fingers: 10) { _ in
      .reports(HIDTouches().description)
    } script: {
      try HIDTouches().script(of: $0)
    }

    /// Whether the panel plays a scenario.
    ///
    /// Zones and requests begin behind the decoder, so one protocol is enough for them; without a
    /// kernel, they are played with each protocol.
    func plays(_ scenario: Scenario) -> Bool {
      scenario.fingers <= fingers && (name == "slots" || scenario.isTouchAlone)
    }

    static let all = [
      events(.slots, fingers: 10), events(.list, fingers: 10), events(.single, fingers: 1), hid,
    ]
  }

  /// A scenario on one of these panels.
  struct Combination: Sendable, CustomTestStringConvertible {
    let scenario: Scenario
    let glass: Glass

    var testDescription: String { "\(scenario.name), \(glass.name)" }
  }

  /// Only a stopped daemon loses a kernel's events; no panel can play that.
  private static let scenarios = ((try? Scenario.all(in: Scenario.folder)) ?? []).filter { !$0.hasDrop }

  private static let combinations = scenarios.flatMap { scenario in
    Glass.all.filter { $0.plays(scenario) }.map { Combination(scenario: scenario, glass: $0) }
  }

  @Test func `is one of many`() {
    #expect(Self.scenarios.count >= 58)
    #expect(Self.combinations.count >= 160)
  }

  @Test(arguments: combinations)
  func `ends as expected, and as its recording does in replay`(combination: Combination) async throws {
    let scenario = combination.scenario
    // A request or a reload needs a time at which flickd handles it before the next frame.
    if !Guest.hasVirtualTime, scenario.hasReload || !scenario.requests.isEmpty { return }
    var stage = Stage(combination.glass.model(scenario))
    stage.configuration = scenario.configuration?.text ?? ""
    let performance = try await stage.perform(
      try combination.glass.script(scenario), as: combination.testDescription)
    #expect(performance.outcomes == scenario.expected)
    #expect(performance.panelNames == [performance.panel.panel_id.text ?? "none"], "the name is the port's")
    // A lower level withholds this count.
    let isCounted = !scenario.requests.contains { $0.contains(#""level""#) }
    if isCounted, !scenario.needsSlots, !scenario.hasUnplug {
      #expect(performance.counts?.contacts_down == 0)
    }
    // A recording ends when its panel is removed, and contains neither requests nor reloads.
    if !scenario.hasUnplug, !scenario.hasReload, scenario.requests.isEmpty {
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
  }
}
