internal import Foundation

/// A folder or a file that cannot be used.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// The kind of error.
  public enum Fault: Sendable {
    /// There is no such file or folder.
    case missing
    /// The file may not be read.
    case unreadable
    /// The content does not have the expected form.
    case bad
  }

  /// The kind of error.
  public var fault: Fault
  /// The folder or file.
  public var path: String
  /// The description of the error.
  public var what: String

  /// `file: what`.
  public var description: String { "\(path): \(what)" }

  /// The bytes of a required file.
  static func bytes(of path: String) throws(FileError) -> Data {
    guard FileManager.default.fileExists(atPath: path) else {
      throw FileError(fault: .missing, path: path, what: "there is no such file")
    }
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw FileError(fault: .unreadable, path: path, what: "may not be read")
    }
    return bytes
  }
}
