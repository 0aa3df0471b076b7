public import Foundation

/// The recordings by other people that tests check against; they are never part of the project.
///
/// They lie where `FLICKD_MATERIAL` says, or in `shared` beside the package. A test that needs them carries
/// `.enabled(if: Material.isWanted, Comment(rawValue: Material.comment))`: without them it is skipped by name, but where `CI` is set it runs and fails.
public enum Material {
  /// What a skipped test says.
  public static let comment = "needs the shared recordings; set FLICKD_MATERIAL to their folder"

  /// A file that is not there although it is wanted.
  public struct Missing: Error, CustomStringConvertible {
    /// The path that was looked for.
    public var path: String
    /// What to do.
    public var description: String { "\(path) is missing; set FLICKD_MATERIAL" }
  }

  /// The folder, whether it exists or not.
  public static var folder: URL {
    if let stated = ProcessInfo.processInfo.environment["FLICKD_MATERIAL"] {
      return URL(fileURLWithPath: stated, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared", isDirectory: true)
  }

  /// Whether a test that needs the material should run.
  public static var isWanted: Bool {
    isPresent || ProcessInfo.processInfo.environment["CI"] != nil
  }

  /// Whether the material is there.
  public static var isPresent: Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("recordings/contacts.csv").path)
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

  /// The rows of a comma-separated file as dictionaries by column; fields in quotes may hold commas.
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
