/// A file or a stream that grows by whole pieces.
///
/// A piece that does not fit on the disk is removed again, so the file is valid at any time if
/// every sequence of pieces is.
public struct AppendedFile: ~Copyable {
  /// What the pieces are written to.
  public let target: OutputTarget
  private let file: OwnedFD
  /// Whether this value has created the file.
  private let isCreated: Bool

  /// Creates the file, opens an empty one, or opens a stream; EEXIST if the file has content.
  ///
  /// Only this user can read a file that `isPrivate`; else the umask decides. If root creates the
  /// file with `isOfFolder`, it belongs to the owner of its folder. `isForced` removes the content
  /// of a file.
  public init(
    _ target: OutputTarget, isPrivate: Bool, isOfFolder: Bool = false, isForced: Bool = false
  ) throws(SystemCallError) {
    self.target = target
    isCreated = !target.isStream && target.identity == nil
    file =
      isCreated
      ? try Self.create(target, isPrivate: isPrivate, isOfFolder: isOfFolder)
      : try target.isStream
        ? target.openStream() : Self.open(target, isPrivate: isPrivate, isForced: isForced)
  }

  private static func create(
    _ target: OutputTarget, isPrivate: Bool, isOfFolder: Bool
  ) throws(SystemCallError) -> OwnedFD {
    let file = try SystemCalls.open(target.path, isPrivate ? .creatingNewPrivate : .creatingNew)
    if isOfFolder, SystemCalls.effectiveUser() == 0, let owner = try target.folderIdentity() {
      try SystemCalls.changeOwner(of: file, user: owner.owner, group: owner.group)
    }
    return file
  }

  private static func open(
    _ target: OutputTarget, isPrivate: Bool, isForced: Bool
  ) throws(SystemCallError) -> OwnedFD {
    let file = try SystemCalls.open(target.path, .appending)
    do throws(SystemCallError) {
      // Something else may have the name by now.
      let found = try SystemCalls.identity(of: file)
      let hasContent = try !target.beginning(1).isEmpty
      guard target.identity?.isSameFile(as: found) == true, isForced || !hasContent else {
        throw SystemCallError(call: "open", code: .fileExists)
      }
      if isPrivate, found.mode & 0o077 != 0 { try SystemCalls.setMode(0o600, of: file) }
      if isForced { try SystemCalls.cut(file, to: 0) }
    } catch {
      throw SystemCallError(call: error.call, code: error.code, subject: target.path)
    }
    return file
  }

  /// Writes a whole piece, or nothing of it to a file; a part of it may be in a stream.
  public func append(_ piece: [UInt8]) throws(SystemCallError) {
    var start = 0
    do throws(SystemCallError) {
      try SystemCalls.writeAll(descriptor: file.number, piece.span, from: &start)
    } catch {
      SystemCalls.takeBack(start, of: file)
      throw error
    }
  }

  /// Writes what was appended to the disk.
  public func synchronize() throws(SystemCallError) { try SystemCalls.synchronize(file) }

  /// Removes the file if this value has created it, and if its name still means it.
  public consuming func remove() throws(SystemCallError) {
    guard isCreated, let found = try SystemCalls.identity(of: target.path),
      found.isSameFile(as: try SystemCalls.identity(of: file))
    else { return }
    try SystemCalls.unlink(target.path)
  }
}
