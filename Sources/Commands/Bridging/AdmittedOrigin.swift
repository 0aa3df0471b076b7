internal import ArgumentParser
internal import Bridge
internal import FlickProtocol

/// An origin whose pages are admitted, as a person writes it.
///
/// Examples: `http://localhost:8080`, `http://localhost:8080=motion`.
struct AdmittedOrigin: ExpressibleByArgument {
  let origin: Origin
  /// The level of the origin's pages; nil for the command's default level.
  let level: Level?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let origin = Origin(String(parts[0])) else { return nil }
    self.origin = origin
    guard parts.count == 2 else {
      level = nil
      return
    }
    guard let level = Level(rawValue: String(parts[1])) else { return nil }
    self.level = level
  }

  /// Returns the level that a word names.
  static func level(_ word: String) throws -> Level {
    guard let level = Level(rawValue: word) else {
      throw ValidationError(
        "'\(word)' is not a level: use \(Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return level
  }
}
