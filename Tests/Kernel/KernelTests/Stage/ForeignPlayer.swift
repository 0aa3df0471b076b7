import Foundation
import Glibc
import Panels
import TestKit
import Testing

/// A program of another project that plays recordings, on a device that it creates with uinput.
///
/// test.sh unpacks Debian's packages on the host, and sets `FLICKD_PLAYERS` to their folders, or
/// `FLICKD_PLAYERS_MISSING` to the reason for their absence. Without the packages, a case that
/// needs them is skipped; where `CI` is set, the case runs and fails.
enum ForeignPlayer: Sendable {
  /// evemu's `evemu-play`, in C, for evemu text.
  case evemu
  /// libinput's `libinput replay`, in Python with libevdev, for YAML.
  case libinput

  private static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// Whether a case that needs the programs should run.
  static var areWanted: Bool { environment("FLICKD_PLAYERS") != nil || environment("CI") != nil }

  /// Why such a case is skipped.
  static var comment: String {
    "needs Debian's packages evemu-tools and libinput-tools: "
      + (environment("FLICKD_PLAYERS_MISSING") ?? "test.sh did not unpack them")
  }

  /// A file of the packages does not exist.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The largest difference between a recorded and a played interval of two frames, in µs.
  ///
  /// Both programs end each wait 150 µs early. `libinput replay` waits for a time, and evemu-play
  /// for an interval, so only evemu's differences add up.
  static let precision: Int64 = 200

  /// Plays a recording as soon as `body` calls its argument, and ends the program after `body`.
  ///
  /// The program creates its device immediately. Fails if the program prints an error or a warning.
  func play(
    _ file: String, in folder: PrivateFolder,
    during body: @escaping @Sendable (_ start: () throws -> Void) async throws -> Void
  ) async throws {
    let keys = folder.file("keys")
    let outcome = try await command(file, keys: keys).run(within: 2000) { process in
      try await body {
        // Both programs wait for the Enter key.
        let pressed = try FileHandle(forWritingTo: URL(fileURLWithPath: keys))
        try pressed.write(contentsOf: Data("\n".utf8))
      }
      _ = Glibc.kill(process, SIGINT)
    }
    #expect(!outcome.errors.lowercased().contains("warning"), "\(outcome.errors)")
    #expect(!outcome.errors.lowercased().contains("error"), "\(outcome.errors)")
  }

  /// The command, which reads the keys from a FIFO that never ends.
  private func command(_ file: String, keys: String) throws -> Command {
    let script = #"mkfifo "$1" && shift && exec "$@" 0<>"$0""#
    return Command(["sh", "-c", script, keys, keys] + (try program()) + [file], environment: try variables())
  }

  private func program() throws -> [String] {
    switch self {
    case .evemu: [try Self.find("usr/bin/evemu-play")]
    // The interpreter for which Debian's modules are made; PATH may begin with another one.
    case .libinput: ["/usr/bin/python3", try Self.find("usr/libexec/libinput/libinput-replay")]
    }
  }

  /// The variables with which a program finds its libraries, or its modules.
  private func variables() throws -> [String: String] {
    switch self {
    case .evemu:
      let libraries = try Self.folders().map { "\($0)/usr/lib" }.flatMap { lib in
        try FileManager.default.contentsOfDirectory(atPath: lib).filter { $0.contains("-linux-gnu") }
          .map { "\(lib)/\($0)" }
      }
      return ["LD_LIBRARY_PATH": libraries.joined(separator: ":")]
    case .libinput:
      let modules = try Self.folders().map { "\($0)/usr/lib/python3/dist-packages" }
      // Python's caches would be beside the modules, which are read-only in the guest.
      return ["PYTHONPATH": modules.joined(separator: ":"), "PYTHONDONTWRITEBYTECODE": "1"]
    }
  }

  private static func folders() throws -> [String] {
    guard let folders = environment("FLICKD_PLAYERS") else { throw Missing(description: comment) }
    return folders.split(separator: ":").map(String.init)
  }

  private static func find(_ path: String) throws -> String {
    let candidates = try folders().map { "\($0)/\(path)" }
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw Missing(description: "\(path) is not in \(candidates)")
    }
    return found
  }
}
