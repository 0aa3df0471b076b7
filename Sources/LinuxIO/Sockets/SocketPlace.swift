/// The right to a socket's path: the held lock beside it, and the socket once it is bound.
///
/// When it goes, it removes the socket and then the lock, each only if it is still its own file.
struct SocketPlace: ~Copyable {
  let path: String
  /// The socket that was bound here; nil before that.
  private(set) var socket: SystemCalls.FileIdentity?
  private let lockPath: String
  private var lock: OwnedFD

  /// Takes the lock of `path`.
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
        // The last owner may have removed the file between our open and our lock: then we hold a
        // lock that nobody else will ever see.
        let held = try SystemCalls.identity(of: file)
        if let named = try SystemCalls.identity(of: lockPath), named.isSameFile(as: held) { return file }
      }
    } catch {
      throw error.code == .wouldBlock ? .heldByLiveServer(path) : UnixListenerError(error, path: path)
    }
  }

  /// Takes the lock again where its file was removed.
  mutating func renewLock() throws(UnixListenerError) {
    if Self.isSame(lockPath, try? SystemCalls.identity(of: lock)) { return }
    lock = try Self.takeLock(lockPath, of: path)
  }

  /// Whether the path still leads to the socket that was bound here.
  var isHeld: Bool { Self.isSame(path, socket) }

  /// Notes the socket that has just been bound at the path, and gives it to `owner` and `group`,
  /// nil for the present ones.
  ///
  /// By descriptor: a user that may write to the folder could exchange the name between two calls.
  mutating func own(owner: UInt32?, group: UInt32?) throws(UnixListenerError) {
    let isGiven = owner != nil || group != nil
    do throws(SystemCallError) {
      let file = try SystemCalls.openName(path)
      let found = try SystemCalls.identity(of: file)
      // A socket of another user, or one with another name elsewhere, is not what was bound just
      // now.
      let isOwn = !isGiven || found.owner == SystemCalls.effectiveUser() && found.names == 1
      guard found.kind == .socket, isOwn else { throw SystemCallError(call: "bind", code: .fileExists) }
      socket = found
      if isGiven { try SystemCalls.changeOwner(of: file, at: path, user: owner, group: group) }
    } catch {
      throw error.call == "bind" ? .exchanged(path) : UnixListenerError(error, path: path)
    }
    guard isHeld else { throw .exchanged(path) }
  }

  /// Removes the socket that was bound here.
  mutating func removeSocket() {
    if isHeld { try? SystemCalls.unlink(path) }
    socket = nil
  }

  private static func isSame(_ path: String, _ file: SystemCalls.FileIdentity?) -> Bool {
    guard let file, let found = try? SystemCalls.identity(of: path) else { return false }
    return found.isSameFile(as: file)
  }

  /// Removes the socket of a dead server.
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
    case .regular?, .folder?, .characterDevice?, .other?: throw .notASocket(path)
    }
  }

  /// Whether nobody listens, by the only sure sign: the kernel refuses the connection.
  private func isDead(_ address: UnixAddress) throws(SystemCallError) -> Bool {
    let caller = try SystemCalls.socket(.stream, blocking: false)
    do throws(SystemCallError) {
      try SystemCalls.connect(caller, to: address)
    } catch {
      switch error.code {
      case .connectionRefused, .noSuchFile: return true
      // A full queue and a socket of another type both have a live owner.
      case .wouldBlock, .inProgress, .wrongSocketType: return false
      default: throw error
      }
    }
    return false
  }

  deinit {
    // Nothing can be done about a refusal here, and the next server takes the remains over.
    if Self.isSame(path, socket) { try? SystemCalls.unlink(path) }
    if Self.isSame(lockPath, try? SystemCalls.identity(of: lock)) { try? SystemCalls.unlink(lockPath) }
  }
}
