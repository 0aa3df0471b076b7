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
      let (subscriber, _, _) = try await daemon.subscribe()
      #expect(try await subscriber.rest().count == 4)
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n").map { $0.prefix { $0 != "=" && $0 != "/" } }
    #expect(lines == ["flickd: listening at ", "flickd: client admitted level"])
  }
}
