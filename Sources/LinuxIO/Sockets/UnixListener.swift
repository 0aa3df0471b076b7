/// A listening Unix socket that owns its path: one live server a path, and nothing left behind.
///
/// A lock file beside the socket (`PATH.lock`) tells a live server from a dead one, whatever
/// process holds it.
public struct UnixListener: ~Copyable {
  /// What ``accept()`` came to.
  public enum Acceptance: ~Copyable {
    /// A client, non-blocking and close-on-exec, and who it is.
    case connection(OwnedFD, PeerCredentials)
    /// A client of which the kernel does not say who it is.
    case nameless(OwnedFD, SystemCallError)
    /// The process or the system lacks what a connection takes, such as a descriptor: see
    /// ``turnAway(with:)``.
    ///
    /// Somebody may still wait, and the socket stays ready: rest before you ask again.
    case exhausted(SystemCallError)
    /// Nobody waits.
    case none
  }

  /// Whether another program has bound it.
  public let isPassed: Bool
  private var file: OwnedFD
  private var place: SocketPlace?
  /// The user and the group to which the socket belongs, where they are given.
  private let owner: UInt32?
  private let group: UInt32?
  /// The file of a passed socket when it was taken over.
  private var passed: SystemCalls.FileIdentity?
  /// Closed and opened again to turn a client away when descriptors run out.
  private var reserve: OwnedFD?

  /// Listens at `path` with mode 0660; the file belongs to `owner` and `group` where they are
  /// given.
  ///
  /// Takes over the path of a server that died; refuses one that lives and anything that is no
  /// socket. While it binds, the file creation mask of the process is 0117.
  public init(path: String, owner: UInt32? = nil, group: UInt32? = nil) throws(UnixListenerError) {
    guard let address = UnixAddress(path), !path.hasPrefix("@") else {
      throw path.utf8.count > UnixAddress.longestPath ? .pathTooLong(path) : .notAPath(path)
    }
    var place = try SocketPlace(path)
    let file = try Self.bound(at: &place, address, owner: owner, group: group)
    let reserve = try system(path) { () throws(SystemCallError) in
      try SystemCalls.open("/dev/null", .reading)
    }
    self.file = file
    self.reserve = consume reserve
    self.place = consume place
    self.owner = owner
    self.group = group
    isPassed = false
  }

  /// A socket that listens at a place whose lock is held; nothing of it is left where that fails.
  private static func bound(
    at place: inout SocketPlace, _ address: UnixAddress, owner: UInt32?, group: UInt32?
  ) throws(UnixListenerError) -> OwnedFD {
    try place.clear(address)
    let file = try system(place.path) { () throws(SystemCallError) in
      let file = try SystemCalls.socket(.stream, blocking: false)
      let mask = SystemCalls.setFileCreationMask(0o117)
      defer { _ = SystemCalls.setFileCreationMask(mask) }
      try SystemCalls.bind(file, to: address)
      return file
    }
    do throws(UnixListenerError) {
      // Before it listens, so that nobody connects to a file that is still somebody else's.
      try place.own(owner: owner, group: group)
      try system(place.path) { () throws(SystemCallError) in try SystemCalls.listen(file, backlog: 64) }
    } catch {
      place.removeSocket()
      throw error
    }
    return file
  }

  /// Takes over a listening socket that another program has bound, such as systemd's descriptor 3.
  ///
  /// Its path is never removed.
  public init(taking file: consuming OwnedFD) throws(SystemCallError) {
    // systemd's blocks unless the unit says NonBlocking=yes, and then the second accept() of a turn
    // would never return.
    try SystemCalls.makeNonBlocking(file)
    reserve = try SystemCalls.open("/dev/null", .reading)
    self.file = file
    place = nil
    (owner, group) = (nil, nil)
    isPassed = true
    passed = identity
  }

  /// The descriptor to register with a ``Reactor``.
  public var descriptor: Int32 { file.number }

  /// The path of the socket; nil where it has none.
  public var path: String? {
    switch place {
    case nil: (try? SystemCalls.path(of: file)) ?? nil
    case let place?: place.path
    }
  }

  /// Whether clients that use the path still reach this socket; true where it never had one.
  public var isInPlace: Bool {
    switch place {
    case nil:
      guard let passed else { return true }
      return identity?.isSameFile(as: passed) ?? false
    case let place?: return place.isHeld
    }
  }

  /// Binds the path again after the socket's file, or its whole folder, was removed; for one that
  /// is not passed.
  ///
  /// On success ``descriptor`` is another one, and the old socket is closed. On failure all is as
  /// before; the lock file is made again where that is possible.
  public mutating func listenAgain() throws(UnixListenerError) {
    guard let path, let address = UnixAddress(path), var place = place.take() else { return }
    do throws(UnixListenerError) {
      try place.renewLock()
      file = try Self.bound(at: &place, address, owner: owner, group: group)
      self.place = consume place
    } catch {
      self.place = consume place
      throw error
    }
  }

  /// The socket's file, whose owner and group may connect; nil where it has none that can be found.
  public var identity: SystemCalls.FileIdentity? {
    guard let path = (try? SystemCalls.path(of: file)) ?? nil else { return nil }
    return (try? SystemCalls.identity(of: path)) ?? nil
  }

  /// Accepts one client; as long as it does not answer `.none`, more may wait.
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

  /// Accepts the client that has waited longest with the descriptor that is kept for this, sends it
  /// `farewell` and closes it; false if there is none, or even that descriptor is taken.
  ///
  /// The kernel wants a free number before it looks whether anybody waits: without this a client
  /// would wait without end.
  public mutating func turnAway(with farewell: [UInt8]) -> Bool {
    reserve = nil
    defer { reserve = try? SystemCalls.open("/dev/null", .reading) }
    guard let client = try? SystemCalls.accept(file) else { return false }
    // A new connection has room for a line; one that is gone needs none.
    _ = try? SystemCalls.send(client, farewell.span)
    client.close()
    return true
  }

  /// Lets nobody else connect, and turns away all who wait; at a socket that was passed everything
  /// stays as it is, for whoever takes it over next.
  public mutating func endWaiting(with farewell: [UInt8]) {
    guard !isPassed else { return }
    SystemCalls.shutDown(file)
    while turnAway(with: farewell) {}
  }
}

/// Why a path cannot be listened at, in the words that its user needs.
public enum UnixListenerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another server lives there.
  case heldByLiveServer(String)
  /// The folder does not exist.
  case folderMissing(String)
  /// The folder may not be written to.
  case folderUnwritable(String, ErrorNumber)
  /// The path does not fit into a socket address.
  case pathTooLong(String)
  /// The path is empty, holds a zero byte or starts with `@`.
  case notAPath(String)
  /// There is something at the path that is no socket; it is left alone.
  case notASocket(String)
  /// Another program has put something else at the path while the socket was made there.
  case exchanged(String)
  /// The socket may not be given to the owner or the group that was asked for.
  case ownerRefused(String, ErrorNumber)
  /// The system refused for another reason.
  case system(SystemCallError)

  /// Sorts the refusal of a call that was made for the socket at `path`.
  init(_ error: SystemCallError, path: String) {
    if error.call == "fchownat" {
      self = .ownerRefused(path, error.code)
      return
    }
    switch error.code {
    case .noSuchFile, .notAFolder: self = .folderMissing(SocketPath.folder(of: path))
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      self = .folderUnwritable(SocketPath.folder(of: path), error.code)
    default: self = .system(error)
    }
  }

  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .heldByLiveServer(let path):
      "\(path) is held by a running server: stop that one, or choose another path"
    case .folderMissing(let folder):
      "the folder \(folder) does not exist: create it, or choose another path"
    case .folderUnwritable(let folder, let code):
      "the folder \(folder) may not be written to (\(code)): change its owner or mode, or choose another path"
    case .pathTooLong(let path):
      "\(path) is \(path.utf8.count) bytes long: the path of a socket has at most \(UnixAddress.longestPath)"
    case .notAPath(let path):
      "'\(path)' is no path for a socket"
    case .notASocket(let path):
      "\(path) exists and is no socket: it is left alone, move it away or choose another path"
    case .exchanged(let path):
      "\(path) was exchanged by another program while flickd made it: choose a folder that only flickd's user may write to"
    case .ownerRefused(let path, let code):
      "\(path) cannot be given to the configured owner and group (\(code)): start as root, or name a group of this user"
    case .system(let error):
      error.description
    }
  }
}

/// Does what the system may refuse for the socket at `path`.
private func system<Value: ~Copyable>(
  _ path: String, _ body: () throws(SystemCallError) -> Value
) throws(UnixListenerError) -> Value {
  try Result { () throws(SystemCallError) in try body() }
    .mapError { UnixListenerError($0, path: path) }.get()
}
