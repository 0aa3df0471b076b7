import GestureCore
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `An odd panel in the kernel` {
  /// The kernel refuses an axis whose length does not fit into 32 bits.
  private static let panels = OddPanel.allCases.filter { $0 != .hugeRange }

  private static let text = """
    down 1 80% 50%
    to 1 55% 52% in 80ms
    up 1
    400ms
    down 1 30% 20%
    to 1 31% 60% in 1200ms
    200ms
    up 1
    """

  @Test(arguments: panels)
  func `decides like any other panel`(odd: OddPanel) async throws {
    let panel = odd.description
    let scenario = try Scenario(file: "odd.touch", text: Self.text, expectsLines: false)
    let performance = try await Stage(.events(panel)).perform(
      try ScenarioPlayer.script(of: scenario, on: panel), as: "odd \(odd)")
    #expect(
      performance.outcomes == [
        "end flick left commit by distance, velocity", "end drag down commit by distance",
      ])
    #expect(performance.panel.scale == (odd == .withoutResolution ? "assumed" : "kernel"))
    #expect(performance.counts?.contacts == 2)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
