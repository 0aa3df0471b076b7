/// A listening Unix socket that owns its path: one live server for each path, and no files left
/// behind.
///
/// A lock file beside the socket (`PATH.lock`) shows whether a server is alive, whichever process
/// locked it.
public struct UnixListener: ~Copyable {
  /// The result of ``accept()``.
  public enum Acceptance: ~Copyable {
    /// A client, non-blocking and close-on-exec, and its credentials.
    case connection(OwnedFD, PeerCredentials)
    /// A client whose credentials the kernel does not report.
    case nameless(OwnedFD, SystemCallError)
    /// The process or the system lacks a resource for a connection, such as a descriptor.
    ///
    /// Use ``turnAway(with:)``. A client may still wait and the socket stays ready, so pause before
    /// the next call.
    case exhausted(SystemCallError)
    /// No client waits.
    case none
  }

  /// Whether another program has bound the socket.
  public let isPassed: Bool
  private var file: OwnedFD
  private var ownership: SocketOwnership?
  /// The user and the group that own the socket; nil for those of the process.
  private let owner: UInt32?
  private let group: UInt32?
  /// The file of a passed socket at the time when this value took it over.
  private var passed: SystemCalls.FileIdentity?
  /// Closed and opened again to turn a client away when descriptors run out.
  private var reserve: OwnedFD?

  /// Listens at `path` with mode 0660; sets `owner` and `group` of the file if specified.
  ///
  /// A path that a dead server left is taken over. The initializer throws if a server is alive, or
  /// if the file is not a socket. While the socket is bound, the file creation mask of the process
  /// is 0117.
  public init(path: String, owner: UInt32? = nil, group: UInt32? = nil) throws(UnixListenerError) {
    guard let address = UnixAddress(path), !path.hasPrefix("@") else {
      throw path.utf8.count > UnixAddress.maxPathBytes ? .pathTooLong(path) : .notAPath(path)
    }
    var ownership = try SocketOwnership(path)
    let file = try Self.bound(at: &ownership, address, owner: owner, group: group)
    let reserve = try system(path) { () throws(SystemCallError) in
      try SystemCalls.open("/dev/null", .reading)
    }
    self.file = file
    self.reserve = consume reserve
    self.ownership = consume ownership
    self.owner = owner
    self.group = group
    isPassed = false
  }

  /// Returns a listening socket at a locked path, and leaves no socket behind if that fails.
  private static func bound(
    at ownership: inout SocketOwnership, _ address: UnixAddress, owner: UInt32?, group: UInt32?
  ) throws(UnixListenerError) -> OwnedFD {
    try ownership.clear(address)
    let file = try system(ownership.path) { () throws(SystemCallError) in
      let file = try SystemCalls.socket(.stream, blocking: false)
      let mask = SystemCalls.setFileCreationMask(0o117)
      defer { _ = SystemCalls.setFileCreationMask(mask) }
      try SystemCalls.bind(file, to: address)
      return file
    }
    do throws(UnixListenerError) {
      // Set the owner before listening, so that no client connects to another program's file.
      try ownership.own(owner: owner, group: group)
      try system(ownership.path) { () throws(SystemCallError) in try SystemCalls.listen(file, backlog: 64) }
    } catch {
      ownership.removeSocket()
      throw error
    }
    return file
  }

  /// Takes over a listening socket that another program has bound, such as systemd's descriptor 3.
  ///
  /// This value never removes the path of such a socket.
  public init(taking file: consuming OwnedFD) throws(SystemCallError) {
    // systemd's socket is blocking unless the unit has NonBlocking=yes. On a blocking socket the
    // second accept() of a turn would never return.
    try SystemCalls.makeNonBlocking(file)
    reserve = try SystemCalls.open("/dev/null", .reading)
    self.file = file
    ownership = nil
    (owner, group) = (nil, nil)
    isPassed = true
    passed = identity
  }

  /// The descriptor to register with a ``Reactor``.
  public var descriptor: Int32 { file.number }

  /// The path of the socket; nil if it has none.
  public var path: String? {
    switch ownership {
    case nil: (try? SystemCalls.path(of: file)) ?? nil
    case let ownership?: ownership.path
    }
  }

  /// Whether clients that use the path still reach this socket; true if it never had a path.
  public var isAtPath: Bool {
    switch ownership {
    case nil:
      guard let passed else { return true }
      return identity?.stillNames(passed) ?? false
    case let ownership?: return ownership.isHeld
    }
  }

  /// Binds the path again after the socket's file, or its whole folder, was removed.
  ///
  /// A passed socket stays unchanged. On success ``descriptor`` has a new number, and the old
  /// socket is closed. On failure the old socket stays open; the lock file is created again if
  /// possible.
  public mutating func listenAgain() throws(UnixListenerError) {
    guard let path, let address = UnixAddress(path), var ownership = ownership.take() else { return }
    do throws(UnixListenerError) {
      try ownership.renewLock()
      file = try Self.bound(at: &ownership, address, owner: owner, group: group)
      self.ownership = consume ownership
    } catch {
      self.ownership = consume ownership
      throw error
    }
  }

  /// The socket's file, whose owner and group may connect; nil if it has none or the file is
  /// missing.
  public var identity: SystemCalls.FileIdentity? {
    guard let path = (try? SystemCalls.path(of: file)) ?? nil else { return nil }
    return (try? SystemCalls.identity(of: path)) ?? nil
  }

  /// Accepts one client; more clients may wait until this method returns `.none`.
  public mutating func accept() throws(SystemCallError) -> Acceptance {
    let client: OwnedFD
    do throws(SystemCallError) {
      client = try SystemCalls.accept(file)
    } catch {
      switch error.code {
      case .wouldBlock, .connectionAborted, .protocolError: return .none
      case .tooManyDescriptors, .systemOutOfDescriptors, .outOfMemory, .noBufferSpace, .notPermitted:
        return .exhausted(error)
      default: throw error
      }
    }
    do throws(SystemCallError) {
      let peer = try SystemCalls.peerCredentials(client)
      return .connection(client, peer)
    } catch {
      return .nameless(client, error)
    }
  }

  /// Accepts the client that waits longest, sends it `bytes` and closes the connection.
  ///
  /// Returns false if no client waits, or if even the reserved descriptor is in use. The kernel
  /// needs a free descriptor before it checks whether a client waits. Without the reserved
  /// descriptor a client would wait forever.
  public mutating func turnAway(with bytes: [UInt8]) -> Bool {
    reserve = nil
    defer { reserve = try? SystemCalls.open("/dev/null", .reading) }
    guard let client = try? SystemCalls.accept(file) else { return false }
    // A new connection has room for one line, and an error here means that the client has left.
    _ = try? SystemCalls.send(client, bytes.span)
    client.close()
    return true
  }

  /// Accepts no further connections, and turns away all clients that wait.
  ///
  /// A passed socket stays unchanged, for the process that takes it over next.
  public mutating func endWaiting(with bytes: [UInt8]) {
    guard !isPassed else { return }
    SystemCalls.shutDown(file)
    while turnAway(with: bytes) {}
  }
}

/// Why listening at a path failed, in words for the user.
public enum UnixListenerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another server is alive at the path.
  case heldByLiveServer(String)
  /// The folder does not exist.
  case folderMissing(String)
  /// A part of the path is a file, and not a folder.
  case fileInPath(String)
  /// The user may not write to the folder.
  case folderUnwritable(String, ErrorNumber)
  /// The path does not fit into a socket address.
  case pathTooLong(String)
  /// The path is empty, contains a zero byte or starts with `@`.
  case notAPath(String)
  /// The file at the path is not a socket; it is not touched.
  case notASocket(String)
  /// Another program replaced the file at the path while the socket was created.
  case exchanged(String)
  /// The configured owner or group may not be set on the socket.
  case ownerRefused(String, ErrorNumber)
  /// The system refused for another reason.
  case system(SystemCallError)

  /// The folder of the system service's socket, which only root can create.
  public static let rootFolder = "/run/flickd"

  /// Classifies the error of a call that was made for the socket at `path`.
  public init(_ error: SystemCallError, path: String) {
    let folder = PathParts.folder(of: path)
    if error.call == "fchownat" {
      self = .ownerRefused(path, error.code)
      return
    }
    switch error.code {
    case .notAFolder: self = .fileInPath(PathParts.file(above: path) ?? folder)
    // The kernel's own folders, such as /proc, have no new files.
    case .noSuchFile where SystemCalls.exists(folder): self = .folderUnwritable(folder, error.code)
    case .noSuchFile: self = .folderMissing(folder)
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .folderUnwritable(folder, error.code)
    default: self = .system(error)
    }
  }

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .heldByLiveServer(let path):
      "a running server uses \(path): stop that server, or choose another path"
    case .fileInPath(let file):
      "\(file) is a file, not a folder: choose another path, such as /tmp/flickd.sock"
    case .folderMissing(let folder)
    where folder == Self.rootFolder && SystemCalls.effectiveUser() != 0:
      "the folder \(folder) does not exist: only root can create it; write --socket /tmp/flickd.sock"
    case .folderMissing(let folder):
      "the folder \(folder) does not exist: create it with `mkdir -p \(RootCommand.quoted(folder))`, or choose another path"
    case .folderUnwritable(let folder, let code):
      "the folder \(folder) cannot be written (\(code)): change its owner or mode, or choose another path"
    case .pathTooLong(let path):
      "\(path) is \(path.utf8.count) bytes long: choose a path of at most \(UnixAddress.maxPathBytes) bytes"
    case .notAPath(let path):
      "'\(path)' cannot be the path of a socket: choose another path, such as /tmp/flickd.sock"
    case .notASocket(let path):
      "\(path) exists and is not a socket: move it away, or choose another path"
    case .exchanged(let path):
      "another program replaced \(path) while flickd created it: choose a folder that only flickd's user can write"
    case .ownerRefused(let path, let code):
      "the owner and group of \(path) cannot be set (\(code)): start as root, or configure a group of this user"
    case .system(let error): error.explained
    }
  }
}

/// Runs `body`, and converts its error to one for the socket at `path`.
private func system<Value: ~Copyable>(
  _ path: String, _ body: () throws(SystemCallError) -> Value
) throws(UnixListenerError) -> Value {
  try Result { () throws(SystemCallError) in try body() }
    .mapError { UnixListenerError($0, path: path) }.get()
}
