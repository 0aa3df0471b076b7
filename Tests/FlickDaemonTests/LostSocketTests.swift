import Foundation
import LinuxIO
import TestKit
import Testing

/// Regression: flickd kept running without a log line while no client could connect.
@Suite struct `A socket whose file is removed` {
  private func remove(_ folder: PrivateFolder) throws {
    try FileManager.default.removeItem(atPath: folder.path)
  }

  private func make(_ folder: PrivateFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  private func count(_ words: String, in outcome: Outcome) -> Int {
    outcome.errors.split(separator: "\n").count { $0.hasSuffix(words) }
  }

  private static let lost =
    "was removed, so no client can connect: flickd listens there again as soon as its folder exists"

  @Test func `is created again with its folder, and connected clients stay`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      let (before, hello, _) = try await daemon.subscribe()
      try remove(folder)
      // Longer than the pause between attempts: without the folder flickd does not try.
      try await Task.sleep(for: .seconds(1))
      #expect(throws: (any Error).self) { try Subscriber(connectingTo: daemon.socket) }
      #expect(try await before.next(of: "swipe").type == "swipe")
      try make(folder)
      let (after, again, _) = try await daemon.subscribe()
      #expect(again.epoch == hello.epoch)
      #expect(try after.server == daemon.process)
      #expect(folder.names == ["s", "s.lock"])
      #expect(try await before.next(of: "swipe").type == "swipe")
      // flickd has the lock again.
      let second = try await Command(.flickd, "--demo", "--socket", daemon.socket).run()
      #expect(second.code == 73 && second.errors.contains("a running server uses"), "\(second.errors)")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == [])
    #expect(count("\(folder.file("s")) \(Self.lost)", in: outcome) == 1, "\(outcome.errors)")
    #expect(count("listening at \(folder.file("s")) again", in: outcome) == 1, "\(outcome.errors)")
  }

  @Test func `is created again each time, also if only its file or a parent folder is removed`()
    async throws
  {
    let above = try PrivateFolder()
    let socket = above.file("a/b/s")
    let none = try PrivateFolder()
    @Sendable func make() throws {
      try FileManager.default.createDirectory(atPath: above.file("a/b"), withIntermediateDirectories: true)
    }
    try make()
    let command = Command(
      .flickd, "--demo", "--config", try none.write("none.toml", ""), "--socket", socket)
    let outcome = try await command.run(within: 90) { process in
      let daemon = Daemon(folder: above, socket: socket, process: process)
      _ = try await daemon.subscribe()
      try SystemCalls.unlink(socket)
      _ = try await daemon.subscribe()
      try FileManager.default.removeItem(atPath: above.file("a"))
      try await Task.sleep(for: .milliseconds(200))
      try make()
      _ = try await daemon.subscribe()
      // An administrator may move the folder first and delete it later.
      try FileManager.default.moveItem(atPath: above.file("a/b"), toPath: above.file("a/c"))
      try await Task.sleep(for: .milliseconds(200))
      try FileManager.default.removeItem(atPath: above.file("a/c"))
      try make()
      _ = try await daemon.subscribe()
      daemon.send(.terminate)
    }
    #expect(outcome.code == 0)
    #expect(count("listening at \(socket) again", in: outcome) == 3, "\(outcome.errors)")
    #expect(try SystemCalls.names(in: above.file("a/b")) == [])
  }

  @Test func `does not replace another file at its path, and logs this once`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      _ = try await daemon.subscribe()
      // In one step: flickd listens again as soon as there is no file.
      try "precious".write(toFile: daemon.socket, atomically: true, encoding: .utf8)
      try await Task.sleep(for: .milliseconds(1500))
      #expect(try String(contentsOfFile: daemon.socket, encoding: .utf8) == "precious")
      try SystemCalls.unlink(daemon.socket)
      _ = try await daemon.subscribe()
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml"])
    #expect(
      outcome.errors.split(separator: "\n").count { $0.contains("exists and is not a socket: move it away") }
        == 1,
      "\(outcome.errors)")
  }

  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/run/flickd"), "there is a system's folder"))
  func `is created again with the folder of a user's own service`() async throws {
    let folder = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    let command = Command(
      [Program.flickd.path, "--demo", "--config", none], environment: ["XDG_RUNTIME_DIR": folder.path])
    let outcome = try await command.run(within: 60) { process in
      let daemon = Daemon(folder: folder, socket: folder.file("flickd/flickd.sock"), process: process)
      _ = try await daemon.subscribe()
      try FileManager.default.removeItem(atPath: folder.file("flickd"))
      _ = try await daemon.subscribe()
      daemon.send(.terminate)
    }
    #expect(outcome.code == 0)
    #expect(
      count("listening at \(folder.file("flickd/flickd.sock")) again", in: outcome) == 1, "\(outcome.errors)")
  }

  /// An idle flickd must not wake up.
  @Test func `does not wake flickd while its folder is missing`() async throws {
    // flickd watches the nearest existing folder. The common folder of all tests changes
    // constantly, so this test needs its own parent folder.
    let parent = try PrivateFolder()
    defer { withExtendedLifetime(parent) {} }
    let folder = try PrivateFolder(in: parent)
    let silence = MadeRecording(
      [MadeRecording.Finger(at: 0, from: (50, 50), by: (0, 1), lasting: 100)], period: 60_000_000)
    let recording = try PrivateFolder()
    let replayed = try recording.write("silence.evemu", silence.bytes)
    let outcome = try await Daemon.run(["--replay", replayed], in: folder) { daemon in
      _ = try await daemon.subscribe()
      try remove(folder)
      func sleeps() throws -> Substring? {
        try String(contentsOfFile: "/proc/\(daemon.process)/status", encoding: .utf8).split(separator: "\n")
          .first { $0.hasPrefix("voluntary_ctxt_switches:") }
      }
      var (before, after) = (try sleeps(), Substring?.none)
      for _ in 1...20 where before != after {
        before = try sleeps()
        try await Task.sleep(for: .milliseconds(1200))
        after = try sleeps()
      }
      #expect(before != nil && before == after)
      try make(folder)
      _ = try await daemon.subscribe()
    }
    #expect(outcome.code == 0)
  }

  @Test func `is not created again if the service manager created it, and this is logged once`()
    async throws
  {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(
      ["--demo"], under: PassingSocket.prefix(at: folder.file("s")), in: folder,
      environment: ["LISTEN_FDS": "1"]
    ) { daemon in
      let subscriber = try await daemon.subscriber()
      try remove(folder)
      try make(folder)
      // flickd still serves its connected clients.
      for _ in 1...2 { #expect(try await subscriber.next(of: "swipe").type == "swipe") }
    }
    #expect(outcome.code == 0)
    #expect(folder.names == [])
    let words = "was removed, so no client can connect: restore it with `systemctl restart flickd.socket`"
    #expect(count("\(folder.file("s")) \(words)", in: outcome) == 1, "\(outcome.errors)")
  }
}
