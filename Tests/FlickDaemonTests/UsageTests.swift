import TestKit
import Testing

@Suite struct `The command line of flickd` {
  @Test(
    arguments: [
      (["--nonsense"], "unknown flag --nonsense: `flickd --help` explains the flags"),
      (["--socket"], "--socket needs a value: --socket PATH"),
      (["--demo=1"], "--demo has no value: write --demo alone"),
      (["extra"], "'extra' is not a flag: the other commands are those of flickctl: see `flickctl --help`"),
      (["--demo", "--replay", "x"], "--demo and --replay exclude each other: choose one"),
    ])
  func `is refused with 64 and the usage`(words: [String], message: String) async throws {
    let outcome = try await Command([Program.flickd.path] + words).run()
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("flickd: \(message)\n"))
    #expect(outcome.errors.contains("Usage: flickd [--"))
  }

  @Test func `shows the help and the version`() async throws {
    let help = try await Command(.flickd, "--help").run()
    #expect(help.code == 0)
    for flag in ["--config FILE", "--socket PATH", "--replay RECORDING", "--demo", "--check"] {
      #expect(help.output.contains(flag))
    }
    let version = try await Command(.flickd, "--version").run()
    #expect(version.code == 0)
    #expect(version.output == "flickd 0.1.0\n")
  }
}
