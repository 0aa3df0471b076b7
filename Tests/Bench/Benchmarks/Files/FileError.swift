internal import Foundation

/// A folder or a file that cannot be used.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Fault: Sendable {
    /// There is nothing of that name.
    case missing
    /// It may not be read.
    case unreadable
    /// It is not what such a file should be.
    case bad
  }

  /// What kind of trouble it is.
  public var fault: Fault
  /// The folder or file.
  public var path: String
  /// What is wrong with it.
  public var what: String

  /// `file: what`.
  public var description: String { "\(path): \(what)" }

  /// The bytes of a file that must be there.
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
