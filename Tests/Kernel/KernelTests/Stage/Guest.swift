import Foundation
import Testing

/// The machine that these tests run in: a kernel of their own, with its own clock and devices.
enum Guest {
  /// Which kernel it is, as its runner says: `uml` or `qemu`; nil on a machine of people's.
  private static var kernel: String? { ProcessInfo.processInfo.environment["FLICKD_KERNEL"] }

  /// Whether this is such a machine.
  static var isHere: Bool { kernel != nil }

  /// Whether its clock moves only while everything rests, so that a test can hit a millisecond.
  static var hasVirtualTime: Bool { kernel == "uml" }

  /// Keeps what flickd decided in a case, for comparison with other runs.
  static func keep(_ lines: [String], of performance: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["FLICKD_RESULTS"] else { return }
    let name = performance.replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: " ", with: "-")
    let path = "\(folder)/decisions/\(name).jsonl"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/decisions", withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: path) else { throw PlayedTwice(name: name) }
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Two cases have one name, so that one would hide the other's decisions.
  struct PlayedTwice: Error {
    let name: String
  }
}

extension Trait where Self == ConditionTrait {
  /// Only in a kernel of the tests' own.
  static var inGuest: Self {
    .enabled(if: Guest.isHere, "needs a kernel of its own: `make kernel-test` runs it in one")
  }

  /// Only where time stands still while programs run.
  static var inVirtualTime: Self {
    .enabled(if: Guest.hasVirtualTime, "needs a kernel in virtual time; this one's is real")
  }
}
