import Foundation
import LinuxIO
import TestKit

/// Runs one of the judges: scripts in another language that see only what `flickctl replay` prints.
enum Judge {
  /// What a skipped test says.
  static let comment = "python3 is not installed"

  /// Whether tests that need Python run: without it they are skipped by name, but in CI they run
  /// and fail.
  static let isDue = isInstalled || SystemCalls.environment("CI") != nil

  private static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// Runs a script on the flickctl that was built with the tests.
  ///
  /// Its exit code is 0 if it found nothing to object to; it prints what it compared, and every
  /// objection.
  static func run(_ script: String, _ words: String...) async throws -> Outcome {
    // -B: the folder of sources stays clean of compiled scripts.
    try await Command(["python3", "-B", scripts.appending(path: script).path, Program.flickctl.path] + words)
      .run(within: 300)
  }

  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")
}

extension Outcome {
  /// Everything that it printed.
  var summary: String { output + errors }
}
