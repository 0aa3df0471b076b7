import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `Ten fingers on a kernel's panel` {
  /// Ten fingers land, then move one after the other, then all lift.
  private static let text: String = {
    var lines: [String] = []
    for finger in 1...10 { lines.append("down \(finger) \(finger * 9 - 4)% 20%") }
    lines.append("20ms")
    for finger in 1...10 { lines.append("to \(finger) \(finger * 9 - 4)% 80% in 160ms") }
    lines.append("200ms")
    for finger in 1...10 { lines.append("up \(finger)") }
    return lines.joined(separator: "\n")
  }()

  // In real time an emulated processor is too slow for ten simultaneous fingers: the kernel drops
  // events that flickd has not yet read.
  @Test(.inVirtualTime) func `are one swipe`() async throws {
    let panel = MadeRecording.description
    let recording = Recording(
      name: "ten", format: .evemu, description: panel, events: MadeRecording.tenFingers.events)
    let performance = try await Stage(.events(panel)).perform(PanelScript(recording), as: "ten fingers")
    #expect(performance.outcomes == ["end flick down commit by distance, velocity with 10 fingers"])
    #expect(try JSON(try #require(performance.swipes.last)).fingers.value == 10)
    #expect(performance.counts?.contacts == 10)
    #expect(performance.counts?.contacts_down == 0)
    #expect(performance.counts?.swipes == 1)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  @Test(.inVirtualTime, arguments: [TouchProtocol.slots, .list])
  func `that move one after the other are one swipe`(touchProtocol: TouchProtocol) async throws {
    let panel = ScenarioPlayer.panel(touchProtocol)
    let scenario = try Scenario(file: "ten.touch", text: Self.text, expectsLines: false)
    let performance = try await Stage(.events(panel)).perform(
      try ScenarioPlayer.script(of: scenario, on: panel), as: "ten in turn \(touchProtocol)")
    #expect(performance.outcomes == ["end drag down commit by distance with 10 fingers"])
    #expect(performance.counts?.contacts == 10)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  @Test func `also arrive through HID reports`() async throws {
    let scenario = try Scenario(file: "ten.touch", text: Self.text, expectsLines: false)
    let touches = HIDTouches()
    let performance = try await Stage(.reports(touches.description)).perform(
      try touches.script(of: scenario), as: "ten in turn by HID")
    #expect(performance.outcomes.count == 1)
    #expect(performance.counts?.contacts == 10)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
