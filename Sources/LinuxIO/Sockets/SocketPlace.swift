/// The ownership of a socket's path: the lock file beside the socket, and the socket once it is
/// bound.
///
/// Deinit removes the socket and then the lock file, each only if it is still this value's own
/// file.
struct SocketPlace: ~Copyable {
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

  /// Removes the bound socket.
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

/// Finds the path of the service's socket; server and clients search in the same order.
///
///     --socket, $FLICKD_SOCKET, [socket] path (server), /run/flickd/flickd.sock, $XDG_RUNTIME_DIR/flickd/flickd.sock
public enum SocketPath {
  /// The path of the system service's socket.
  public static let system = "/run/flickd/flickd.sock"

  /// Returns the path at which a server listens.
  ///
  /// Without a configured path, this is the system's path if its folder exists. Otherwise it is the
  /// user's path, whose folder is created.
  public static func server(named: String?, configured: String?) throws(SystemCallError) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") ?? configured { return path }
    guard let user = Self.user(), !exists("/run/flickd") else { return system }
    try SystemCalls.makePrivateFolder(folder(of: user))
    return user
  }

  /// Creates the folder of `path` if it is missing and belongs to a user's own service.
  ///
  /// Any other folder is not touched.
  public static func makeOwnFolder(of path: String) throws(SystemCallError) {
    guard path == user() else { return }
    try SystemCalls.makePrivateFolder(folder(of: path))
  }

  /// Returns the path to which a client connects: the first that exists, else the system's path.
  public static func client(named: String?) -> String {
    if let path = named ?? SystemCalls.environment("FLICKD_SOCKET") { return path }
    guard let user = Self.user(), !exists(system), exists(user) else { return system }
    return user
  }

  /// Returns what is wrong with an address that is not a path, and what to write; nil for a path.
  public static func fault(ofAddress text: String) -> String? {
    let begin = "the socket must be a plain path"
    if text.hasPrefix("@") { return "\(begin), not an abstract name: write for example /tmp/flickd.sock" }
    if text.first == "~" || text.first == "$" {
      return "\(begin): the shell replaces ~ and variables only without quotes: write the whole path"
    }
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      return "\(begin), and these quotes are a part of it: write \(text.dropFirst().dropLast())"
    }
    let last = text.split(separator: ":").last ?? ""
    if !text.isEmpty, !text.contains(where: { $0 == "/" }),
      last.allSatisfy({ $0.isNumber || $0 == "." || $0.isWhitespace })
    {
      return "\(begin), without unix: or a port: pages reach flickd by `flickctl bridge`"
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "unix", "unix-connect", "unix-listen", "file":
      let path = rest.hasPrefix("//") ? "/\(rest.drop { $0 == "/" })" : String(rest)
      return "\(begin), without unix: or a port: write \(path)"
    case _ where rest.hasPrefix("//"):
      return "\(begin), without unix: or a port: pages reach flickd by `flickctl bridge`"
    default: return nil
    }
  }

  /// The path of the socket of a service that a user runs; nil without `XDG_RUNTIME_DIR`.
  public static func user(_ folders: UserFolders = UserFolders()) -> String? {
    folders.runtime.map { "\($0)/flickd/flickd.sock" }
  }

  /// Returns the folder part of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the part of a path that is a file where a folder should be; nil without one.
  public static func file(above path: String) -> String? {
    var part = folder(of: path)
    while part != "/", part != "." {
      if let found = (try? SystemCalls.target(of: part)) ?? nil { return found.kind == .folder ? nil : part }
      part = folder(of: part)
    }
    return nil
  }

  static func exists(_ path: String) -> Bool {
    // A file that we may not inspect counts as absent.
    ((try? SystemCalls.target(of: path)) ?? nil) != nil
  }
}
