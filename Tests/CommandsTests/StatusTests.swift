import TestKit
import Testing

@Suite struct `flickctl status` {
  @Test func `prints a readable summary`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, hello, _) = try await daemon.subscribe()
      let shown = try await Command(.flickctl, "status", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      #expect(shown.errors == "")
      try #require(shown.lines.count >= 8)
      #expect(shown.lines[0] == "flickd    0.1.0 at \(daemon.socket)")
      #expect(shown.lines[1].hasPrefix("up        ") && shown.lines[1].hasSuffix(" s"), "\(shown.lines[1])")
      #expect(shown.lines[2] == "protocol  1.0")
      #expect(shown.lines[3] == "epoch     \(try #require(hello.epoch.text))")
      #expect(shown.lines[4] == "level     positions")
      #expect(shown.lines[5].hasPrefix("counts    clients 2, refused 0, slow consumers 0"))
      #expect(shown.lines[6].hasPrefix("PANEL"))
      let panel = shown.lines[7]
      #expect(panel.contains("217 x 136 mm  kernel") && panel.hasSuffix("demo    demo:synthetic"), "\(panel)")
      // The subscriber is the other of the two counted clients.
      #expect(try await subscriber.next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `prints one JSON object with --json`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, hello, _) = try await daemon.subscribe()
      let shown = try await Command(.flickctl, "status", "--json", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      #expect(shown.lines.count == 1)
      let status = try JSON(shown.output)
      #expect(status.type == "status" && status.reachable == true)
      #expect(status.socket.text == daemon.socket)
      for name in ["version", "protocol", "epoch", "clock", "level"] {
        #expect(status[name] == hello[name] && status[name] != .null, "\(name)")
      }
      for name in ["server", "features", "limits"] { #expect(status[name] == .null, "\(name)") }
      #expect(status.panels.elements.map(\.panel_id) == ["demo:synthetic"])
      #expect(status.panels.elements.map(\.rotation) == [0])
      #expect(status.clients == 2)
      #expect((1...60_000_000).contains(status.uptime_us.value ?? 0))
      #expect(status.slow_consumers == 0)
      #expect(status.turn_us.keys == ["count", "p50", "p99", "p999", "max"])
      #expect(try await subscriber.next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  /// Uptimes and their text; nil if the service does not report one.
  static let uptimes: [(seconds: Int?, words: String)] = [
    (nil, "?"), (0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3 * 3600 + 59, "3 h 0 min"),
    (86399, "23 h 59 min"), (400 * 86400 + 7200, "400 d 2 h"),
  ]

  @Test(arguments: uptimes) func `shows the uptime of the service`(seconds: Int?, words: String)
    async throws
  {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let shown = Command(.flickctl, "status", "--socket", folder.file("s")).run()
    try await service.accept()
    try service.greet()
    #expect(try JSON(await service.receive()).request == "stats")
    let uptime = seconds.map { "\"uptime_us\":\($0 * 1_000_000)," } ?? ""
    try service.send("{\"type\":\"reply\",\"id\":1,\"ok\":true,\"clients\":1,\(uptime)\"panels\":[]}")
    let outcome = try await shown
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains("up        \(words)"), "\(outcome.output)")
  }

  @Test func `reports with --json why flickd is unreachable`() async throws {
    let folder = try PrivateFolder()
    let shown = try await Command(.flickctl, "status", "--json", "--socket", folder.file("s")).run()
    #expect(shown.code == 69)
    let status = try JSON(shown.output)
    #expect(status.reachable == false)
    let advice = "`flickd --demo --socket \(folder.file("s"))` starts a demo there"
    #expect(status.reason.text?.contains(advice) == true, "\(shown.output)")
    #expect(shown.errors.hasPrefix("flickctl: flickd cannot be reached at \(folder.file("s"))"))
  }

  @Test func `reports that a user may not connect`() async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      _ = try await daemon.subscribe()
      try folder.setMode(0o000, of: "s")
      let refused = try await Command.asNobody(.flickctl, "status", "--socket", daemon.socket, from: programs)
        .run()
      #expect(refused.code == 77)
      #expect(
        refused.errors.contains(/user [^ ]+ may not connect, only [^ ]+ may; set `group`/),
        "\(refused.errors)")
    }
    #expect(outcome.code == 0)
  }

  /// The bye of a service, and the exit code of the command.
  static let byes: [(reason: String, code: Int32)] = [("denied", 77), ("limit", 75)]

  @Test(arguments: byes) func `ends with a code that depends on the bye`(reason: String, code: Int32)
    async throws
  {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let shown = Command(.flickctl, "status", "--socket", folder.file("s")).run()
    try await service.accept()
    try service.send(#"{"type":"bye","reason":"\#(reason)","detail":"so it is"}"#)
    service.hangUp()
    let outcome = try await shown
    #expect(outcome.code == code)
    #expect(outcome.errors.hasSuffix(": so it is\n"))
  }
}
