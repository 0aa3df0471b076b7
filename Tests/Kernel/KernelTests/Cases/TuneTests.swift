import Evdev
import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `flickctl tune on a kernel's panel` {
  /// How a person swipes: the length of a flick in percent of the panel, and its duration.
  private static let people = [(11, 72), (12, 80), (13, 96), (10, 64), (14, 104), (12, 88)]
  private static let tries = 4

  /// The strokes of one person in the order in which the session asks for them.
  private static func strokes(length: Int, duration: Int) -> String {
    let flick = "down 1 70% 50%\nto 1 \(70 - length)% 50% in \(duration)ms\nup 1\n600ms\n"
    let drag = "down 1 70% 40%\nto 1 \(40 - length)% 40% in \(900 + duration)ms\n200ms\nup 1\n600ms\n"
    let tap = "down 1 \(30 + length)% 60%\n\(40 + duration)ms\nup 1\n600ms\n"
    let scroll = "down 1 50% 70%\nto 1 50% \(60 - length)% in 320ms\nup 1\n600ms\n"
    return [flick, drag, tap].map { String(repeating: $0, count: tries) }.joined()
      + String(repeating: scroll, count: 3) + "4000ms\n"
  }

  @Test func `leads people from an untuned panel to a tuned one`() async throws {
    let files = try PrivateFolder()
    // S is three times too high for these people, so every flick is missed.
    let config = try files.write("flickd.toml", "[swipe]\nvelocity = \"900mm/s\"\n")
    var description = ScenarioPlayer.panel(.slots)
    // A drop-in matches the panel by these ids.
    (description.vendor, description.product) = (0x1234, 0x0005)
    let text = Self.people.map { Self.strokes(length: $0.0, duration: $0.1) }.joined()
    let script = try ScenarioPlayer.script(
      of: Scenario(file: "tune", text: text, expectsLines: false), on: description)
    let panel = VirtualPanel(.events(description), mark: "tune/0")
    try panel.plug()
    let node = try #require(try panel.nodes().first)
    _ = try await waiting("udev knows the panel") {
      try PanelScan.nodes().first { $0.node == node && $0.deviceClass(seat: "seat0").isTouchscreen }
    }
    let names = Self.people.indices.map { "p\($0)" }
    let command = Command(
      [Program.flickctl.path, "tune", node, "--config", config, "--tries", "\(Self.tries)", "--write"]
        + ["--save", files.file("tries.evemu")] + names.flatMap { ["--person", $0] })
    let typing =
      names.map { Command.Typing(at: "\($0): press Enter to begin", "\n") } + [
        Command.Typing(at: "That was the last try", "\n")
      ]
    let tuning = Task { try await command.onTerminal(typing).run(within: 2000) }
    // In virtual time, the command then waits for the panel.
    try await Task.sleep(for: .seconds(2))
    try PanelPlayer(script, on: panel).play()
    let outcome = try await tuning.value
    panel.unplug()
    #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("90 strokes of 6 people: 24 flicks, 24 drags, 24 taps, 18 scrolls"))
    #expect(outcome.output.contains("flicks that commit    0 of 24  24 of 24"), "\(outcome.output)")
    #expect(outcome.output.contains("\n+ velocity = "), "\(outcome.output)")
    #expect(outcome.output.contains("conf.d/90-tuned-1234-0005.toml"))
    #expect(files.names.contains("conf.d"))

    // The saved tries give the same proposal, and the panel is tuned.
    let saved = try await Command(.flickctl, "tune", "--config", config, "--from", files.file("tries.evemu"))
      .run()
    #expect(
      saved.lines.contains { $0.hasPrefix("flicks that commit") && $0.contains("24 of 24  24 of 24") },
      "\(saved)")
  }
}
