import Foundation
import GestureCore
import LinuxIO
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime, .serialized) struct `What udev says of an open panel` {
  private static let file = "/run/udev/rules.d/99-case.rules"

  /// Makes udev read a rule about the panel, or none, and process all input devices again.
  private func rule(_ words: String?) async throws {
    // udev compares the time at which the folder was changed, and time stands still while programs
    // run.
    SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 1_000_000)
    let text = words.map { "SUBSYSTEM==\"input\", ATTRS{name}==\"Fingertip panel\", \($0)\n" } ?? ""
    try text.write(toFile: Self.file, atomically: false, encoding: .utf8)
    for words in [
      ["control", "--reload"], ["trigger", "--action=change", "--subsystem-match=input"], ["settle"],
    ] {
      #expect(try await Command(["udevadm"] + words).run().code == 0)
    }
  }

  private func withPanel(
    _ body: @escaping @Sendable (VirtualPanel, Subscriber) async throws -> Void
  ) async throws {
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Fingertip.panel), mark: "rules/0")
      try panel.plug()
      #expect(try await subscriber.next(of: "panel").change == "added")
      try await body(panel, subscriber)
    }
    try await rule(nil)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `changes nothing when repeated, even under a finger`() async throws {
    try await withPanel { panel, subscriber in
      var finger = Fingertip()
      finger.move(by: 400, in: .milliseconds(400), frames: 40)
      try PanelPlayer(finger.script, on: panel).play()
      try await rule(nil)
      try panel.send(Fingertip.lifting)
      #expect(try await subscriber.next().phase == "end", "neither a panel that went nor a cancelled swipe")
    }
  }

  @Test(arguments: [#"ENV{ID_SEAT}="seat1""#, #"ENV{LIBINPUT_IGNORE_DEVICE}="1""#])
  func `can remove the panel and bring it back`(words: String) async throws {
    try await withPanel { panel, subscriber in
      try await rule(words)
      #expect(try await subscriber.next().change == "removed")
      // Set to a new value instead of removed, so that udev's memory of an earlier event does not
      // matter.
      try await rule(words.replacing(/"(seat1|1)"$/) { $0.output.1 == "1" ? "\"0\"" : "\"seat0\"" })
      #expect(try await subscriber.next().change == "added")
      var finger = Fingertip()
      finger.move(by: 600, in: .milliseconds(100), frames: 12)
      finger.lift()
      try PanelPlayer(finger.script, on: panel).play()
      #expect(try await subscriber.next().scenarioWords == "end flick right commit by velocity")
    }
  }

  @Test func `can change the panel's size`() async throws {
    try await withPanel { panel, subscriber in
      try await rule(#"ENV{FLICKD_SIZE_MM}="100x50""#)
      #expect(try await subscriber.next().change == "removed")
      let line = try await subscriber.next()
      #expect(line.change == "added" && line.scale == "udev" && line.width_mm == 100)
    }
  }
}
