internal import CLinux
internal import Glibc

/// The version of a regular file's content, which is known without reading the content.
public struct FileVersion: Equatable, Sendable {
  /// The device that the file lies on.
  public var device: UInt64
  /// The number of the file on its device.
  public var inode: UInt64
  /// The size in bytes.
  public var size: Int
  /// When the content last changed, in ns of CLOCK_REALTIME.
  public var modified: Int64
  /// When the content, an attribute or a name last changed, in ns of CLOCK_REALTIME.
  ///
  /// Unlike ``modified``, no program can set this time.
  public var changed: Int64

  /// How long after a change another one may have the same timestamp, in ns: file systems use the
  /// kernel's tick.
  private static let tick: UInt64 = 100_000_000

  /// Whether an open file that had this version still has the same content.
  ///
  /// Removing or replacing the name of the file changes nothing here.
  public func hasSameContent(as other: FileVersion) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }

  /// Whether each later change gets another version; `now` is in ns of CLOCK_REALTIME.
  ///
  /// A clock that was set back since the change does not make the version doubtful.
  public func isSettled(now: Int64) -> Bool {
    let (age, isEndless) = now.subtractingReportingOverflow(max(changed, modified))
    return isEndless || age.magnitude > Self.tick
  }
}

/// The calls for a folder whose files are opened beneath its descriptor.
extension SystemCalls {
  /// Opens a folder for ``open(_:beneath:)``, without access to the list of its names.
  ///
  /// The corresponding C function is `open` with `O_PATH | O_DIRECTORY`.
  public static func openFolder(_ path: String) throws(SystemCallError) -> OwnedFD {
    // The C string lives for the call.
    OwnedFD(taking: try check("open", path) { unsafe clinux_open_folder(path) })
  }

  /// Opens a file for reading that lies beneath an open folder, without waiting and without
  /// following a symbolic link.
  ///
  /// ELOOP or ENOTDIR if a part of the path is a link, EXDEV if the path leads out of the folder.
  /// The corresponding C function is `openat2` with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`, and
  /// before Linux 5.6 one `openat` with `O_NOFOLLOW` for each part of the path.
  public static func open(
    _ path: String, beneath folder: borrowing OwnedFD
  ) throws(SystemCallError) -> OwnedFD {
    let number = folder.number
    // The C string lives for the call.
    return OwnedFD(taking: try check("openat2", path) { unsafe clinux_open_beneath(number, path) })
  }

  /// Opens a file like ``open(_:beneath:)``, as before Linux 5.6.
  static func openBySteps(
    _ path: String, beneath folder: borrowing OwnedFD
  ) throws(SystemCallError) -> OwnedFD {
    let number = folder.number
    // The C string lives for the call.
    return OwnedFD(taking: try check("openat", path) { unsafe clinux_open_by_steps(number, path) })
  }

  /// The present version of an open file; nil if it is not a regular file.
  ///
  /// The corresponding C function is `fstat`.
  public static func version(of file: borrowing OwnedFD) throws(SystemCallError) -> FileVersion? {
    var status = stat()
    let number = file.number
    // The structure lives for the call.
    try check("fstat") { unsafe fstat(number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileVersion(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
      modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim))
  }

  /// Reads from an open file at `offset`, in bytes; `.ended` at the end of the file.
  ///
  /// The corresponding C function is `pread`, so several readers may share the file.
  public static func read(
    _ file: borrowing OwnedFD, at offset: Int, into bytes: inout MutableSpan<UInt8>
  ) throws(SystemCallError) -> Transfer {
    let number = file.number
    // The buffer lives for the call, and the kernel writes within its count.
    let result = try unsafe bytes.withUnsafeMutableBufferPointer { (room) throws(SystemCallError) in
      try transfer("pread") { unsafe pread(number, room.baseAddress, room.count, off_t(offset)) }
    }
    return result == .bytes(0) && !bytes.isEmpty ? .ended : result
  }

  /// The time of CLOCK_REALTIME, the clock of the timestamps of files.
  ///
  /// Unit: nanoseconds. The corresponding C function is `clock_gettime`. Cost: no system call on
  /// common machines.
  public static func realtimeNanoseconds() -> Int64 {
    var time = timespec()
    // CLOCK_REALTIME cannot fail with a valid structure, which lives for the call.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    // A damaged file system can contain any time.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
