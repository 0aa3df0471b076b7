import Foundation
import TestKit
import Testing

@Suite struct `The log of flickd` {
  @Test func `reports at most five new clients in half a minute`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      for _ in 1...9 { _ = try await daemon.subscribe() }
    }
    #expect(outcome.code == 0)
    let admitted = outcome.errors.split(separator: "\n").filter { $0.contains("client admitted") }
    #expect(admitted.count == 5)
    for line in admitted {
      #expect(line.contains(" level=positions pid=") && line.contains(" uid=\(getuid())"), "\(line)")
    }
  }

  @Test func `reports at most five refused clients in half a minute`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      var subscribers: [Subscriber] = []
      // Root may have 64 connections, another user 16.
      for _ in 1...73 { subscribers.append(try await daemon.connect()) }
      for subscriber in subscribers.suffix(9) { #expect(try await subscriber.next().reason == "limit") }
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("a client was turned away") } == 5)
  }

  @Test func `contains nothing about touches`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("a.evemu", MadeRecording.oneFinger.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder, ending: .byItself) { daemon in
      let subscriber = try await daemon.subscriber()
      #expect(try await subscriber.rest().count == 4)
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n").map { $0.prefix { $0 != "=" && $0 != "/" } }
    #expect(lines == ["flickd: listening at ", "flickd: client admitted level"])
  }

  @Test func `shows at debug what clients do, and nothing about touches`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("a.evemu", MadeRecording.oneFinger.bytes)
    let words = ["--replay", file, "--log-level", "debug"]
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      let subscriber = try await daemon.subscriber()
      #expect(try await subscriber.rest().count == 4)
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n").map { line in
      line.prefix { $0 != "=" && $0 != "/" && !$0.isNumber }
    }
    #expect(
      lines == [
        "flickd: flickd ", "flickd: configuration: zones: ", "flickd: listening at ", "flickd: client ",
        "flickd: client admitted level", "flickd: client ",
      ])
    #expect(outcome.errors.hasSuffix("client 1: gone, bye shutdown\n"))
  }

  @Test func `shows at trace each request and each line that it would else leave out`() async throws {
    let outcome = try await Daemon.run(["--demo", "--log-level", "trace"]) { daemon in
      for _ in 1...9 { _ = try await daemon.subscribe() }
      let subscriber = try await daemon.subscriber()
      try subscriber.send(
        """
        {"id":1,"request":"ping"}
        {"id":2,"request":"subscribe","unit":"pt"}
        {"id":3,"request":"pong"}

        """)
      for _ in 1...3 { _ = try await subscriber.next(of: "reply") }
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains("client admitted") } == 10)
    for text in [
      "client 10: ping", "client 10: subscribed level=positions unit=pt zones=0",
      "client 10: request refused: unknown-request: ",
    ] {
      #expect(lines.contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test func `is silent below its level`() async throws {
    let outcome = try await Daemon.run(["--demo", "--log-level", "error"]) { daemon in
      _ = try await daemon.subscribe()
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
  }
}
