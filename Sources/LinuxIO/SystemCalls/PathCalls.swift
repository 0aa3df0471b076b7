internal import Glibc

/// The calls behind ``OutputTarget`` and ``AppendedFile``.
extension SystemCalls {
  /// The absolute path of a file or folder without symbolic links; nil if there is none.
  ///
  /// The corresponding C function is `realpath`.
  static func realPath(_ path: String) throws(SystemCallError) -> String? {
    // The result is copied, and freed on every exit.
    guard let found = unsafe realpath(path, nil) else {
      let code = ErrorNumber(rawValue: errno)
      if code == .noSuchFile { return nil }
      throw SystemCallError(call: "realpath", code: code, subject: path)
    }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// What a symbolic link contains; nil if `path` is not a link, or if there is nothing.
  ///
  /// The corresponding C function is `readlink`.
  public static func linkTarget(of path: String) throws(SystemCallError) -> String? {
    var room = [CChar](repeating: 0, count: 4097)
    do throws(SystemCallError) {
      // The path and the room live for the call, which leaves a terminator.
      let count = try check("readlink", path) { unsafe readlink(path, &room, room.count - 1) }
      let bytes = Array(room[..<count])
      return text(bytes.span)
    } catch  where error.code == .invalid || error.code == .noSuchFile {
      return nil
    }
  }

  /// Throws the reason why this process may not write to an open descriptor that it was started
  /// with.
  ///
  /// Every descriptor that the process itself opens is close-on-exec, so it is none of these. The
  /// corresponding C function is `fcntl` with `F_GETFD` and `F_GETFL`.
  static func checkWriting(descriptor: Int32, named name: String) throws(SystemCallError) {
    let flags = try check("fcntl", name) { fcntl(descriptor, F_GETFD) }
    let mode = try check("fcntl", name) { fcntl(descriptor, F_GETFL) } & O_ACCMODE
    guard flags & FD_CLOEXEC == 0, mode == O_WRONLY || mode == O_RDWR else {
      throw SystemCallError(call: "write", code: .badDescriptor, subject: name)
    }
  }

  /// Another descriptor of the same open file.
  ///
  /// The corresponding C function is `fcntl` with `F_DUPFD_CLOEXEC`.
  static func duplicate(descriptor: Int32) throws(SystemCallError) -> OwnedFD {
    OwnedFD(taking: try check("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) })
  }

  /// Throws the reason why this process may not write to what `path` refers to.
  ///
  /// The corresponding C function is `access`.
  static func checkWriting(path: String) throws(SystemCallError) {
    // The C string lives for the call.
    try check("access", path) { unsafe access(path, W_OK) }
  }

  /// Sets the permission bits of an open file.
  ///
  /// The corresponding C function is `fchmod`.
  static func setMode(_ mode: UInt32, of file: borrowing OwnedFD) throws(SystemCallError) {
    let number = file.number
    try check("fchmod") { fchmod(number, mode) }
  }

  /// Writes an open file to its disk; does nothing for what is not on a disk.
  ///
  /// The corresponding C function is `fsync`.
  static func synchronize(_ file: borrowing OwnedFD) throws(SystemCallError) {
    let number = file.number
    do throws(SystemCallError) {
      try check("fsync") { fsync(number) }
    } catch  where error.code == .invalid {
      return
    }
  }

  /// Removes the last `count` bytes of a regular file, which this process has just written.
  ///
  /// Does nothing for other kinds of file, and if another process has written behind these bytes.
  /// The corresponding C functions are `lseek` and `ftruncate`.
  static func takeBack(_ count: Int, of file: borrowing OwnedFD) {
    let number = file.number
    let position = lseek(number, 0, SEEK_CUR)
    guard count > 0, position >= off_t(count), let status = try? identity(of: file),
      status.kind == .regular
    else { return }
    let before = position - off_t(count)
    if lseek(number, 0, SEEK_END) == position, ftruncate(number, before) == 0 {
      _ = lseek(number, before, SEEK_SET)
    } else {
      _ = lseek(number, position, SEEK_SET)
    }
  }
}
