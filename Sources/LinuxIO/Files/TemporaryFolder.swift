internal import CLinux
internal import Glibc

/// A folder of this user for the time of one command.
///
/// Deinit removes the folder with the files in it, but not with folders in it.
public struct TemporaryFolder: ~Copyable {
  /// The absolute path.
  public let path: String

  /// Creates a folder with mode 0700, in the user's runtime folder or else in that of temporary
  /// files.
  ///
  /// `name` begins its name. The corresponding C function is `mkdtemp`.
  public init(_ name: String) throws(SystemCallError) {
    let parents = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(SystemCalls.environment)
      .filter { $0.hasPrefix("/") }
    var reason: SystemCallError?
    for parent in parents + ["/tmp"] {
      do throws(SystemCallError) {
        path = try Self.make("\(parent)/\(name)-XXXXXX")
        return
      } catch {
        reason = error
      }
    }
    throw reason ?? SystemCallError(call: "mkdtemp", code: .noSuchFile)
  }

  private static func make(_ template: String) throws(SystemCallError) -> String {
    var room = Array(template.utf8CString)
    // The call replaces characters of the room, which keeps its length.
    try SystemCalls.check("mkdtemp", template) { unsafe clinux_make_folder(&room) }
    return text(room.span)
  }

  deinit {
    // Only this user can create a file here, for example a socket whose server was killed.
    for name in (try? SystemCalls.namesIfAny(in: path)) ?? [] { try? SystemCalls.unlink("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }
}
