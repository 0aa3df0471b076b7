import Panels
import TestKit
import Testing

/// Earlier, `status` hid a bad configuration, and nothing reported rules, zones and groups without
/// effect.
@Suite struct `A report on the configuration` {
  private static let idle = """
    [[panel]]
    match = { vendor = "dead" }
    rotation = 90
    [[zone]]
    name = "cards"
    panel = { name = "nowhere" }
    [socket]
    positions = ["no-such-group"]
    """

  private func status(of daemon: Daemon, _ arguments: String...) async throws -> Outcome {
    try await Command([Program.flickctl.path, "status", "--socket", daemon.socket] + arguments).run()
  }

  @Test func `shows whether it is degraded, good or outdated`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "[swipe]\nslop = 3\nslip = 4\n")
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let bad = try await status(of: daemon)
      #expect(bad.code == 0)
      #expect(
        bad.lines.contains {
          $0.hasPrefix("configuration  degraded: 2 errors in the configuration; the valid part")
        }, "\(bad.output)")
      let report = try JSON(try await status(of: daemon, "--json").output)
      #expect(report.configuration.state == "degraded")
      #expect(report.configuration.detail == "2 errors in the configuration")

      _ = try folder.write("flickd.toml", "")
      daemon.send(.hangup)
      try await eventually(daemon) { !$0.contains("configuration") }
      _ = try folder.write("flickd.toml", "[swipe]\nslop = 3\n")
      daemon.send(.hangup)
      try await eventually(daemon) {
        $0.contains("configuration  outdated: 1 error in the configuration; the former settings still apply")
      }
    }
    #expect(outcome.code == 0)
  }

  @Test func `lists rules, zones and groups without effect`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", Self.idle)
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let shown = try await status(of: daemon)
      #expect(shown.lines.contains("configuration  good"), "\(shown.output)")
      for words in [
        "[[panel]] number 1, match = { vendor = \"dead\" }", "[[zone]] `cards`", "[socket] positions",
      ] {
        #expect(shown.lines.contains { $0.hasPrefix("               \(words)") }, "\(shown.output)")
      }
      let report = try JSON(try await status(of: daemon, "--json").output)
      #expect(report.configuration.notes.elements.count == 3)
      #expect(report.configuration.state == "good")
    }
    #expect(outcome.code == 0)
  }

  @Test func `notes groups without effect before flickd starts`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "[socket]\npositions = [\"no-such-group\"]\n")
    let outcome = try await Command(.flickctl, "check", "--config", config).run()
    #expect(outcome.code == 0)
    #expect(
      outcome.output
        == "the configuration is good\nnote: [socket] positions: there is no group `no-such-group`: it admits no client\n"
    )
    let json = try await Command(.flickctl, "check", "--json", "--config", config).run()
    #expect(try JSON(json.output).notes.elements.count == 1)
  }

  @Test(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
  func `notes rules and zones without effect before flickd starts`() async throws {
    let folder = try PrivateFolder()
    let panel = MockDevice.panel(5, udev: MockMachine.touchscreen)
    let machine = try MockMachine([panel], forbidden: [], in: folder)
    let config = try folder.write("flickd.toml", Self.idle + "\n[[panel]]\nmirror = true\n")
    // A program outside of its sources does not find the shipped library, which would be a note.
    _ = try folder.write(
      "panels.d/hall.toml", "[[panel]]\nmatch = { vendor = \"05bd\" }\nlift_delay = \"60ms\"\n")
    let outcome = try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder)) + ["check", "--config", config]
    ).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.count == 4, "\(outcome.output)")
    #expect(
      outcome.output.contains("note: [[panel]] number 1, match = { vendor = \"dead\" }: no touchscreen here"))
    #expect(
      outcome.output.contains("note: [[zone]] `cards`, panel = { name = \"nowhere\" }: no touchscreen here"))
  }

  /// Repeats `status` until its text output fits.
  private func eventually(_ daemon: Daemon, _ fits: (String) -> Bool) async throws {
    var last = ""
    for _ in 0..<200 {
      last = try await status(of: daemon).output
      if fits(last) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw TimedOut(description: "the status stays: \(last)")
  }
}
