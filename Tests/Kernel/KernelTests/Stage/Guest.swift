import Foundation
import Testing

/// The machine in which these tests run: a separate kernel with its own clock and devices.
enum Guest {
  /// The kernel, as its runner reports it: `uml` or `qemu`; nil on an ordinary machine.
  private static var kernel: String? { ProcessInfo.processInfo.environment["FLICKD_KERNEL"] }

  /// Whether the tests run in such a machine.
  static var isHere: Bool { kernel != nil }

  /// Whether the clock moves only while every process sleeps, so that a test can hit a millisecond.
  static var hasVirtualTime: Bool { kernel == "uml" }

  /// Keeps flickd's decisions in a case, for comparison with other runs.
  static func keep(_ lines: [String], of performance: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["FLICKD_RESULTS"] else { return }
    let name = performance.replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: " ", with: "-")
    let path = "\(folder)/decisions/\(name).jsonl"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/decisions", withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: path) else { throw PlayedTwice(name: name) }
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Two cases have the same name, so that one would overwrite the other's decisions.
  struct PlayedTwice: Error {
    let name: String
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only in a separate kernel for tests.
  static var inGuest: Self {
    .enabled(if: Guest.isHere, "needs a kernel of its own: `make test ONLY=kernel` runs it in one")
  }

  /// Runs only where time stands still while programs run.
  static var inVirtualTime: Self {
    .enabled(if: Guest.hasVirtualTime, "needs a kernel in virtual time; this one's is real")
  }
}
