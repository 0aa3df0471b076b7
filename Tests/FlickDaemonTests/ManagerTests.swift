import LinuxIO
import TestKit
import Testing

@Suite struct `The service manager of flickd` {
  @Test func `receives READY when a client can connect, and STOPPING before the end`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { daemon in
      let ready = try await manager.next()
      #expect(ready == ["READY=1", "STATUS=playing the synthetic demo panel, 0 clients"])
      // One attempt without a retry: READY means that clients can connect.
      let subscriber = try Subscriber(connectingTo: daemon.socket)
      #expect(try await subscriber.next().type == "hello")
      daemon.send(.terminate)
      #expect(try await manager.next(but: "STATUS=") == ["STOPPING=1"])
    }
    #expect(outcome.code == 0)
  }

  @Test func `receives nothing from a start that fails`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    try folder.write("s", "no socket")
    let outcome = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { _ in }
    #expect(outcome.code == 73)
    await #expect(throws: TimedOut.self) { try await within(0.2, "silence") { try await manager.next() } }
  }

  @Test func `with a full queue receives READY as soon as it reads`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let filler = try ServiceNotification(address: manager.path)
    while try filler.offer([.watchdog]) {}
    _ = try await Daemon.run(["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path]) { daemon in
      // flickd sends READY before it greets a client.
      _ = try await daemon.subscribe()
      while try await manager.next().first != "READY=1" {}
    }
  }

  @Test func `that starts late receives READY`() async throws {
    let folder = try PrivateFolder()
    _ = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": folder.file("notify")]
    ) { daemon in
      _ = try await daemon.subscribe()
      let manager = try NotifyManager(in: folder)
      #expect(try await manager.next().first == "READY=1")
    }
  }

  @Test func `receives the number of clients when it changes`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    _ = try await Daemon.run(["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path]) { daemon in
      _ = try await manager.next()
      var subscribers = [try await daemon.subscriber()]
      try await manager.receive("STATUS=playing the synthetic demo panel, 1 client")
      subscribers.append(try await daemon.subscriber())
      subscribers.append(try await daemon.subscriber())
      try await manager.receive("STATUS=playing the synthetic demo panel, 3 clients")
      subscribers.removeAll()
      try await manager.receive("STATUS=playing the synthetic demo panel, 0 clients")
    }
  }

  @Test func `receives WATCHDOG at its interval while the loop runs`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let environment = ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "100000"]
    _ = try await Daemon.run(["--demo"], in: folder, environment: environment) { daemon in
      _ = try await manager.next()
      for _ in 1...5 { #expect(try await manager.next() == ["WATCHDOG=1"]) }
      daemon.send(.stop)
      // Messages from before the signal may still be in the queue.
      try? await within(0.5, "the rest") { while true { _ = try await manager.next() } }
      await #expect(throws: TimedOut.self) { try await within(0.5, "silence") { try await manager.next() } }
      daemon.send(.resume)
      #expect(try await manager.next() == ["WATCHDOG=1"])
    }
  }

  @Test(arguments: [[:], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"]])
  func `receives no WATCHDOG without a request`(asked: [String: String]) async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let environment = asked.merging(["NOTIFY_SOCKET": manager.path]) { $1 }
    _ = try await Daemon.run(["--demo"], in: folder, environment: environment) { _ in
      _ = try await manager.next()
      await #expect(throws: TimedOut.self) { try await within(0.5, "silence") { try await manager.next() } }
    }
  }
}
