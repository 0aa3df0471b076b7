import Glibc
import LinuxIO
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `A panel that appears while the service has no descriptor left` {
  @Test func `is opened once a descriptor is free`() async throws {
    // Enough descriptors for the service itself with its pipes, and for a few clients.
    let scarce = ["sh", "-c", "ulimit -n 24; exec \"$@\"", "sh"]
    let outcome = try await Daemon.run([], under: scarce, within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Fingertip.panel), mark: "scarce/0")
      var crowd: [Subscriber] = []
      for _ in 0..<16 { crowd.append(try await daemon.connect()) }
      try panel.plug()
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 3_000_000)
      try subscriber.send(#"{"id":1,"request":"stats"}"# + "\n")
      let stats = try await subscriber.next(of: "reply")
      #expect(stats.panels == .array([]))
      #expect(try #require(stats.turns.value) < 100, "it waits, and does not ask without end")
      crowd = []
      let line = try await subscriber.next(of: "panel")
      #expect(
        line.change == "added" && line.panel_id == "usb-1209:0001-scarce/0", "with the name that is its own")
      panel.unplug()
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    // Either udev's query of the device fails, or opening it.
    #expect(
      ["looking for touchscreens every", "trying again after"].contains { outcome.errors.contains($0) },
      "\(outcome.errors)")
  }
}
