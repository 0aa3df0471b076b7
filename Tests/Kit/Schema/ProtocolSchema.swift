internal import Foundation
internal import Testing

/// The schema of flickd's protocol, `docs/protocol.schema.json`, against which tests check every
/// line that they read.
public enum ProtocolSchema {
  /// Reads the current schema; fails if it does not exist.
  public static func read() throws -> Schema { try DocumentSchema.read("protocol.schema.json") }

  /// Read once; nil inside a test kernel, where the sources are not available.
  private static let shared: Result<Schema, any Error>? = {
    let schema = Result { try read() }
    let isInside = ProcessInfo.processInfo.environment["FLICKD_KERNEL"] != nil
    if case .failure = schema, isInside { return nil }
    return schema
  }()

  /// Records an issue if flickd may not send the line.
  public static func expectMessage(_ line: String) {
    guard let shared else { return }
    do {
      let faults = try shared.get().faults(of: try OrderedJSON(line), by: "message")
      guard !faults.isEmpty else { return }
      let text = faults.map(\.description).joined(separator: "; ")
      Issue.record("flickd's line is not valid by its schema: \(text)\n\(line)")
    } catch {
      Issue.record("flickd's line cannot be held against its schema: \(error)\n\(line)")
    }
  }
}

/// The schemas in `docs`.
public enum DocumentSchema {
  /// Reads the schema in this file of `docs`; fails if it does not exist.
  public static func read(_ name: String) throws -> Schema {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Schema(String(contentsOf: package.appending(path: "docs/\(name)"), encoding: .utf8))
  }
}
