internal import Glibc

/// Replaces a settings file, so that a reader sees either its former or its new content.
public enum FileReplacement {
  /// Replaces the file `name` in `folder`, and creates the file and the folders that are missing.
  ///
  /// Files get mode 0644 and folders 0755, because a service of another user reads them. On an
  /// error, the former file remains. The corresponding C functions are `fsync` and `rename`.
  public static func replace(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws(SystemCallError) {
    try makeFolder(folder, isShared: true)
    // The dot and the suffix keep flickd from reading the draft.
    let (path, draft) = ("\(folder)/\(name)", "\(folder)/.\(name).\(SystemCalls.processNumber())")
    // A process with the same number may have been killed here.
    try SystemCalls.unlink(draft)
    do throws(SystemCallError) {
      try write(bytes, to: draft, isShared: true)
      // Both C strings live for the call.
      try SystemCalls.check("rename", path) { unsafe rename(draft, path) }
    } catch {
      try? SystemCalls.unlink(draft)
      throw error
    }
    // The new file is in place. Without this call, a power failure could undo the rename.
    if let folder = try? SystemCalls.open(folder, .reading) { _ = fsync(folder.number) }
  }

  /// Replaces a file of the service's state, which only the owner of `folder` may read (mode 0600);
  /// creates folders that are missing with mode 0700.
  ///
  /// If root writes the file, it belongs to the owner of `folder`, who could exchange the draft: so
  /// the open draft gets its owner, and never what its name means now. There is no `fsync`, which
  /// can wait for a slow disk: after a power failure, the reader must reject a file that is not
  /// whole. On an error, the former file remains.
  public static func replacePrivate(
    _ name: String, in folder: String, with bytes: [UInt8]
  ) throws(SystemCallError) {
    try makeFolder(folder, isShared: false)
    let (path, draft) = ("\(folder)/\(name)", "\(folder)/.\(name).\(SystemCalls.processNumber())")
    try SystemCalls.unlink(draft)
    do throws(SystemCallError) {
      var owner: SystemCalls.FileIdentity?
      if SystemCalls.effectiveUser() == 0 { owner = try SystemCalls.target(of: folder) }
      try write(bytes, to: draft, isShared: false, owner: owner)
      // Both C strings live for the call.
      try SystemCalls.check("rename", path) { unsafe rename(draft, path) }
    } catch {
      try? SystemCalls.unlink(draft)
      throw error
    }
  }

  /// Creates a folder and those above it that are missing, with mode 0700.
  public static func makePrivateFolder(_ path: String) throws(SystemCallError) {
    try makeFolder(path, isShared: false)
  }

  /// Throws the reason why this process cannot create files in `folder`, or the folder itself.
  ///
  /// The corresponding C function is `access`, for the nearest folder that exists.
  public static func checkPermission(in folder: String) throws(SystemCallError) {
    guard let found = try SystemCalls.target(of: folder) else {
      guard let parent = parent(of: folder) else {
        return try checkPermission(in: folder.hasPrefix("/") ? "/" : ".")
      }
      return try checkPermission(in: parent)
    }
    guard found.kind == .folder else {
      throw SystemCallError(call: "open", code: .notAFolder, subject: folder)
    }
    // The C string lives for the call.
    try SystemCalls.check("access", folder) { unsafe access(folder, W_OK | X_OK) }
  }

  /// Writes a new file that others may read, or only the user of `owner`; nil for this user.
  ///
  /// The umask belongs to the whole process, so this function does not change it.
  private static func write(
    _ bytes: [UInt8], to path: String, isShared: Bool, owner: SystemCalls.FileIdentity? = nil
  ) throws(SystemCallError) {
    let file = try SystemCalls.open(path, isShared ? .creatingNew : .creatingNewPrivate)
    let number = file.number
    var start = 0
    do throws(SystemCallError) {
      if isShared, try SystemCalls.identity(of: file).mode != 0o644 {
        try SystemCalls.check("fchmod") { fchmod(number, 0o644) }
      }
      if let owner, owner.owner != SystemCalls.effectiveUser() {
        try SystemCalls.changeOwner(of: file, user: owner.owner, group: owner.group)
      }
      while start < bytes.count {
        guard case .bytes(let count) = try SystemCalls.write(file, bytes.span.extracting(start...)) else {
          throw SystemCallError(call: "write", code: .wouldBlock)
        }
        start += count
      }
      guard isShared else { return }
      try SystemCalls.check("fsync") { fsync(number) }
    } catch {
      // These calls know only the descriptor, so the path is added here.
      throw SystemCallError(call: error.call, code: error.code, subject: path)
    }
  }

  private static func makeFolder(_ path: String, isShared: Bool) throws(SystemCallError) {
    guard try SystemCalls.target(of: path) == nil else { return }
    if let parent = parent(of: path) { try makeFolder(parent, isShared: isShared) }
    let mode: UInt32 = isShared ? 0o755 : 0o700
    // Each C string lives for its call.
    try SystemCalls.check("mkdir", path) { unsafe mkdir(path, mode) }
    guard isShared, let made = try SystemCalls.target(of: path), made.mode & mode != mode else { return }
    // The umask has removed permissions that other users need; a setgid bit stays.
    try SystemCalls.check("chmod", path) { unsafe chmod(path, made.mode | mode) }
  }

  /// The folder that contains the path; nil for the root, and if the path is only a name.
  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    return String(path[..<slash])
  }
}
