import TestKit
import Testing

@Suite struct `The configuration of flickd` {
  @Test func `is checked and called good`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("good.toml", "[swipe]\ndistance = \"31mm\"\n")
    let outcome = try await Command(.flickd, "--check", "--config", file).run()
    #expect(outcome.code == 0)
    #expect(outcome.output == "the configuration is good\n")
    #expect(outcome.errors == "")
  }

  @Test func `is checked and faulted with line and column`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("bad.toml", "[swipe]\n  distanse = \"31mm\"\nslop = 3\n")
    let outcome = try await Command(.flickd, "--check", "--config", file).run()
    #expect(outcome.code == 78)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("flickd: \(file):2:3: "))
    #expect(lines[0].contains("distanse"))
    #expect(lines[0].contains("distance"))
    #expect(lines[1].hasPrefix("flickd: \(file):3:8: "))
  }

  @Test(arguments: [["--check"], ["--demo"]])
  func `that was named must be there`(task: [String]) async throws {
    let folder = try PrivateFolder()
    let words = [Program.flickd.path, "--config", folder.file("none.toml"), "--socket", folder.file("s")]
    let outcome = try await Command(words + task).run()
    #expect(outcome.code == 66)
    #expect(outcome.errors.contains(folder.file("none.toml")))
    #expect(folder.names == [])
  }

  @Test func `when bad at boot leaves flickd running, degraded to decisions`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\ndistance = \"10mm\"\n")
    let recordings = [
      try folder.write("a.evemu", MadeRecording.oneFinger.bytes),
      try folder.write("b.evemu", MadeRecording.stillDown.bytes),
    ]
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--config", config] + recordings.flatMap { ["--replay", $0] }, in: folder,
      environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { daemon in
      let ready = try await manager.next()
      #expect(ready.contains("READY=1"))
      #expect(ready.contains { $0.hasPrefix("STATUS=degraded: ") })
      let (subscriber, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "decisions")
      let lines = try await subscriber.rest().map { try JSON($0) }
      let swipes = lines.dropLast()
      #expect(swipes.map(\.phase) == ["end", "end", "end", "cancel"])
      let secret: Set = [
        "start", "location", "translation", "predicted_end_translation", "predicted_end_location", "edge",
      ]
      for swipe in swipes { #expect(swipe.keys.isDisjoint(with: secret)) }
      // What is valid holds: 10 mm instead of 200 pt, so that the short drag of 18 mm commits too.
      #expect(swipes.dropLast().map { $0.decision.commit } == [true, true, true])
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("\(config):2:8: "))
  }

  @Test func `that cannot be read leaves flickd running too`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo", "--config", folder.path], in: folder) { daemon in
      let (_, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "decisions")
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("configuration: read \(folder.path): Is a directory"))
  }
}

@Suite struct `The service manager of flickd` {
  @Test func `hears READY when a client can connect, and STOPPING before the end`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { daemon in
      let ready = try await manager.next()
      #expect(ready == ["READY=1", "STATUS=playing the synthetic demo panel"])
      // Once, without waiting.
      let subscriber = try Subscriber(connectingTo: daemon.socket)
      #expect(try await subscriber.next().type == "hello")
      daemon.send(.terminate)
      #expect(try await manager.next() == ["STOPPING=1"])
    }
    #expect(outcome.code == 0)
  }

  @Test func `hears nothing of a start that fails`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    try folder.write("s", "no socket")
    let outcome = try await Daemon.run(
      ["--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { _ in }
    #expect(outcome.code == 73)
    await #expect(throws: TimedOut.self) { try await within(0.2, "silence") { try await manager.next() } }
  }
}
