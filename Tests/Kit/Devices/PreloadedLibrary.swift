internal import Foundation

/// One of the C files of `Tests/Probes` as a library for `LD_PRELOAD`; each file explains its
/// purpose.
public struct PreloadedLibrary: Sendable {
  /// The path of the library.
  public let path: String

  private struct NotCompiled: Error {
    var status: Int32
  }

  /// Compiles `Tests/Probes/NAME.c` into `folder`.
  public init(_ name: String, in folder: PrivateFolder) throws {
    path = folder.file("\(name).so")
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-o", path,
      tests.appendingPathComponent("Probes/\(name).c").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw NotCompiled(status: compiler.terminationStatus) }
  }
}
