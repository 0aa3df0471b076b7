import Foundation
import TestKit
import Testing

private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Logs of other programs and scenarios, replayed by the built programs.
@Suite struct `A replay of` {
  private static func event(_ milliseconds: Int, _ type: Int, _ code: Int, _ value: Int) -> String {
    let time = String(format: "%d.%06d", milliseconds / 1000, milliseconds % 1000 * 1000)
    if type == 0 { return "Event: time \(time), -------------- SYN_REPORT ------------" }
    return "Event: time \(time), type \(type) (?), code \(code) (?), value \(value)"
  }

  /// A flick to the left over 45 mm of a panel of 217 mm.
  private static let events: String = {
    var lines = [
      event(1000, 3, 57, 9), event(1000, 3, 53, 900), event(1000, 3, 54, 400), event(1000, 1, 330, 1),
    ]
    lines.append(event(1000, 0, 0, 0))
    for step in 1...12 {
      lines += [event(1000 + 8 * step, 3, 53, 900 - 22 * step), event(1000 + 8 * step, 0, 0, 0)]
    }
    lines += [event(1104, 3, 57, -1), event(1104, 1, 330, 0), event(1104, 0, 0, 0)]
    return lines.joined(separator: "\n") + "\n"
  }()

  private static func header(keys: [Int], properties: String) -> String {
    "Input device ID: bus 0x18 vendor 0x416 product 0x38f version 0x1060\n"
      + "Input device name: \"Goodix\"\nSupported events:\n  Event type 1 (EV_KEY)\n"
      + keys.map { "    Event code \($0) (?)\n" }.joined()
      + "  Event type 3 (EV_ABS)\n"
      + [(0, 1279), (1, 799), (47, 9), (53, 1279), (54, 799), (57, 65535)].map { code, maximum in
        "    Event code \(code) (?)\n      Value      0\n      Min        0\n      Max     \(maximum)\n"
      }.joined() + properties + "Testing ... (interrupt to exit)\n"
  }

  private static let direct = "Properties:\n  Property type 1 (INPUT_PROP_DIRECT)\n"

  @Test func `evtest's output decides as the panel would`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("log.txt", Self.header(keys: [330], properties: Self.direct) + Self.events)
    let outcome = try await Command(.flickctl, "replay", "--size", "217x136", file).run()
    #expect(outcome.code == 0 && outcome.errors == "")
    let line = try JSON(try #require(outcome.lines.first))
    #expect(outcome.lines.count == 1 && line.phase == "end")
    #expect(
      outcome.output.contains("\"commit\":true") && outcome.output.contains("\"panel_id\":\"replay:log.txt\"")
    )
    // The header has no resolution, so the size of the options counts.
    #expect(outcome.output.contains("\"translation\":{\"x\":-44"))
  }

  @Test func `evtest's output without its header needs ranges`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("log.txt", Self.events)
    let refused = try await Command(.flickctl, "replay", file).run()
    #expect(refused.code == 65)
    #expect(refused.errors.contains("--ranges 0..1279,0..799 --size 217x136"))
    let stated = try await Command(
      .flickctl, "replay", "--size", "217x136", "--ranges", "0..1279,0..799", file
    ).run()
    #expect(stated.code == 0 && stated.output.contains("\"translation\":{\"x\":-44"))
    let wrong = try await Command(.flickctl, "replay", "--ranges", "1279", file).run()
    #expect(wrong.code == 64 && wrong.errors.contains("0..1279,0..799"))
  }

  @Test(arguments: [
    ([272], "", "its BTN_LEFT makes it a mouse"),
    ([330, 325], "", "BTN_TOOL_FINGER without INPUT_PROP_DIRECT"),
    ([330, 320], direct, "a tablet"),
    ([], "", "neither BTN_TOUCH nor INPUT_PROP_DIRECT"),
  ])
  func `a device that flickd would not read says so`(keys: [Int], properties: String, reason: String)
    async throws
  {
    let folder = try PrivateFolder()
    let file = try folder.write("log.txt", Self.header(keys: keys, properties: properties) + Self.events)
    for verb in ["replay", "measure"] {
      let outcome = try await Command(.flickctl, verb, file).run()
      #expect(outcome.code == 0 && !outcome.output.isEmpty)
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.count == 1 && lines[0].contains("would not read this device live") && lines[0].contains(reason))
    }
  }

  @Test func `a scenario needs no root`() async throws {
    let example = package.appending(path: "docs/examples/flick.touch").path
    let outcome = try await Command(.flickctl, "replay", "--table", example).run()
    #expect(outcome.code == 0 && outcome.lines.count == 2)
    #expect(outcome.output.contains("flick") && outcome.output.contains("drag"))
  }

  @Test func `a scenario that unplugs its panel has a recording for each time`() async throws {
    let file = package.appending(path: "Tests/Scenarios/unplugged-in-mid-swipe.touch").path
    let outcome = try await Command(.flickctl, "replay", file).run()
    let lines = try outcome.lines.map { try JSON($0) }
    #expect(lines.map(\.phase) == ["cancel", "end"])
    #expect(outcome.output.contains("\"reason\":\"unplugged\"") && outcome.output.contains("\"commit\":true"))
  }
}
