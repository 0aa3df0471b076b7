import Foundation
import LinuxIO
import TestKit

/// Runs one of the judges: scripts in another language that read only the output of `flickctl
/// replay`.
enum Judge {
  /// The reason of a skipped test.
  static let comment = "python3 is not installed"

  /// Whether tests that need Python run. Without Python they are skipped, but in CI they run and
  /// fail.
  static let isDue = isInstalled || SystemCalls.environment("CI") != nil

  private static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// Runs a script with the flickctl that was built with the tests.
  ///
  /// Its exit code is 0 without violations; it prints what it compared, and every violation.
  static func run(_ script: String, _ arguments: String...) async throws -> Outcome {
    // -B: Python writes no compiled scripts into the folder of sources.
    try await Command(
      ["python3", "-B", scripts.appending(path: script).path, Program.flickctl.path] + arguments
    )
    .run(within: 300)
  }

  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")
}

extension Outcome {
  var summary: String { output + errors }
}
