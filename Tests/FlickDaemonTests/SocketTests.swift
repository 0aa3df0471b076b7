import LinuxIO
import TestKit
import Testing

@Suite struct `The socket of flickd` {
  private func refused(_ path: String, in folder: PrivateFolder) async throws -> Outcome {
    let none = try folder.write("none.toml", "")
    return try await Command(.flickd, "--demo", "--config", none, "--socket", path).run()
  }

  @Test func `is refused while another flickd holds it, which keeps running`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo"], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      let second = try await refused(daemon.socket, in: folder)
      #expect(second.code == 73)
      #expect(
        second.errors.hasSuffix(
          "flickd: a running server uses \(daemon.socket): stop that server, or choose another path\n"))
      #expect(second.output == "")
      #expect(folder.names == ["none.toml", "s", "s.lock"])
      #expect(try await subscriber.next().type == "swipe")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml"])
  }

  @Test func `is reused after a flickd that was killed`() async throws {
    let folder = try PrivateFolder()
    let killed = try await Daemon.run(["--demo"], in: folder, ending: .byItself) { daemon in
      _ = try await daemon.subscribe()
      daemon.send(.kill)
    }
    #expect(killed.code == nil)
    #expect(folder.names == ["none.toml", "s", "s.lock"])
    let next = try await Daemon.run(["--demo"], in: folder) { daemon in
      let (subscriber, hello, _) = try await waiting("the new flickd") {
        try? Subscriber(connectingTo: daemon.socket)
      }
      .greeted()
      #expect(hello.type == "hello")
      #expect(try subscriber.server == daemon.process)
    }
    #expect(next.code == 0)
    #expect(folder.names == ["none.toml"])
  }

  @Test func `that is refused does not announce the demo`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await refused(folder.file("missing/s"), in: folder)
    #expect(outcome.code == 73)
    #expect(!outcome.errors.contains("playing"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test func `needs an existing folder`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await refused(folder.file("missing/s"), in: folder)
    #expect(outcome.code == 73)
    #expect(
      outcome.errors.hasSuffix(
        "flickd: the folder \(folder.file("missing")) does not exist: create it with "
          + "`mkdir -p \(folder.file("missing"))`, or choose another path\n"
      ))
    #expect(folder.names == ["none.toml"])
  }

  @Test func `needs a writable folder`() async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    try folder.setMode(0o555)
    let command = try Command.asNobody(
      .flickd, "--demo", "--config", none, "--socket", folder.file("s"), from: programs)
    let outcome = try await command.run()
    #expect(outcome.code == 73)
    #expect(
      outcome.errors.hasSuffix(
        "flickd: the folder \(folder.path) cannot be written (Permission denied): change its owner or mode, "
          + "or choose another path\n"))
    #expect(folder.names == ["none.toml"])
  }

  @Test func `cannot be created where not even root may write`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await refused("/sys/flickd.sock", in: folder)
    #expect(outcome.code == 73)
    #expect(outcome.errors.contains("the folder /sys cannot be written ("))
  }

  @Test(arguments: ["a file", "a folder", "a link into nowhere"])
  func `does not replace what is not a socket`(kind: String) async throws {
    let folder = try PrivateFolder()
    let path = folder.file("s")
    switch kind {
    case "a file": try folder.write("s", "precious")
    case "a folder": _ = try await Command(["mkdir", path]).run()
    default: _ = try await Command(["ln", "-s", "nowhere", path]).run()
    }
    let before = try SystemCalls.identity(of: path)
    let outcome = try await refused(path, in: folder)
    #expect(outcome.code == 73)
    #expect(
      outcome.errors.hasSuffix(
        "flickd: \(path) exists and is not a socket: move it away, or choose another path\n"))
    #expect(try SystemCalls.identity(of: path) == before)
    #expect(folder.names == ["none.toml", "s"])
  }

  @Test func `has a path of 107 bytes at most`() async throws {
    let folder = try PrivateFolder()
    let longest = folder.file(String(repeating: "s", count: 107 - folder.path.utf8.count - 1))
    let outcome = try await refused(longest + "s", in: folder)
    #expect(outcome.code == 73)
    #expect(
      outcome.errors.hasSuffix(
        "flickd: \(longest)s is 108 bytes long: choose a path of at most 107 bytes\n"))
    #expect(folder.names == ["none.toml"])
  }

  @Test func `may be bound by the service manager, and then stays after the end`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(
      ["--demo"], under: PassingSocket.prefix(at: folder.file("s")), in: folder,
      environment: ["LISTEN_FDS": "1"]
    ) { daemon in
      let (_, hello, _) = try await daemon.subscribe()
      #expect(hello.server == "flickd")
      #expect(folder.names == ["none.toml", "s"])
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml", "s"])
  }
}

extension Subscriber {
  /// The connection with its first two lines.
  fileprivate func greeted() async throws -> (Subscriber, hello: JSON, state: JSON) {
    (self, try await next(), try await next())
  }
}
