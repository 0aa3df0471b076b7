import TestKit
import Testing

@Suite struct `A socket that the service manager passes` {
  /// A command that passes descriptor 3 to the words that follow.
  ///
  /// The Python `statement` creates the descriptor as `passed`.
  private func passing(_ statement: String, descriptors: String = "1") -> [String] {
    let manager = """
      import os, socket, sys
      path = sys.argv[1]
      \(statement)
      os.dup2(passed.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ["LISTEN_PID"] = str(os.getpid())
      os.environ["LISTEN_FDS"] = "\(descriptors)"
      os.environ["LISTEN_FDNAMES"] = "one:two"
      os.execv(sys.argv[2], sys.argv[2:])
      """
    return ["python3", "-c", manager]
  }

  private static let listening =
    "passed = socket.socket(socket.AF_UNIX); passed.bind(path); passed.listen()"

  @Test(
    arguments: [
      (listening, "2", "passed 2 descriptors"), (listening, "one", "LISTEN_FDS is 'one'"),
      (listening, "-1", "LISTEN_FDS is '-1'"),
      ("passed = socket.socket(socket.AF_UNIX)", "1", "not a listening Unix stream socket"),
      ("passed = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); passed.bind(path)", "1", "stream socket"),
      ("passed = socket.socket(); passed.listen()", "1", "not a listening Unix stream socket"),
      ("passed = open(\"/dev/null\")", "1", "not a listening Unix stream socket"),
    ])
  func `is refused with 69 if it is not a listening socket, or not the only one`(
    statement: String, descriptors: String, words: String
  ) async throws {
    let folder = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    let outcome = try await Command(
      passing(statement, descriptors: descriptors) + [
        folder.file("p"), Program.flickd.path, "--demo", "--config", none,
      ]
    ).run()
    #expect(outcome.code == 69, "\(outcome.errors)")
    #expect(outcome.errors.contains(words))
  }

  @Test func `for another process is ignored`() async throws {
    let folder = try PrivateFolder()
    let statement = Self.listening + "; os.getpid = lambda: 1"
    let none = try folder.write("none.toml", "")
    let words = passing(statement) + [folder.file("p"), Program.flickd.path, "--demo", "--config", none]
    let command = Command(words, environment: ["FLICKD_SOCKET": folder.file("s")])
    let outcome = try await command.run(within: 60) { process in
      let daemon = Daemon(folder: folder, socket: folder.file("s"), process: process)
      _ = try await daemon.subscribe()
      daemon.send(.terminate)
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("listening at \(folder.file("s"))"))
  }

  @Test func `cannot be changed by a reload, which logs this`() async throws {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let file = try folder.write("flickd.toml", "")
    let words = passing(Self.listening) + [folder.file("s"), Program.flickd.path, "--demo", "--config", file]
    let command = Command(words, environment: ["NOTIFY_SOCKET": manager.path])
    let outcome = try await command.run(within: 60) { process in
      #expect(try await manager.next().first == "READY=1")
      let daemon = Daemon(folder: folder, socket: folder.file("s"), process: process)
      let service = Reloading(daemon: daemon, manager: manager)
      for text in ["path = \"\(folder.file("t"))\"", "owner = \"12345\"", "group = \"12345\"", ""] {
        let status = try await service.reload("[socket]\n\(text)\n")
        #expect(status == "playing the synthetic demo panel, 0 clients")
      }
      daemon.send(.terminate)
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let reported = outcome.errors.split(separator: "\n").count { $0.contains("the service manager sets") }
    #expect(reported == 3, "\(outcome.errors)")
    #expect(!outcome.errors.contains("until flickd restarts"))
  }

  @Test func `loses no client while flickd restarts repeatedly`() async throws {
    let folder = try PrivateFolder()
    let count = 20
    // As systemd does with a socket unit, this program keeps the socket and runs one service after
    // the other.
    let manager = """
      import os, signal, socket, sys, threading, time
      count, path, words = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(path)
      listener.listen(128)
      failures = []
      greeted = 0
      def greet():
        global greeted
        client = socket.socket(socket.AF_UNIX)
        try:
          client.connect(path)
          line = client.makefile().readline()
        except OSError as error:
          line = str(error)
        if line.startswith('{"type":"hello"'): greeted += 1
        else: failures.append(line)
        return client
      def load():
        while True:
          greet().close()
          time.sleep(0.02)
      threading.Thread(target=load, daemon=True).start()
      for _ in range(count):
        process = os.fork()
        if process == 0:
          os.dup2(listener.fileno(), 3)
          os.set_inheritable(3, True)
          os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
          os.execv(words[0], words)
        client = greet()
        os.kill(process, signal.SIGTERM)
        if os.waitpid(process, 0)[1] != 0: failures.append("flickd failed")
      print(f"{greeted} greeted", *failures, sep="\\n")
      """
    let none = try folder.write("none.toml", "")
    let words = ["python3", "-c", manager, "\(count)", folder.file("s")]
    let outcome = try await Command(words + [Program.flickd.path, "--demo", "--config", none])
      .run(within: Double(60 + count * 5))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let greeted = try #require(outcome.lines.first.flatMap { Int($0.prefix { $0.isNumber }) })
    #expect(greeted >= count)
    #expect(outcome.lines.dropFirst().isEmpty, "\(outcome.lines)")
  }
}
