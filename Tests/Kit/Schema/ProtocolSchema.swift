internal import Foundation
internal import Testing

/// The schema of flickd's protocol, `docs/protocol.schema.json`, against which tests hold every
/// line that they read.
public enum ProtocolSchema {
  /// Reads the schema as it is; fails if it is not there.
  public static func read() throws -> Schema {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Schema(
      String(contentsOf: package.appending(path: "docs/protocol.schema.json"), encoding: .utf8))
  }

  /// Read once; nil inside a kernel of the tests' own, where the sources are not.
  private static let shared: Result<Schema, any Error>? = {
    let schema = Result { try read() }
    let isInside = ProcessInfo.processInfo.environment["FLICKD_KERNEL"] != nil
    if case .failure = schema, isInside { return nil }
    return schema
  }()

  /// Records an issue if the line is none that flickd may send.
  public static func expectMessage(_ line: String) {
    guard let shared else { return }
    do {
      let faults = try shared.get().faults(of: try OrderedJSON(line), by: "message")
      guard !faults.isEmpty else { return }
      let words = faults.map(\.description).joined(separator: "; ")
      Issue.record("flickd's line is not valid by its schema: \(words)\n\(line)")
    } catch {
      Issue.record("flickd's line cannot be held against its schema: \(error)\n\(line)")
    }
  }
}
