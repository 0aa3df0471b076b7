import Foundation
import Synchronization
import TestKit

/// A flickd with access to its configuration, log and resource use while it runs.
struct WatchedService: Sendable {
  private let daemon: Daemon
  /// The path of its log.
  private let log: String

  /// Runs `program` with these arguments and an empty configuration during `body`, then stops it.
  static func run<Value: Sendable>(
    _ program: String, _ arguments: [String], within seconds: Double,
    _ body: @escaping @Sendable (WatchedService) async throws -> Value
  ) async throws -> Value {
    let folder = try PrivateFolder()
    let configuration = try folder.write("flickd.toml", "")
    let (socket, log) = (folder.file("s"), folder.file("log"))
    let found = Found<Value>()
    // The log goes to a file, because its lines are counted while the service runs; exec keeps the
    // process id.
    let command = Command(
      ["sh", "-c", "exec \"$@\" 2>\"$0\"", log, program, "--config", configuration, "--socket", socket]
        + arguments)
    let outcome = try await command.run(within: seconds) { process in
      _ = try await waiting("flickd listens") { FileManager.default.fileExists(atPath: socket) ? true : nil }
      let daemon = Daemon(folder: folder, socket: socket, process: process)
      let service = WatchedService(daemon: daemon, log: log)
      let value = try await body(service)
      found.value.withLock { $0 = value }
      daemon.send(.terminate)
    }
    guard outcome.code == 0, let value = found.value.withLock({ $0 }) else {
      let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw Unfit("flickd ended with \(outcome.code.map { "\($0)" } ?? "a signal"): \(said)")
    }
    return value
  }

  /// The path of its socket.
  var socket: String { daemon.socket }

  /// Writes a configuration and reloads it.
  func reload(_ text: String) throws {
    try daemon.folder.write("flickd.toml", text)
    daemon.send(.hangup)
  }

  /// The lines of its log.
  var lines: [Substring] {
    get throws { try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") }
  }

  /// The processor time of the service, in seconds; exact to a clock tick of 10 ms.
  var processorSeconds: Double {
    get throws { Double(try daemon.processorTicks) / 100 }
  }

  /// The current resources of the service.
  ///
  /// The memory is from smaps_rollup, for which the kernel counts the pages. VmRSS in status is
  /// counted per processor, and may be off by some 100 kB since Linux 6.2.
  func sample(at seconds: Double) throws -> EnduranceRecord.Sample {
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process)/fd").count
    let path = "/proc/\(daemon.process)/smaps_rollup"
    let rows = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    func kilobytes(_ name: String) throws -> Double {
      let row = rows.first { $0.hasPrefix("\(name):") }
      guard let value = row.flatMap({ Double($0.filter(\.isNumber)) }) else {
        throw Unfit("\(path) does not contain the memory of flickd")
      }
      return value
    }
    return EnduranceRecord.Sample(
      seconds: seconds, files: files, resident: try kilobytes("Rss"), anonymous: try kilobytes("Anonymous"))
  }
}
