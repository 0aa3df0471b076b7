internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// An origin whose pages are admitted, as a person writes it.
///
/// Examples: `http://localhost:8080`, `http://localhost:8080=motion`.
struct AdmittedOrigin {
  let origin: Origin
  /// The level of the origin's pages; nil for the command's default level.
  let level: Level?

  /// Reads an origin with its level; the error names what is wrong, and the nearest right form.
  static func read(_ text: String) throws -> AdmittedOrigin {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let origin = Origin(parts[0]), !isForeign(parts[0]) else {
      throw ValidationError("'\(parts[0].terminalText)': \(fault(of: parts[0]))")
    }
    guard parts.count == 2 else { return AdmittedOrigin(origin: origin, level: nil) }
    if let level = Level(rawValue: parts[1]) { return AdmittedOrigin(origin: origin, level: level) }
    let near = nearest(to: parts[1], in: levels).map { "did you mean `\(parts[0])=\($0)`? " } ?? ""
    throw ValidationError(
      "'\(parts[1])' is not a level: \(near)The levels are \(levels.joined(separator: ", "))")
  }

  /// Returns the level that a word names.
  static func level(_ word: String) throws -> Level {
    guard let level = Level(rawValue: word) else {
      let near = nearest(to: word, in: levels).map { "did you mean `\($0)`? " } ?? ""
      throw ValidationError(
        "'\(word)' is not a level: \(near)The levels are \(levels.joined(separator: ", "))")
    }
    return level
  }

  private static var levels: [String] { Level.allCases.map(\.rawValue) }

  /// Whether no browser opens a page with the scheme, which is a slip or that of another protocol.
  private static func isForeign(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return !["http", "https"].contains(scheme)
      && (["ws", "wss", "ftp", "file"].contains(scheme) || nearest(to: scheme, in: ["https"]) != nil)
  }

  /// What is wrong with a text that is not an origin.
  private static func fault(of text: String) -> String {
    if text.contains("*") { return "an origin has no wildcard: write each origin with its own --origin" }
    if text == "null" || text.hasPrefix("file:") {
      return "a page from a file has no origin: serve its folder with --web, and admit that address"
    }
    if text.contains(",") { return "write each origin with its own --origin" }
    if isForeign(text), text.contains("://") {
      return "a page has the scheme http or https: write `http\(text.drop { $0 != ":" })`"
    }
    let hasScheme = text.contains("://")
    let address = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    let scheme = hasScheme ? address.first ?? "http:" : "http:"
    let hosts = hasScheme ? Array(address.dropFirst()) : address
    let host = hosts.first.map { $0.split(separator: "@").last.map(String.init) ?? $0 } ?? ""
    let authority = String(host.prefix { !"?#".contains($0) })
    let right = "\(scheme)//\(authority)"
    let advice = Origin(right) == nil ? "write for example `http://localhost:8080`" : "write `\(right)`"
    if !hasScheme { return "the scheme is missing: \(advice)" }
    if host.count < hosts.first?.count ?? 0 { return "an origin has no user: \(advice)" }
    if Origin(right) != nil { return "an origin has no path: \(advice)" }
    return "an origin is a scheme, a host and maybe a port: \(advice)"
  }
}
