internal import CLinux

/// Watches files and folders for changes; the kernel does the work.
///
/// Shape: a descriptor to register with a ``Reactor``, readable after a change. The change itself
/// is not reported: inspect the files.
public struct FileWatch: ~Copyable {
  private let file: OwnedFD

  /// Creates an empty watch.
  ///
  /// EMFILE if the user has too many watches (fs.inotify.max_user_instances). The corresponding C
  /// function is `inotify_init1`.
  public init() throws(SystemCallError) {
    file = OwnedFD(taking: try SystemCalls.check("inotify_init1") { clinux_watch_create() })
  }

  /// The descriptor to register.
  public var descriptor: Int32 { file.number }

  /// Reports when the file at `path` is renamed, loses a name or changes its permissions.
  ///
  /// Needs permission to read the file. The corresponding C function is `inotify_add_watch`.
  public func add(file path: String) throws(SystemCallError) {
    let number = file.number
    // The C string lives for the call.
    try SystemCalls.check("inotify_add_watch", path) { unsafe clinux_watch_file(number, path) }
  }

  /// Reports the same for a folder, and each name that appears or disappears in it.
  public func add(folder path: String) throws(SystemCallError) {
    let number = file.number
    // The C string lives for the call.
    try SystemCalls.check("inotify_add_watch", path) { unsafe clinux_watch_folder(number, path) }
  }

  /// Drops the reports so far.
  ///
  /// Cost: one system call, which reads up to 4 KiB; the rest is reported again.
  public func clear() throws(SystemCallError) {
    var reports = [UInt8](repeating: 0, count: 4096)
    var span = reports.mutableSpan
    _ = try SystemCalls.read(file, into: &span)
  }
}
