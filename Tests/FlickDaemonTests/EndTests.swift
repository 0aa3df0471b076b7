import Synchronization
import TestKit
import Testing

@Suite struct `The end of flickd` {
  @Test(arguments: [Daemon.Signal.terminate, .interrupt])
  func `by a signal cancels active swipes, sends bye and removes its files`(
    signal: Daemon.Signal
  ) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
      let subscriber = try await daemon.subscriber()
      _ = try await daemon.activeSwipe()
      #expect(folder.names.contains("s.lock"))
      daemon.send(signal)
      let lines = try await subscriber.rest().map { try JSON($0) }
      #expect(lines.map(\.type) == ["swipe", "bye"])
      #expect(lines.first?.phase == "cancel")
      #expect(lines.first?.reason == "shutdown")
      #expect(lines.last?.reason == "shutdown")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml", "slow.evemu"])
  }

  @Test(arguments: [Daemon.Signal.terminate, .interrupt])
  func `comes at once with a second signal, but not with SIGHUP`(signal: Daemon.Signal) async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { daemon in
      #expect(try await manager.next().first == "READY=1")
      // flickd waits for a client that does not read its replies.
      let deaf = try Subscriber(connectingTo: daemon.socket)
      let ping = String(repeating: "{\"id\":1,\"request\":\"ping\"}\n", count: 1000)
      for _ in 0..<200 {
        try deaf.send(ping)
        try await Task.sleep(for: .milliseconds(2))
      }
      daemon.send(signal)
      #expect(try await manager.next(but: "STATUS=") == ["STOPPING=1"])
      daemon.send(.hangup)
      await #expect(throws: TimedOut.self) { try await within(0.2, "silence") { try await manager.next() } }
      daemon.send(signal)
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml", "notify"])
  }

  @Test func `without a client removes its files too`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      _ = try await waiting("the socket") { folder.names.contains("s") ? true : nil }
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml"])
  }

  @Test func `is not caused by a closed log`() async throws {
    let folder = try PrivateFolder()
    let script = "\"$0\" \"$@\" 2>&1 | head -n 1; exit \"${PIPESTATUS[0]}\""
    let outcome = try await Daemon.run(
      ["--demo"], under: ["bash", "-c", script], in: folder, ending: .byItself
    ) { daemon in
      let subscriber = try await daemon.subscriber()
      // The signal makes flickd write another line to the log, whose reader has ended.
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml"])
  }

  @Test func `follows the reply to a request sent at the last swipe`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("a.evemu", MadeRecording.oneFinger.bytes)
    var replies = 0
    // On a busy machine the client may send its request too late.
    for _ in 0..<5 where replies == 0 {
      let lines = Mutex<[String]>([])
      let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
        let subscriber = try await daemon.subscriber()
        for _ in 0..<3 { _ = try await subscriber.next(of: "swipe") }
        try? subscriber.send("{\"id\":1,\"request\":\"ping\"}\n")
        let rest = try await subscriber.rest()
        lines.withLock { $0 = rest }
      }
      #expect(outcome.code == 0)
      let types = try lines.withLock { try $0.map { try JSON($0).type.text ?? "" } }
      #expect(types.last == "bye")
      replies += types.count { $0 == "reply" }
    }
    #expect(replies > 0)
  }

  @Test func `resets no connection with unread requests`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("a.evemu", MadeRecording.oneFinger.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
      let subscriber = try await daemon.subscriber()
      // At its rate limit flickd would read these requests for 6 s; the recording lasts 3 s.
      try subscriber.send(String(repeating: "{\"id\":1,\"request\":\"ping\"}\n", count: 8000))
      let rest = try await subscriber.rest()
      #expect(try JSON(rest.last ?? "").type == "bye")
      #expect(!subscriber.wasReset)
    }
    #expect(outcome.code == 0)
  }

  @Test func `after the last recording is reported to every client`() async throws {
    let folder = try PrivateFolder()
    // The recordings last long enough for the second client to connect on a busy machine.
    let file = try folder.write("a.evemu", MadeRecording.oneFinger.bytes)
    let outcome = try await Daemon.run(
      ["--replay", file, "--replay", file], in: folder, ending: .byItself
    ) { daemon in
      let one = try await daemon.subscriber()
      let other = try await daemon.subscriber()
      let lines = try await one.rest()
      #expect(try await other.rest().last == lines.last)
      let bye = try JSON(try #require(lines.last))
      #expect(bye.keys == ["type", "reason", "detail"])
      #expect(bye.reason == "shutdown")
      #expect(bye.detail == "the last recording has been played")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["a.evemu", "none.toml"])
  }
}
