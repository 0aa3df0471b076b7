public import Foundation

/// The files of the library in the project's sources, which the package installs.
public enum ShippedLibrary {
  /// The folder of the files.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "packaging/panels.d")

  /// The paths and the bytes of the files, in the order of their names.
  public static func files() throws -> [(path: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      let file = folder.appending(path: name)
      return (file.path, Array(try Data(contentsOf: file)))
    }
  }
}
