import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `A panel with a hostile name` {
  /// Up to 79 bytes, all that uinput accepts.
  ///
  /// A longer name is cut there, perhaps in the middle of a character.
  private static func name(_ random: inout SplitMix64) -> String {
    let pieces: [Character] = [
      "\"", "\\", "\n", "\t", "%", "{", "]", "\u{1b}", "\u{7f}", "é", "漢", "😀", "a", "/",
    ]
    return String(
      (0..<Int.random(in: 1...60, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "x" })
  }

  @Test func `is reported in one line of JSON, and begins no line of the log`() async throws {
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      var random = SplitMix64(seed: 8)
      for number in 0..<40 {
        var description = Fingertip.panel
        description.name = Self.name(&random)
        let panel = VirtualPanel(.events(description), mark: "hostile/\(number)")
        try panel.plug()
        let added = try await subscriber.next(of: "panel")
        #expect(added.change == "added")
        #expect(added.vendor == "1209")
        let reported = try #require(added.name.text).unicodeScalars.prefix(15)
        #expect(description.name.displayable().unicodeScalars.starts(with: reported), "number \(number)")
        panel.unplug()
        #expect(try await subscriber.next(of: "panel").change == "removed")
      }
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    for line in outcome.errors.split(separator: "\n") { #expect(line.hasPrefix("flickd: "), "\(line)") }
  }
}
