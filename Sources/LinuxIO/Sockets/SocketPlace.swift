/// The right to a socket's path: the held lock beside it, and the socket once it is bound.
///
/// When it goes, it removes the socket and then the lock, each only if it is still its own file.
struct SocketPlace: ~Copyable {
  let path: String
  /// The socket that was bound here; nil before that.
  var socket: SystemCalls.FileIdentity?
  private let lockPath: String
  private let lock: OwnedFD

  /// Takes the lock of `path`.
  init(_ path: String) throws(UnixListenerError) {
    let lockPath = path + ".lock"
    self.path = path
    self.lockPath = lockPath
    do throws(SystemCallError) {
      while true {
        let file = try SystemCalls.open(lockPath, .creatingPrivate)
        guard try SystemCalls.lock(file) else { throw SystemCallError(call: "flock", code: .wouldBlock) }
        // The last owner may have removed the file between our open and our lock: then we hold a lock that nobody
        // else will ever see.
        let held = try SystemCalls.identity(of: file)
        if let named = try SystemCalls.identity(of: lockPath), named.isSameFile(as: held) {
          lock = file
          break
        }
      }
    } catch {
      throw error.code == .wouldBlock ? .heldByLiveServer(path) : UnixListenerError(error, path: path)
    }
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
    if let socket, let found = try? SystemCalls.identity(of: path), found.isSameFile(as: socket) {
      try? SystemCalls.unlink(path)
    }
    if let held = try? SystemCalls.identity(of: lock),
      let found = try? SystemCalls.identity(of: lockPath), found.isSameFile(as: held)
    {
      try? SystemCalls.unlink(lockPath)
    }
  }
}
