import Foundation
import LinuxIO
import TestKit
import Testing

/// libinput's own udev rules, which every kiosk has.
///
/// The guest has them for the duration of a case only. test.sh unpacks Debian's libinput-bin on the
/// host, and sets `FLICKD_LIBINPUT` to the folder, or `FLICKD_LIBINPUT_MISSING` to the reason for
/// its absence. Without the rules, a case that needs them is skipped; where `CI` is set, the case
/// runs and fails.
struct LibinputRules {
  /// The folder in which udev looks for the programs of rules; in the guest the tests may write
  /// there.
  private static let programs = "/usr/lib/udev"
  private static let rules = "/run/udev/rules.d"

  private static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// Whether a case that needs the rules should run.
  static var isWanted: Bool { environment("FLICKD_LIBINPUT") != nil || environment("CI") != nil }

  /// Why such a case is skipped.
  static var comment: String {
    "needs Debian's package libinput-bin: \(environment("FLICKD_LIBINPUT_MISSING") ?? "test.sh did not unpack it")"
  }

  /// The package could not be fetched, or differs from what was expected.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes udev use the rules while `body` runs.
  static func apply(during body: () async throws -> Void) async throws {
    guard let folder = environment("FLICKD_LIBINPUT") else { throw Missing(description: comment) }
    let files = try install(from: folder)
    let result: Result<Void, any Error>
    do {
      try await reload()
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    for file in files { try FileManager.default.removeItem(atPath: file) }
    try await reload()
    try result.get()
  }

  /// Puts the rules and their programs where udev finds them, and returns the paths.
  private static func install(from folder: String) throws -> [String] {
    let manager = FileManager.default
    let source = "\(folder)/usr/lib/udev"
    let rules = try manager.contentsOfDirectory(atPath: "\(source)/rules.d").filter { $0.hasSuffix(".rules") }
    let programs = try manager.contentsOfDirectory(atPath: source).filter { $0.hasPrefix("libinput-") }
    guard rules.contains("90-libinput-fuzz-override.rules"), !programs.isEmpty else {
      throw Missing(description: "\(source) has neither libinput's rule of fuzz nor its programs")
    }
    for name in rules {
      try manager.copyItem(atPath: "\(source)/rules.d/\(name)", toPath: "\(Self.rules)/\(name)")
    }
    // udev starts programs without an environment, so each finds its libraries through a script.
    let libraries = try manager.contentsOfDirectory(atPath: "\(folder)/usr/lib")
      .filter { $0.contains("-linux-gnu") }.map { "\(folder)/usr/lib/\($0)" }
    for name in programs {
      let script = """
        #!/bin/sh
        LD_LIBRARY_PATH='\(libraries.joined(separator: ":"))' exec '\(source)/\(name)' "$@"

        """
      guard
        manager.createFile(
          atPath: "\(Self.programs)/\(name)", contents: Data(script.utf8),
          attributes: [.posixPermissions: 0o755])
      else { throw Missing(description: "\(Self.programs)/\(name) cannot be written") }
    }
    return rules.map { "\(Self.rules)/\($0)" } + programs.map { "\(Self.programs)/\($0)" }
  }

  private static func reload() async throws {
    // udev compares the time of the folder's last change, and virtual time does not move while
    // programs run.
    SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 1_000_000)
    let outcome = try await Command(["udevadm", "control", "--reload"]).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
