import TestKit
import Testing

@Suite struct `flickctl stats` {
  @Test func `prints one row for each panel`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.dropped.bytes)
    let slow = try folder.write("slow.evemu", MadeRecording.lateTap.bytes)
    let outcome = try await Daemon.run(["--replay", file, "--replay", slow], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      for _ in 0..<2 { _ = try await subscriber.next(of: "swipe") }
      let shown = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      #expect(shown.errors == "")
      let rows = shown.lines.map { $0.split(separator: " ").map(String.init) }
      try #require(rows.count >= 4)
      #expect(
        rows[0] == [
          "PANEL", "CONTACTS", "FRAMES", "SWIPES", "FLICKS", "DRAGS", "COMMITS", "DROPPED", "REJECTED",
          "CANCELS",
        ])
      #expect(rows[1][0] == "replay:one.evemu")
      #expect(rows[1][1] == "2")
      #expect(rows[1][3...].joined(separator: " ") == "1 1 0 1 1 0 1 (dropped 1)")
      #expect(rows[2][0] == "replay:slow.evemu")
      #expect(rows[2][3...].joined(separator: " ") == "0 0 0 0 0 0 0")
      #expect(
        shown.lines[3].hasPrefix(
          "clients 2, refused 0, slow consumers 0, updates merged 0, updates skipped 0, turns "),
        "\(shown.lines[3])")
    }
    #expect(outcome.code == 0)
  }

  @Test func `prints the reply of flickd with --json`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      _ = try await daemon.subscribe()
      let shown = try await Command(
        .flickctl, "stats", "--json", environment: ["FLICKD_SOCKET": daemon.socket]
      ).run()
      #expect(shown.code == 0)
      #expect(shown.lines.count == 1)
      let reply = try JSON(shown.output)
      #expect(reply.type == "reply")
      #expect(reply.ok == true)
      #expect(reply.panels.elements.map(\.panel_id) == ["demo:synthetic"])
    }
    #expect(outcome.code == 0)
  }

  @Test func `hides counts that its level does not allow`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\n")
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      let shown = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      try #require(shown.lines.count == 3)
      let row = shown.lines[1].split(separator: " ")
      #expect(row[1...2] == ["-", "-"])
      #expect(shown.lines[2] == "clients 2")
      #expect(try await subscriber.next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `shows how many contacts were rejected, by reason`() async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let shown = Command(.flickctl, "stats", "--socket", folder.file("s")).run()
    try await service.accept()
    try service.greet()
    #expect(try JSON(await service.receive()).request == "stats")
    try service.send(
      """
      {"type":"reply","id":1,"ok":true,"clients":1,"panels":[{"panel_id":"p","contacts":311,"contacts_down":0,\
      "frames":900,"rejected":{"palm":9,"ghost":2},"dropped":0,"swipes":3,"flicks":2,"drags":1,"commits":3,\
      "cancels":{"palm":4}}]}
      """)
    let outcome = try await shown
    #expect(outcome.code == 0)
    try #require(outcome.lines.count > 1)
    #expect(outcome.lines[0].hasSuffix("REJECTED              CANCELS"), "\(outcome.output)")
    #expect(outcome.lines[1].hasSuffix("11 (ghost 2, palm 9)  4 (palm 4)"), "\(outcome.output)")
  }

  @Test func `shows the duration of turns and lines`() async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    async let shown = Command(.flickctl, "stats", "--socket", folder.file("s")).run()
    try await service.accept()
    try service.greet()
    #expect(try JSON(await service.receive()).request == "stats")
    try service.send(
      """
      {"type":"reply","id":1,"ok":true,"clients":3,"refused":1,"slow_consumers":2,"merged":40,"turns":900,\
      "turn_us":{"count":900,"p50":21,"p99":310,"p999":700,"max":1400},\
      "latency_us":{"count":0,"p50":0,"p99":0,"p999":0,"max":0},"panels":[]}
      """)
    let outcome = try await shown
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        no panel yet: `flickctl doctor` shows what is missing

        clients 3, refused 1, slow consumers 2, updates merged 40, turns 900

        µs    COUNT  P50  P99  P999   MAX
        turn    900   21  310   700  1400

        """)
  }

  @Test func `repeats with --watch until its output pipe is closed`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      _ = try await daemon.subscribe()
      let script = "\"$0\" stats --json --watch 0.1 --socket \"$1\" | head -n 3"
      let shown = try await Command(["bash", "-c", script, Program.flickctl.path, daemon.socket]).run()
      #expect(shown.lines.count == 3)
      for line in shown.lines { #expect(try JSON(line).panels.elements.count == 1) }
    }
    #expect(outcome.code == 0)
  }

  @Test func `ends with 75 if flickd is full`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (others, refusal) = try await daemon.crowd()
      let refused = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(refused.code == 75)
      #expect(refused.errors == "flickctl: flickd closed the connection: \(refusal)\n")
      #expect(try await others[0].next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }
}
