internal import Foundation

/// A table of Tests/Cases: cases with stated truth, which also drive flick.js.
public struct CaseTable {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases")

  private let name: String

  /// The table with this name, without an extension.
  public init(_ name: String) {
    self.name = name
  }

  /// The cases of the table, in the type that a suite declares: JSON without its other keys.
  ///
  /// JSON has no infinity and no NaN, so the tables contain them as strings.
  public func cases<Cases: Decodable>(_ type: Cases.Type = Cases.self) throws -> Cases {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(contentsOf: Self.folder.appending(path: "\(name).json")))
  }

  /// Runs the Python script that computes the table, which exits with 0 if it computes the same.
  public func check() async throws -> Outcome {
    let script = Self.folder.appending(path: "\(name).py").path
    return try await Command(["python3", "-B", script, "--check"], environment: ["PATH": Tools.path]).run()
  }
}
