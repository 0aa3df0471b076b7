import TestKit

/// Runs the probe with mock devices.
enum Testbed {
  /// Runs the probe with `words`, and plays `events` on the first device.
  ///
  /// The probe may not read the `forbidden` devices.
  static func run(
    _ devices: [MockDevice], events: MockEvents? = nil, forbidden: [MockDevice] = [], _ arguments: String...
  ) async throws -> Outcome {
    let files = try PrivateFolder()
    let machine = try MockMachine(devices, events: events, forbidden: forbidden, in: files)
    return try await Command(machine.prefix + (try Program.evdevProbe.copy(into: files)) + arguments).run()
  }

  /// Runs the probe in its own testbed, where `device` comes, changes and goes.
  static func plug(_ device: MockDevice) async throws -> Outcome {
    let files = try PrivateFolder()
    let file = try files.write("device", device.deviceText)
    return try await Command(
      ["umockdev-wrapper", Program.evdevProbe.path, "plug", file, "/sys\(device.path)"],
      environment: ["TMPDIR": files.path]
    ).run()
  }
}

extension Outcome {
  /// The text after `word` in the first line that starts with `word`.
  func value(_ word: String) -> String? {
    lines.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
  }
}
