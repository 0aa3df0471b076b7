import Foundation
import TestKit

/// Runs one of the judges: scripts in another language that see only what `flickctl replay` prints.
enum Judge {
  /// What a skipped test says.
  static let comment = "python3 is not installed"

  /// Whether tests that need Python run: without it they are skipped by name, but in CI they run and fail.
  static let isDue = isInstalled || ProcessInfo.processInfo.environment["CI"] != nil

  private static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// What a judge came to.
  struct Verdict {
    /// 0 if it found nothing to object to.
    var status: Int32
    /// What it compared, and every objection.
    var summary: String
  }

  /// Runs a script on the flickctl that was built with the tests.
  static func run(_ script: String, _ words: String...) throws -> Verdict {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // -B: the folder of sources stays clean of compiled scripts.
    process.arguments = ["python3", "-B", scripts.appendingPathComponent(script).path, flickctl] + words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Verdict(status: process.terminationStatus, summary: String(decoding: bytes, as: UTF8.self))
  }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scripts", isDirectory: true)

  /// The product lies beside the test program.
  private static var flickctl: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("flickctl").path
  }
}
