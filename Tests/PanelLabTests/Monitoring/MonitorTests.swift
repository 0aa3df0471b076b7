import Foundation
import TestKit
import Testing

@Suite struct `flickctl monitor` {
  /// The command on a recording of 12 s.
  private func monitor(_ folder: PrivateFolder, _ environment: String...) throws -> Command {
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let none = try folder.write("none.toml", "")
    return Command(
      ["env", "TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR="] + environment
        + [Program.flickctl.path, "monitor", "--config", none, file])
  }

  private static let left = "\u{1B}[?25h\u{1B}[?1049l"

  @Test(
    .enabled(if: Tools.areWanted("python3"), Comment(rawValue: Command.terminalComment)),
    arguments: ["q", Command.Typing.interrupt, Command.Typing.end])
  func `draws, and restores the terminal when a key ends it`(_ key: String) async throws {
    let folder = try PrivateFolder()
    let outcome = try await monitor(folder).onTerminal([.init(at: "drag", key)]).run(within: 30)
    #expect(outcome.code == 0, "\(outcome.code) \(outcome.errors)")
    #expect(outcome.output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
    #expect(outcome.output.contains("Made panel"))
    #expect(outcome.output.hasSuffix(Self.left), "\(outcome.output.suffix(120).debugDescription)")
    #expect(outcome.output.contains(";30;4"))
  }

  @Test(.enabled(if: Tools.areWanted("python3"), Comment(rawValue: Command.terminalComment)))
  func `draws again after another size, and after it was stopped`() async throws {
    let folder = try PrivateFolder()
    let steps: [Command.Typing] = [
      .init(at: "now: ", Command.Typing.size(columns: 60, rows: 20)),
      .init(at: "80x24 needed, this is 60x20", Command.Typing.size(columns: 100, rows: 30)),
      .init(at: "Made panel", Command.Typing.stop),
      .init(at: "Made panel", "q"),
    ]
    let outcome = try await monitor(folder, "NO_COLOR=1").onTerminal(steps).run(within: 30)
    #expect(outcome.code == 0, "\(outcome.code) \(outcome.errors)")
    // The alternate screen is left and entered for the stop too.
    #expect(outcome.output.components(separatedBy: Self.left).count == 3)
    #expect(!outcome.output.contains(";30;4"))
  }

  @Test func `refuses what cannot show the view, and names --plain`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await monitor(folder).run()
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("standard output is not a terminal: add --plain"))
  }

  @Test(.enabled(if: Tools.areWanted("python3"), Comment(rawValue: Command.terminalComment)))
  func `refuses a terminal that cannot move the cursor`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await monitor(folder, "TERM=dumb").onTerminal([]).run(within: 30)
    #expect(outcome.code == 64 && outcome.output.contains("TERM is 'dumb'"), "\(outcome.output)")
  }

  @Test func `refuses a file that does not exist, and one without events`() async throws {
    let folder = try PrivateFolder()
    let empty = try folder.write("empty.evemu", "")
    #expect(try await Command(.flickctl, "monitor", "--plain", folder.file("no.evemu")).run().code == 66)
    #expect(try await Command(.flickctl, "monitor", "--plain", empty).run().code == 65)
  }
}

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `flickctl monitor with a touchscreen` {
  @Test func `prints the decisions of the panel, and ends when the panel is gone`() async throws {
    let files = try PrivateFolder()
    let machine = try MockMachine([.panel(5, udev: MockMachine.touchscreen)], events: .flicks(), in: files)
    let none = try files.write("none.toml", "")
    let program = try Program.flickctl.copy(into: files)
    let watch = machine.prefix + program + ["monitor", "--plain", "--config", none]
    let outcome = try await Command(["timeout", "-s", "INT", "6"] + watch).run(within: 60)
    #expect(outcome.lines.contains { $0.contains("commit: ") }, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.lines.first?.contains("/dev/input/event5") == true, "\(outcome.output)")
  }
}
