internal import CLinux
internal import Glibc

extension SystemCalls {
  /// How a file is opened; always close-on-exec.
  public enum Access: Sendable {
    /// For reading, without waiting.
    case reading
    /// Likewise, and ELOOP for a symbolic link, where another user may have made one.
    case readingUnlinked
    /// For writing; created with mode 0600 if it is missing, never through a symbolic link.
    case creatingPrivate
    /// For writing what a person asked for; EEXIST if there is anything already, and the mode that
    /// umask leaves of 0666.
    case creatingNew
    /// For writing what only this user may read; EEXIST if there is anything already, mode 0600.
    case creatingNewPrivate
    /// For reading and writing without waiting, where there is something already.
    case updating
    /// For writing at the end of what is there already, such as a FIFO or an empty file; waits.
    case appending

    var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
      case .readingUnlinked: O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
      case .updating: O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
      case .appending: O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY
      case .creatingPrivate: O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
      case .creatingNew, .creatingNewPrivate: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY
      }
    }

    var mode: UInt32 { self == .creatingNew ? 0o666 : 0o600 }
  }

  /// What a path or a descriptor refers to.
  public struct FileIdentity: Equatable, Sendable {
    /// The kinds of file that the project distinguishes.
    public enum Kind: Equatable, Sendable {
      /// A socket.
      case socket
      /// A regular file.
      case regular
      /// A folder.
      case folder
      /// A character device.
      case characterDevice
      /// A pipe, with a name or without.
      case pipe
      /// Anything else.
      case other
    }

    /// The device that the file lies on.
    public var device: UInt64
    /// The number of the file on its device.
    public var inode: UInt64
    /// The kind of the file.
    public var kind: Kind
    /// The permission bits, for example 0o660.
    public var mode: UInt32
    /// The owner.
    public var owner: UInt32
    /// The owning group.
    public var group: UInt32
    /// The number of names that the file has in its file system; 0 after the last was removed.
    public var names: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      mode = status.st_mode & 0o7777
      owner = status.st_uid
      group = status.st_gid
      names = UInt64(status.st_nlink)
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: .socket
        case S_IFREG: .regular
        case S_IFDIR: .folder
        case S_IFCHR: .characterDevice
        case S_IFIFO: .pipe
        default: .other
        }
    }

    /// Whether both are the same file.
    public func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// Whether this identity, found by a name, is of the same file, and the name is not being
    /// removed.
    ///
    /// The kernel reports the removal of a name (inotify) a moment before the name stops resolving.
    /// In that moment, `open` by the name still finds the file, and the file has 0 names.
    public func stillNames(_ other: FileIdentity) -> Bool { names > 0 && isSameFile(as: other) }
  }

  /// Opens `path`.
  ///
  /// The corresponding C function is `open`.
  public static func open(_ path: String, _ access: Access) throws(SystemCallError) -> OwnedFD {
    // The C string lives for the call.
    OwnedFD(taking: try check("open", path) { unsafe clinux_open(path, access.flags, access.mode) })
  }

  /// Opens the file at `path` itself, of any kind, without access to its content.
  ///
  /// Does not follow a symbolic link.
  ///
  /// The corresponding C function is `open` with `O_PATH | O_NOFOLLOW`.
  static func openName(_ path: String) throws(SystemCallError) -> OwnedFD {
    // The C string lives for the call.
    OwnedFD(taking: try check("open", path) { unsafe clinux_open_name(path) })
  }

  /// What `path` refers to, without following a symbolic link at its end; nil if there is nothing.
  ///
  /// The corresponding C function is `lstat`.
  public static func identity(of path: String) throws(SystemCallError) -> FileIdentity? {
    var status = stat()
    do throws(SystemCallError) {
      // Path and structure live for the call.
      try check("lstat", path) { unsafe lstat(path, &status) }
    } catch  where error.code == .noSuchFile || error.code == .notAFolder {
      return nil
    }
    return FileIdentity(status)
  }

  /// What `path` refers to at the end of its symbolic links; nil if there is nothing.
  ///
  /// The corresponding C function is `stat`.
  public static func target(of path: String) throws(SystemCallError) -> FileIdentity? {
    var status = stat()
    do throws(SystemCallError) {
      // Path and structure live for the call.
      try check("stat", path) { unsafe stat(path, &status) }
    } catch  where error.code == .noSuchFile || error.code == .notAFolder {
      return nil
    }
    return FileIdentity(status)
  }

  /// What an open file is.
  ///
  /// The corresponding C function is `fstat`.
  public static func identity(of file: borrowing OwnedFD) throws(SystemCallError) -> FileIdentity {
    try identity(descriptor: file.number)
  }

  static func identity(descriptor: Int32) throws(SystemCallError) -> FileIdentity {
    var status = stat()
    // The structure lives for the call.
    try check("fstat") { unsafe fstat(descriptor, &status) }
    return FileIdentity(status)
  }

  /// Removes the name `path`; does nothing if the name does not exist.
  ///
  /// The corresponding C function is `unlink`.
  public static func unlink(_ path: String) throws(SystemCallError) {
    do throws(SystemCallError) {
      // The C string lives for the call.
      try check("unlink", path) { unsafe Glibc.unlink(path) }
    } catch  where error.code == .noSuchFile {
      return
    }
  }

  /// Cuts an open file to `length` bytes.
  ///
  /// The corresponding C function is `ftruncate`.
  public static func cut(_ file: borrowing OwnedFD, to length: Int) throws(SystemCallError) {
    let number = file.number
    try check("ftruncate") { ftruncate(number, off_t(length)) }
  }

  /// Acquires the exclusive lock of an open file without waiting; false if another process has it.
  ///
  /// The corresponding C function is `flock`; the kernel releases the lock with the last descriptor
  /// of the file.
  public static func lock(_ file: borrowing OwnedFD) throws(SystemCallError) -> Bool {
    let number = file.number
    do throws(SystemCallError) {
      try check("flock") { flock(number, LOCK_EX | LOCK_NB) }
    } catch  where error.code == .wouldBlock {
      return false
    }
    return true
  }

  /// Sets the permission bits that new files of this process do not get, and returns those before.
  ///
  /// The corresponding C function is `umask`, which is the process's and not the thread's.
  public static func setFileCreationMask(_ mask: UInt32) -> UInt32 { umask(mask) }

  /// Everything in the file at `path`; EFBIG if that is more than `bound` bytes.
  ///
  /// Reads to the end and never trusts the stated size, which is 0 or 4096 in sysfs. ESPIPE for a
  /// pipe with `refusesPipe`; without, a pipe into which no program writes is empty.
  public static func contents(
    of path: String, upTo bound: Int, access: Access = .reading, refusesPipe: Bool = false
  ) throws(SystemCallError) -> [UInt8] {
    let file = try open(path, access)
    if refusesPipe, try identity(of: file).kind == .pipe {
      throw SystemCallError(call: "open", code: .isPipe, subject: path)
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = block.mutableSpan
      let outcome: Transfer
      do throws(SystemCallError) {
        outcome = try read(file, into: &span)
      } catch {
        // `read` knows only the descriptor, so the path is added here.
        throw SystemCallError(call: "read", code: error.code, subject: path)
      }
      switch outcome {
      case .bytes(let count):
        guard bytes.count + count <= bound else {
          throw SystemCallError(call: "read", code: .fileTooLarge, subject: path)
        }
        bytes.append(contentsOf: block[..<count])
      case .ended: return bytes
      case .wouldBlock: throw SystemCallError(call: "read", code: .wouldBlock, subject: path)
      }
    }
  }

  /// The names in a folder in byte order, without `.` and `..`.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  public static func names(in folder: String) throws(SystemCallError) -> [String] {
    // The stream is closed on every exit; an entry is copied before the next is read.
    guard let stream = unsafe opendir(folder) else {
      throw SystemCallError(call: "opendir", code: ErrorNumber(rawValue: errno), subject: folder)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while true {
      // The end and an error differ in errno alone.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        // d_name is declared 256 bytes long and always terminated within them.
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else {
      throw SystemCallError(call: "readdir", code: ErrorNumber(rawValue: errno), subject: folder)
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
