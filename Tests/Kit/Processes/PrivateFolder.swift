internal import Foundation
internal import LinuxIO

/// A private folder for one test, removed with its contents.
public final class PrivateFolder: Sendable {
  /// The path; short, because the path of a socket has at most 107 bytes.
  public let path: String

  /// The parent of these folders; `packaging/scratch.sh` removes its own also after an
  /// interruption.
  private static var parentPath: String {
    let environment = ProcessInfo.processInfo.environment
    // Inside a test kernel, the host's folders are read-only.
    return environment["FLICKD_KERNEL"] == nil ? environment["FLICKD_SCRATCH"] ?? "/tmp" : "/run/t"
  }

  /// Creates the folder, readable for every user; in `parent` for a test that other tests' folders
  /// would disturb.
  public init(in parent: PrivateFolder? = nil) throws {
    path = "\(parent?.path ?? Self.parentPath)/flickd-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    // A test may have removed the permissions that are needed to remove the folder.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return file(name)
  }

  /// Writes a text file and returns its path.
  @discardableResult public func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }

  /// The text of a file in it.
  public func text(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// The lines from flickd in a file in it; each must be what the schema describes.
  public func messages(in name: String) throws -> [JSON] {
    try text(of: name).split(separator: "\n").map { line in
      ProtocolSchema.expectMessage(String(line))
      return try JSON(String(line))
    }
  }

  /// Sets the permissions of a file in it, or of the folder itself for an empty name.
  public func setMode(_ mode: Int, of name: String = "") throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
  }

  /// The names of what is in it, sorted.
  public var names: [String] { ((try? SystemCalls.names(in: path)) ?? []).sorted() }
}
