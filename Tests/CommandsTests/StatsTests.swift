import TestKit
import Testing

@Suite struct `flickctl stats` {
  @Test func `shows people a row a panel`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.dropped.bytes)
    let slow = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file, "--replay", slow], in: folder) { daemon in
      let (subscriber, _, _) = try await daemon.subscribe()
      for _ in 0..<2 { _ = try await subscriber.next(of: "swipe") }
      let shown = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      #expect(shown.errors == "")
      let rows = shown.lines.map { $0.split(separator: " ").map(String.init) }
      try #require(rows.count == 3)
      #expect(
        rows[0] == [
          "PANEL", "CONTACTS", "FRAMES", "SWIPES", "FLICKS", "DRAGS", "COMMITS", "DROPPED", "CANCELS",
        ])
      #expect(rows[1][0] == "replay:one.evemu")
      #expect(rows[1][1] == "2")
      #expect(rows[1][3...].joined(separator: " ") == "1 1 0 1 1 1 (dropped 1)")
      #expect(rows[2][0] == "replay:slow.evemu")
      #expect(rows[2][3...].joined(separator: " ") == "0 0 0 0 0 0")
    }
    #expect(outcome.code == 0)
  }

  @Test func `prints the daemon's own reply`() async throws {
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

  @Test func `shows no count that its level does not hold`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\n")
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let shown = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(shown.code == 0)
      let row = try #require(shown.lines.last).split(separator: " ")
      #expect(row[1...2] == ["-", "-"])
    }
    #expect(outcome.code == 0)
  }

  @Test func `ends with 75 when flickd has no room`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      var others: [Subscriber] = []
      for _ in 0..<64 { others.append(try await daemon.subscribe().subscriber) }
      let refused = try await Command(.flickctl, "stats", "--socket", daemon.socket).run()
      #expect(refused.code == 75)
      #expect(
        refused.errors == "flickctl: flickd has ended the connection: 64 connections are open already\n")
      #expect(try await others[0].next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }
}
