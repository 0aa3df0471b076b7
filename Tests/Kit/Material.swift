public import Foundation

/// Other people's recordings, against which tests check; they are never part of the project.
///
/// `folder` finds them. A test that needs the evdev recordings carries `.enabled(if:
/// Material.isWanted, Comment(rawValue: Material.comment))`: without the recordings the test is
/// skipped by name, but where `CI` is set it runs and fails. A test that needs other files names
/// them: `Material.isWanted(Material.strokes)`.
public enum Material {
  /// The reason that a skipped test prints.
  public static let comment =
    "needs recordings: `make recordings` fetches them, or FLICKD_MATERIAL names their folder"
  /// The reason without the velocity vectors.
  public static let vectorsComment =
    "needs the velocity vectors: FLICKD_MATERIAL names the folder that has them"

  /// The tables of people's strokes.
  public static let strokes = [
    "flings.csv", "fling-reference-velocity.csv", "ipad-strokes.csv.gz", "shapewriting-strokes.csv.gz",
  ].map { "recordings/human/\($0)" }
  /// The table of HID report descriptors.
  public static let descriptors = ["recordings/hid-touchscreens.json"]
  /// The velocity vectors.
  ///
  /// `make recordings` does not fetch them: they were collected manually.
  public static let vectors = ["vectors"]

  /// A required file that does not exist.
  public struct Missing: Error, CustomStringConvertible {
    /// The path of the missing file.
    public var path: String
    /// What to do.
    public var description: String { "\(path) is missing: run `make recordings`, or set FLICKD_MATERIAL" }
  }

  /// The folder, whether it exists or not.
  ///
  /// It is `FLICKD_MATERIAL`, else `shared` beside the package if that has recordings, else the
  /// folder that `make recordings` filled. `packaging/material.sh` follows the same rule.
  public static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    func stated(_ name: String) -> URL? {
      environment[name].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }
    }
    if let folder = stated("FLICKD_MATERIAL") { return folder }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared", isDirectory: true)
    if has("recordings", in: beside) { return beside }
    let home = URL(fileURLWithPath: environment["HOME"] ?? "/", isDirectory: true)
    let caches = stated("XDG_CACHE_HOME") ?? home.appendingPathComponent(".cache")
    let cache = stated("FLICKD_CACHE") ?? caches.appendingPathComponent("flickd")
    return cache.appendingPathComponent("material")
  }

  /// Whether a test that needs the evdev recordings should run.
  ///
  /// Their table of contacts is made only when all recordings are present.
  public static var isWanted: Bool { isWanted(["recordings/contacts.csv"]) }

  /// Whether a test that needs these files or folders should run.
  public static func isWanted(_ names: [String]) -> Bool {
    names.allSatisfy { has($0, in: folder) } || ProcessInfo.processInfo.environment["CI"] != nil
  }

  private static func has(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  /// The path of a file below the folder.
  public static func path(_ name: String) throws(Missing) -> String {
    let path = folder.appendingPathComponent(name).path
    guard FileManager.default.fileExists(atPath: path) else { throw Missing(path: path) }
    return path
  }

  /// The names of the files in a folder below the folder, sorted.
  public static func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: try path(name)).sorted()
  }

  /// The bytes of a file below the folder.
  public static func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: try path(name))))
  }

  /// The rows of a comma-separated file as dictionaries by column; fields in quotes may hold
  /// commas.
  public static func rows(_ name: String) throws -> [[String: String]] {
    let lines = String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline).map(
      fields)
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
