import FlickProtocol
import TestKit
import Testing

/// Regression: four programs that connected and closed without pause blocked the loop for 27 s.
@Suite struct `A storm of connections to flickd` {
  /// Connects until flickd has refused it 50 times for that, and prints the first lines.
  private static let visits = """
    import socket, sys
    left = 50
    while left:
        visit = socket.socket(socket.AF_UNIX)
        visit.connect(sys.argv[1])
        line = visit.makefile().readline()
        print(line, end="" if line else "nothing\\n")
        visit.close()
        left -= "too often" in line
    """

  @Test func `is refused with a bye after a burst, and other clients are served`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let own = try await daemon.subscriber()
      let storm = try await Command(["python3", "-c", Self.visits, daemon.socket]).run()
      #expect(storm.code == 0, "\(storm.errors)")
      let answers = try storm.lines.map { try JSON($0) }
      #expect(answers.allSatisfy { $0.type == "hello" || $0.reason == "limit" })
      #expect(answers.count >= Int(ProtocolLimits.connectionBurst) + 49)
      let detail = try #require(answers.last?.detail.text)
      #expect(detail.hasSuffix("connects too often: at most 20 times a second"))
      try own.send("{\"id\":1,\"request\":\"stats\"}\n")
      #expect(try await own.next(of: "reply").refused.value ?? 0 >= 50)
      #expect(try await own.next(of: "swipe").phase == "end")
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n").count { $0.contains("was turned away") }
    #expect(lines <= 20, "five in 30 s")
  }

  @Test func `that waits while flickd stops gets a bye`() async throws {
    let outcome = try await Daemon.run(["--demo"], ending: .byItself) { daemon in
      _ = try await daemon.subscribe()
      #expect(try daemon.halt())
      // The kernel queues these connections; flickd accepts none before it handles the signal.
      let waiting = try (0..<10).map { _ in try Subscriber(connectingTo: daemon.socket) }
      daemon.send(.terminate)
      daemon.send(.resume)
      for subscriber in waiting {
        let bye = try await subscriber.next()
        #expect(bye.type == "bye" && bye.reason == "shutdown")
        #expect(try await subscriber.line() == nil)
      }
    }
    #expect(outcome.code == 0)
  }

  @Test func `that uses every descriptor gets a reason, and leaves room when it ends`()
    async throws
  {
    // flickd needs about ten descriptors besides the three standard ones.
    let outcome = try await Daemon.run(["--demo"], under: ["prlimit", "--nofile=20"], ending: .byItself) {
      daemon in
      let own = try await daemon.subscriber()
      var others: [Subscriber] = []
      var last = JSON.null
      for _ in 0..<20 where last.type != "bye" {
        others.append(try await daemon.connect())
        last = try await others[others.count - 1].next()
      }
      #expect(last.reason == "limit")
      #expect(last.detail.text?.hasPrefix("the service has no room: accept4: ") == true)
      others.removeAll()
      try await Task.sleep(for: .milliseconds(50))
      #expect(try await daemon.subscribe().hello.type == "hello")
      try own.send("{\"id\":1,\"request\":\"ping\"}\n")
      #expect(try await own.next(of: "reply").ok == true)
      daemon.send(.terminate, to: try own.server)
      _ = try await own.next(of: "bye")
    }
    #expect(outcome.code == 0)
  }
}
