/// The ownership of a socket's path: the lock file beside the socket, and the socket once it is
/// bound.
///
/// Deinit removes the socket and then the lock file, each only if it is still this value's own
/// file.
struct SocketOwnership: ~Copyable {
  let path: String
  /// The socket that was bound at the path; nil before that.
  private(set) var socket: SystemCalls.FileIdentity?
  private let lockPath: String
  private var lock: OwnedFD

  /// Acquires the lock of `path`.
  init(_ path: String) throws(UnixListenerError) {
    lockPath = path + ".lock"
    self.path = path
    lock = try Self.takeLock(lockPath, of: path)
  }

  private static func takeLock(_ lockPath: String, of path: String) throws(UnixListenerError) -> OwnedFD {
    do throws(SystemCallError) {
      while true {
        let file = try SystemCalls.open(lockPath, .creatingPrivate)
        guard try SystemCalls.lock(file) else { throw SystemCallError(call: "flock", code: .wouldBlock) }
        // The last owner may have removed the file between our open and our lock. Then our lock is
        // on a file that no other process will ever open.
        let held = try SystemCalls.identity(of: file)
        if let named = try SystemCalls.identity(of: lockPath), named.isSameFile(as: held) { return file }
      }
    } catch {
      throw error.code == .wouldBlock ? .heldByLiveServer(path) : UnixListenerError(error, path: path)
    }
  }

  /// Acquires the lock again if the lock file was removed.
  mutating func renewLock() throws(UnixListenerError) {
    if Self.isSame(lockPath, try? SystemCalls.identity(of: lock)) { return }
    lock = try Self.takeLock(lockPath, of: path)
  }

  /// Whether the path still leads to the socket that was bound.
  var isHeld: Bool { Self.isSame(path, socket) }

  /// Records the socket that has just been bound at the path, and sets its owner and group.
  ///
  /// nil keeps the present owner or group. The change uses a descriptor, because a user that may
  /// write to the folder could exchange the file between two calls by name.
  mutating func own(owner: UInt32?, group: UInt32?) throws(UnixListenerError) {
    let isGiven = owner != nil || group != nil
    do throws(SystemCallError) {
      let file = try SystemCalls.openName(path)
      let found = try SystemCalls.identity(of: file)
      // The socket of another user, or a socket with a second name elsewhere, is not the one that
      // we have just bound.
      let isOwn = !isGiven || found.owner == SystemCalls.effectiveUser() && found.names == 1
      guard found.kind == .socket, isOwn else { throw SystemCallError(call: "bind", code: .fileExists) }
      socket = found
      if isGiven { try SystemCalls.changeOwner(of: file, at: path, user: owner, group: group) }
    } catch {
      throw error.call == "bind" ? .exchanged(path) : UnixListenerError(error, path: path)
    }
    guard isHeld else { throw .exchanged(path) }
  }

  mutating func removeSocket() {
    if isHeld { try? SystemCalls.unlink(path) }
    socket = nil
  }

  private static func isSame(_ path: String, _ file: SystemCalls.FileIdentity?) -> Bool {
    guard let file, let found = try? SystemCalls.identity(of: path) else { return false }
    return found.stillNames(file)
  }

  /// Removes the socket of a dead server; throws if a server is alive or the file is not a socket.
  func clear(_ address: UnixAddress) throws(UnixListenerError) {
    let found: SystemCalls.FileIdentity?
    let dead: Bool
    do throws(SystemCallError) {
      found = try SystemCalls.identity(of: path)
      dead = found?.kind == .socket ? try isDead(address) : false
      if dead { try SystemCalls.unlink(path) }
    } catch {
      throw UnixListenerError(error, path: path)
    }
    switch found?.kind {
    case nil: return
    case .socket?: if !dead { throw .heldByLiveServer(path) }
    case .regular?, .folder?, .characterDevice?, .pipe?, .other?: throw .notASocket(path)
    }
  }

  /// Returns whether no server listens.
  ///
  /// The only sure sign is that the kernel refuses the connection.
  private func isDead(_ address: UnixAddress) throws(SystemCallError) -> Bool {
    let caller = try SystemCalls.socket(.stream, blocking: false)
    do throws(SystemCallError) {
      try SystemCalls.connect(caller, to: address)
    } catch {
      switch error.code {
      case .connectionRefused, .noSuchFile: return true
      // If the queue is full, or the socket has another type, the owner is alive.
      case .wouldBlock, .inProgress, .wrongSocketType: return false
      default: throw error
      }
    }
    return false
  }

  deinit {
    // Nothing can be done about an error here, and the next server takes over what is left.
    if Self.isSame(path, socket) { try? SystemCalls.unlink(path) }
    if Self.isSame(lockPath, try? SystemCalls.identity(of: lock)) { try? SystemCalls.unlink(lockPath) }
  }
}
