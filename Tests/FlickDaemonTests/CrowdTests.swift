import LinuxIO
import Panels
import TestKit
import Testing

/// Root has no limit of its own, so it can take every connection.
private let isRoot = SystemCalls.effectiveUser() == 0

@Suite struct `Many clients of flickd` {
  /// A recording in which nothing happens for a minute.
  private func silence(in folder: PrivateFolder) throws -> String {
    let recording = MadeRecording(
      [MadeRecording.Finger(at: 0, from: (50, 50), by: (0, 1), lasting: 100)], period: 60_000_000)
    return try folder.write("silence.evemu", recording.bytes)
  }

  @Test(.enabled(if: isRoot, "needs root to use every connection"))
  func `drop the client with an unfinished request line when all connections are in use`() async throws {
    let folder = try PrivateFolder()
    let file = try silence(in: folder)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let half = try await daemon.subscriber()
      try half.send("{\"id\":1,")
      var others: [Subscriber] = []
      for _ in 0..<62 { others.append(try await daemon.subscriber()) }
      // One connection is still free, so flickd does not enforce the time limit.
      try await Task.sleep(for: .seconds(3))
      try half.send("\"request\":\"ping\"}\n{\"id\":2,")
      #expect(try await half.next().ok == true)

      others.append(try await daemon.subscriber())
      let bye = try await half.next()
      #expect(bye.type == "bye")
      #expect(bye.reason == "protocol")
      #expect(bye.detail.text?.contains("the rest of a request line") == true)
      #expect(try await half.line() == nil)
      try others[0].send("{\"id\":3,\"request\":\"ping\"}\n")
      #expect(try await others[0].next().id == 3)
      #expect(try await daemon.subscribe().hello.type == "hello", "there is room again")
    }
    #expect(outcome.code == 0)
  }

  /// Connects as other users and prints the first line of each; the kernel records their ids.
  private static let visitors = """
    import os, socket, sys
    def visit(user):
        os.seteuid(user)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])
        os.seteuid(0)
        print(user, connection.makefile().readline(), end="", flush=True)
        return connection
    open_ones = [visit(user) for user in [12345] * 17 + [12346]]
    """

  @Test(.enabled(if: isRoot, "needs root to become other users"))
  func `from one user are limited to sixteen connections, unless the user is root`() async throws {
    let folder = try PrivateFolder()
    let file = try silence(in: folder)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let own = try await daemon.subscriber()
      try folder.setMode(0o711)
      let opened = try await Command(["chmod", "666", daemon.socket]).run()
      #expect(opened.code == 0)
      let visit = try await Command(["python3", "-c", Self.visitors, daemon.socket]).run()
      #expect(visit.code == 0, "\(visit.errors)")
      let answers = try visit.lines.map { try JSON(String($0.drop { $0 != "{" })) }
      #expect(answers.map(\.type) == Array(repeating: "hello", count: 16) + ["bye", "hello"])
      #expect(answers[16].reason == "limit")
      #expect(answers[16].detail == "user 12345 already has 16 connections")
      #expect(answers[0].level == "motion")
      try own.send("{\"id\":1,\"request\":\"stats\"}\n")
      #expect(try await own.next().refused == 1)
    }
    #expect(outcome.code == 0)
  }

  @Test func `that have ended their input do not wake flickd`() async throws {
    let folder = try PrivateFolder()
    let file = try silence(in: folder)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let own = try await daemon.subscriber()
      var others: [Subscriber] = []
      for _ in 0..<10 {
        others.append(try await daemon.subscriber())
        others.last?.endInput()
      }
      func turns() async throws -> Double {
        try own.send("{\"id\":1,\"request\":\"stats\"}\n")
        return try #require(try await own.next().turns.value)
      }
      // Each end of input costs one turn.
      try await Task.sleep(for: .milliseconds(300))
      let before = try await turns()
      try await Task.sleep(for: .seconds(1))
      #expect(try await turns() - before < 10)
    }
    #expect(outcome.code == 0)
  }

  @Test func `are counted, with the latency of their lines`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let own = try await daemon.subscriber()
      for _ in 0..<3 { _ = try await own.next(of: "swipe") }
      try own.send("{\"id\":2,\"request\":\"stats\"}\n")
      let stats = try await own.next(of: "reply")
      #expect(stats.clients == 1)
      for duration in [stats.turn_us, stats.latency_us] {
        #expect(duration.keys == ["count", "p50", "p99", "p999", "max"])
        let values = [duration.p50, duration.p99, duration.p999, duration.max].compactMap(\.value)
        #expect(values == values.sorted())
        #expect(values.first ?? -1 >= 0)
      }
      // Two of the three: the duration of a turn is known only when the turn has ended.
      #expect(stats.latency_us.count.value ?? 0 >= 2)
      #expect(stats.turn_us.count.value ?? 0 > stats.latency_us.count.value ?? 0)
    }
    #expect(outcome.code == 0)
  }
}
