import TestKit
import Testing

@Suite struct `A request to flickd` {
  /// The next replies; skips the swipes between them.
  private func replies(_ count: Int, to subscriber: Subscriber) async throws -> [JSON] {
    var replies: [JSON] = []
    for _ in 0..<count { replies.append(try await subscriber.next(of: "reply")) }
    return replies
  }

  @Test func `gets a reply with its id, in order`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      try subscriber.send(
        """
        {"id":1,"request":"ping"}
        {"request":"panels","id":"second \\"ß\\" \\ud83d\\ude00"}

        {"id":-9223372036854775808,"request":"ping"}
        {"id":"","request":"stats"}\r
        {"id":5,"request":"pong"}
        {"id":6,"request":"ping"}

        """)
      let reported = try await replies(6, to: subscriber)
      #expect(reported[0].keys == ["type", "id", "ok"])
      #expect(reported[0].id == 1)
      #expect(reported[0].ok == true)
      #expect(reported[1].id == "second \"ß\" 😀")
      #expect(reported[1].keys == ["type", "id", "ok", "panels"])
      let panel = try #require(reported[1].panels.elements.first)
      // The demo panel moves, so its report rate may be known by now.
      for key in panel.keys.subtracting(["rate_hz"]) {
        #expect(panel[key] == state.panels.elements.first?[key])
      }
      #expect(reported[2].id == .number(-9_223_372_036_854_775_808))
      #expect(reported[3].id == "")
      #expect(
        reported[3].keys == [
          "type", "id", "ok", "clients", "uptime_us", "refused", "slow_consumers", "merged", "skipped",
          "turns", "turn_us", "latency_us", "panels",
        ])
      #expect(reported[4].id == 5)
      #expect(reported[4].ok == false)
      #expect(reported[4].error.code == "unknown-request")
      #expect(reported[5].id == 6)
    }
    #expect(outcome.code == 0)
  }

  @Test func `may arrive in pieces, or with many others`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      for piece in ["{\"id\":", "1,\"requ", "est\":\"ping\"}", "\n{"] {
        try subscriber.send(piece)
        try await Task.sleep(for: .milliseconds(15))
      }
      #expect(try await subscriber.next(of: "reply").id == 1)
      // The brace was sent already. flickd reads 4 KiB at a time, so a read ends in mid-line.
      let lines = (2...301).map { "{\"id\":\($0),\"request\":\"ping\"}\n" }.joined()
      try subscriber.send(String(lines.dropFirst()))
      let ids = try await replies(300, to: subscriber).map(\.id)
      #expect(ids == (2...301).map { .number(Double($0)) })
    }
    #expect(outcome.code == 0)
  }

  @Test func `that is wrong is refused and changes nothing`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      try subscriber.send(
        """
        nonsense
        {"id":2,"request":"stats","panel":"x"}
        {"id":3.5,"request":"stats"}
        {"id":4,"request":"subscribe","phases":["start"]}
        {"id":5,"request":"stats"}

        """)
      let reported = try await replies(5, to: subscriber)
      #expect(reported.map(\.error.code) == ["bad-json", "unknown-field", "bad-value", "bad-value", .null])
      #expect(reported.map(\.id) == [.null, 2, .null, 4, 5])
      for refusal in reported.dropLast() {
        #expect(refusal.keys == ["type", "id", "ok", "error"])
        #expect(refusal.error.keys == ["code", "message"])
      }
      #expect(try #require(reported[3].error.message.text).contains("`phases[0]` is one of begin"))
      #expect(try await subscriber.next(of: "swipe").phase == "end")
    }
    #expect(outcome.code == 0)
  }

  @Test func `that is nested deeper than 16 ends only its own connection`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      let neighbour = try await daemon.subscriber()
      let deep = String(repeating: "[", count: 15) + String(repeating: "]", count: 15)
      try subscriber.send(
        "{\"id\":1,\"a\":\(deep)}\n{\"id\":2,\"a\":[[\(deep)]]}\n{\"id\":3,\"request\":\"ping\"}\n")
      #expect(try await subscriber.next(of: "reply").id == 1)
      let last = try await subscriber.rest().map { try JSON($0) }
      #expect(last.last?.type == "bye")
      #expect(last.last?.reason == "protocol")
      #expect(last.last?.detail == "a request is nested deeper than 16")
      #expect(!last.contains { $0.type == "reply" })
      #expect(try await neighbour.next().type == "swipe")
    }
    #expect(outcome.code == 0)
  }

  @Test func `cannot exceed the limit of unread lines`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      let neighbour = try await daemon.subscriber()
      // These requests ask for megabytes of replies. flickd disconnects a client with about 80 kB
      // of unread replies; the client then has 5 s to read the bye.
      let block = String(repeating: "{\"id\":1,\"request\":\"panels\"}\n", count: 1000)
      for _ in 0..<4 {
        // flickd may close the connection during this call.
        try? subscriber.send(block)
        try await Task.sleep(for: .milliseconds(50))
      }
      let last = try await subscriber.rest().map { try JSON($0) }
      #expect(last.last?.reason == "slow-consumer")
      try neighbour.send("{\"id\":2,\"request\":\"stats\"}\n")
      #expect(try await neighbour.next(of: "reply").slow_consumers == 1)
      #expect(try await daemon.subscribe().hello.type == "hello")
    }
    #expect(outcome.code == 0)
  }
}
