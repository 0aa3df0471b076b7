import LinuxIO
import TestKit
import Testing

/// A flickd with a configuration that changes while it runs.
struct Reloading: Sendable {
  let daemon: Daemon
  let manager: NotifyManager

  /// Runs flickd with a first configuration while `body` runs.
  static func run(
    _ arguments: [String] = ["--demo"], starting text: String = "", environment: [String: String] = [:],
    _ body: @escaping @Sendable (Reloading) async throws -> Void
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let manager = try NotifyManager(in: folder)
    let file = try folder.write("flickd.toml", text)
    let all = environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 }
    let outcome = try await Daemon.run(
      arguments + ["--config", file], in: folder, environment: all, within: 300
    ) { daemon in
      #expect(try await manager.next().first == "READY=1")
      try await body(Reloading(daemon: daemon, manager: manager))
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(folder.names.filter { $0 != "conf.d" && $0 != "panels.d" } == ["flickd.toml", "notify"])
    return outcome
  }

  var file: String { daemon.folder.file("flickd.toml") }

  /// Reloads the files, and returns the status after the reload.
  func reload() async throws -> String {
    daemon.send(.hangup)
    while true {
      let message = try await manager.next()
      guard message.first == "RELOADING=1" else {
        // The status of clients and panels that came or went meanwhile.
        try #require(message.count == 1 && message[0].hasPrefix("STATUS="), "\(message)")
        continue
      }
      try #require(message.count == 2 && message[1].hasPrefix("MONOTONIC_USEC="), "\(message)")
      let since = try #require(Int64(message[1].dropFirst("MONOTONIC_USEC=".count)))
      #expect(since <= SystemCalls.monotonicMicroseconds())
      let done = try await manager.next(but: "STATUS=")
      try #require(done.count == 2 && done[0] == "READY=1" && done[1].hasPrefix("STATUS="), "\(done)")
      return String(done[1].dropFirst("STATUS=".count))
    }
  }

  /// Writes a configuration and reloads it.
  func reload(_ text: String) async throws -> String {
    try daemon.folder.write("flickd.toml", text)
    return try await reload()
  }
}
