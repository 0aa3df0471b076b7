import LinuxIO
import TestKit
import Testing

@Suite struct `flickctl listen` {
  private func listening(
    to arguments: [String], in folder: PrivateFolder, ending: Daemon.Ending = .byItself, _ words: String...,
    check: @escaping @Sendable (Outcome) throws -> Void
  ) async throws {
    let outcome = try await Daemon.run(arguments, in: folder, ending: ending) { daemon in
      // Waits only for the socket, because the first subscriber starts the recording.
      _ = try await waiting("the socket") { folder.names.contains("s") ? true : nil }
      let heard = try await Command(
        [Program.flickctl.path, "listen"] + words, environment: ["FLICKD_SOCKET": daemon.socket]
      ).run()
      try check(heard)
    }
    #expect(outcome.code == 0)
  }

  // `stats` and `status` connect to flickd in the same way.
  @Test(arguments: ["listen", "stats", "status"])
  func `reports what to do if flickd is not running`(verb: String) async throws {
    let folder = try PrivateFolder()
    let outcome = try await Command(.flickctl, verb, "--socket", folder.file("s")).run()
    #expect(outcome.code == 69)
    #expect(outcome.output == "")
    #expect(
      outcome.errors
        == "flickctl: flickd cannot be reached at \(folder.file("s")) (No such file or directory): "
        + "`flickd --demo --socket \(folder.file("s"))` starts a demo there, or name its socket with --socket\n"
    )
  }

  @Test func `prints the lines of flickd unchanged until the end`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let offline = try await Command(.flickctl, "replay", file).run()
    try await listening(to: ["--replay", file], in: folder, "--json") { heard in
      #expect(heard.code == 0)
      #expect(heard.errors == "")
      #expect(heard.output.hasSuffix("\n"))
      let types = try heard.lines.map { try JSON($0).type }
      #expect(types == ["hello", "state", "swipe", "swipe", "swipe", "bye"])
      #expect(Array(heard.lines.dropFirst(2).dropLast()) == offline.lines)
    }
  }

  @Test func `names an absent panel and those that exist at once, and then waits`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    try await listening(to: ["--replay", file], in: folder, "--json", "--panel", "replay:on.evemu") { heard in
      #expect(heard.code == 0)
      #expect(
        heard.errors
          == "flickctl: there is no panel 'replay:on.evemu': did you mean `replay:one.evemu`? "
          + "The panels are replay:one.evemu; waiting for it\n")
    }
  }

  @Test func `prints only swipes with --quiet`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    try await listening(to: ["--replay", file], in: folder, "--quiet") { heard in
      #expect(heard.code == 0 && heard.errors == "")
      #expect(heard.lines.count == 3 && heard.lines.allSatisfy { $0.contains(" mm ") }, "\(heard.output)")
    }
    let refused = try await Command(.flickctl, "listen", "-q", "--json").run()
    #expect(refused.code == 64 && refused.errors.contains("remove --quiet"), "\(refused.errors)")
  }

  @Test func `ends after --count swipes`() async throws {
    let folder = try PrivateFolder()
    try await listening(to: ["--demo"], in: folder, ending: .reported, "--count", "2", "--json") { heard in
      #expect(heard.code == 0)
      let types = try heard.lines.map { try JSON($0).type }
      #expect(types == ["hello", "state", "swipe", "swipe"])
    }
  }

  @Test func `requires --panel and --surface for pixels`() async throws {
    let folder = try PrivateFolder()
    try await listening(
      to: ["--demo"], in: folder, ending: .reported, "-n", "1", "--json", "--unit", "px", "--panel",
      "demo:synthetic",
      "--surface", "2170x1360"
    ) { heard in
      #expect(heard.code == 0, "\(heard.errors)")
      let swipe = try JSON(try #require(heard.lines.last))
      #expect(swipe.unit == "px")
      // The demo's panel is 217 mm wide, so 1 mm is ten pixels.
      #expect(abs(swipe.translation.x.value ?? 0) + abs(swipe.translation.y.value ?? 0) > 31)
    }
    for words in [
      ["--unit", "px"], ["--unit", "px", "--surface", "10x10"], ["--surface", "10x10"], ["--surface", "x"],
    ] {
      let outcome = try await Command([Program.flickctl.path, "listen"] + words).run()
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains("--surface"), "\(outcome.errors)")
    }
  }

  @Test func `counts complete swipes if begins are printed too`() async throws {
    let folder = try PrivateFolder()
    try await listening(
      to: ["--demo"], in: folder, ending: .reported, "-n", "2", "--phases", "begin,end", "--json"
    ) { heard in
      var phases: [String] = []
      for line in heard.lines.dropFirst(2) { phases.append(try JSON(line).phase.text ?? "") }
      #expect(phases.count { $0 == "end" } == 2, "\(phases)")
      #expect(phases.last == "end")
    }
  }

  @Test func `prints one readable line for each message`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let left = try folder.write("two.evemu", MadeRecording.stillDown.bytes)
    try await listening(to: ["--replay", file, "--replay", left], in: folder) { heard in
      #expect(heard.code == 0)
      let lines = heard.lines
      #expect(lines.count == 8)
      #expect(lines[0] == "flickd 0.1.0, level positions")
      #expect(lines[1] == "panel replay:one.evemu: Made panel, 217 x 136 mm (kernel), replay")
      #expect(lines[2] == "panel replay:two.evemu: Made panel, 217 x 136 mm (kernel), replay")
      #expect(lines[3].contains("← left") && lines[3].contains("flick") && lines[3].contains("commit"))
      #expect(lines[5].contains("↑ up") && lines[5].contains("drag") && lines[5].contains("return"))
      #expect(lines[6].hasSuffix("cancelled: unplugged"))
      #expect(lines[7] == "bye: the last recording has been played")
    }
  }

  @Test func `reports that a user may not connect`() async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      _ = try await daemon.subscribe()
      try folder.setMode(0o000, of: "s")
      let refused = try await Command.asNobody(.flickctl, "listen", "--socket", daemon.socket, from: programs)
        .run()
      #expect(refused.code == 77)
      #expect(refused.output == "")
      // Only root can switch to another user; otherwise the owner itself is refused.
      let isRoot = SystemCalls.effectiveUser() == 0
      let owner = try #require(SystemCalls.userName(SystemCalls.effectiveUser()))
      #expect(
        refused.errors
          == "flickctl: \(daemon.socket): user \(isRoot ? "nobody" : owner) may not connect, "
          + "only \(owner) may; set `group` of [socket] in flickd's configuration\n")
    }
    #expect(outcome.code == 0)
  }

  @Test func `ends with 75 if flickd closes the connection but keeps running`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (others, refusal) = try await daemon.crowd()
      let refused = try await Command(.flickctl, "listen", "--socket", daemon.socket).run()
      #expect(refused.code == 75)
      #expect(refused.errors == "flickctl: flickd closed the connection: \(refusal)\n")
      #expect(try await others[0].next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `ends quietly when its output pipe is closed`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      _ = try await waiting("the socket") { folder.names.contains("s") ? true : nil }
      let script = "set -o pipefail; \"$0\" listen --json --socket \"$1\" | head -n 1"
      let heard = try await Command(["bash", "-c", script, Program.flickctl.path, daemon.socket]).run()
      #expect(heard.code == 0)
      #expect(heard.errors == "")
      #expect(heard.lines.count == 1)
    }
    #expect(outcome.code == 0)
  }
}
