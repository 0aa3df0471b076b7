import Evdev
import GestureCore
import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `A program beside flickd` {
  @Test func `receives every touch of a panel that flickd reads`() async throws {
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Fingertip.panel), mark: "beside/0")
      try panel.plug()
      let added = try await subscriber.next(of: "panel")
      let reader = try LivePanel(node: try #require(added.node.text))
      var finger = Fingertip()
      finger.move(by: 600, in: .milliseconds(100), frames: 6)
      finger.lift()
      try PanelPlayer(finger.script, on: panel).play()
      #expect(try await subscriber.next(of: "swipe").scenarioWords == "end flick right commit by velocity")
      var frames = 0
      while case .event(let event) = reader.next() {
        if event.type == EventCode.syn, event.code == EventCode.synReport { frames += 1 }
      }
      #expect(frames == 8, "it lands, moves six times and lifts")
      panel.unplug()
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
