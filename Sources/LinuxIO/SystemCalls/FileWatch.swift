internal import CLinux

/// Files and folders of whose changes the kernel reports; nothing runs until then.
///
/// Shape: a descriptor to register with a ``Reactor``, readable after a change. What changed is not
/// reported: look.
public struct FileWatch: ~Copyable {
  private let file: OwnedFD

  /// Creates a watch of nothing.
  ///
  /// EMFILE if the user has too many of them (fs.inotify.max_user_instances). The corresponding C
  /// function is `inotify_init1`.
  public init() throws(SystemCallError) {
    file = OwnedFD(taking: try SystemCalls.check("inotify_init1") { clinux_watch_create() })
  }

  /// The descriptor to register.
  public var descriptor: Int32 { file.number }

  /// Reports when the file at `path` is renamed, loses a name or changes its permissions.
  ///
  /// Takes permission to read the file. The corresponding C function is `inotify_add_watch`.
  public func add(file path: String) throws(SystemCallError) {
    let number = file.number
    // The C string lives for the call.
    try SystemCalls.check("inotify_add_watch", path) { unsafe clinux_watch_file(number, path) }
  }

  /// Reports the same of a folder, and each name in it that comes or goes.
  public func add(folder path: String) throws(SystemCallError) {
    let number = file.number
    // The C string lives for the call.
    try SystemCalls.check("inotify_add_watch", path) { unsafe clinux_watch_folder(number, path) }
  }

  /// Forgets what was reported so far.
  ///
  /// Cost: one system call, which reads up to 4 KiB; what is left is reported again.
  public func clear() throws(SystemCallError) {
    var reports = [UInt8](repeating: 0, count: 4096)
    var span = reports.mutableSpan
    _ = try SystemCalls.read(file, into: &span)
  }
}
