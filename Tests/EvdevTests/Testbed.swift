import Foundation
import LinuxIO
import TestKit
import Testing

/// Runs the probe among made-up devices, in a process of its own under `umockdev-run`.
enum Testbed {
  static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/umockdev-run")
  }

  /// Whether tests that need umockdev (Debian: umockdev) run: on a developer's machine without it they are skipped by
  /// name, in CI they fail.
  static let isDue = isInstalled || SystemCalls.environment("CI") != nil

  /// What a run came to.
  struct Outcome {
    var status: Int32
    var lines: [String]

    /// What follows `word` in the first line that starts with it.
    func value(_ word: String) -> String? {
      lines.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }
  }

  /// Runs the probe with `words`, playing `events` on the first device, behind the command `prefix`.
  static func run(
    _ devices: [MockDevice], events: MockEvents? = nil, prefix: [String] = [], _ words: String...
  ) throws -> Outcome {
    let folder = try Folder()
    var arguments: [String] = []
    for device in devices {
      arguments += ["-d", try folder.write("device\(device.number)", device.deviceText)]
      guard device.answersCalls else { continue }
      arguments += ["-i", "\(device.node)=\(try folder.write("ioctl\(device.number)", device.ioctlText))"]
    }
    if let events, let device = devices.first {
      arguments += ["-e", "\(device.node)=\(try folder.write("events", events.text))"]
    }
    return try launch(["umockdev-run"] + arguments + ["--"] + prefix + [probe] + words)
  }

  /// Runs the probe in a testbed of its own, where `device` comes, changes and goes.
  static func plug(_ device: MockDevice) throws -> Outcome {
    let folder = try Folder()
    let file = try folder.write("device", device.deviceText)
    return try launch(["umockdev-wrapper", probe, "plug", file, "/sys\(device.path)"])
  }

  private static func launch(_ words: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Outcome(status: process.terminationStatus, lines: lines)
  }

  /// A folder for the files of one run, removed after it.
  private final class Folder {
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flickd-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: place)
    }

    func write(_ name: String, _ text: String) throws -> String {
      let file = place.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
  }

  /// The probe lies beside the test program.
  private static var probe: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("evdev-probe").path
  }
}
