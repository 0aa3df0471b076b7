/// A listening Unix socket that owns its path: one live server a path, and nothing left behind.
///
/// A lock file beside the socket (`PATH.lock`) tells a live server from a dead one, whatever process holds it.
public struct UnixListener: ~Copyable {
  /// What ``accept()`` came to.
  public enum Acceptance: ~Copyable {
    /// A client, non-blocking and close-on-exec, and who it is.
    case connection(OwnedFD, PeerCredentials)
    /// A client of which the kernel does not say who it is.
    case nameless(OwnedFD, SystemCallError)
    /// The process or the system lacks what a connection takes, such as a descriptor: see ``turnAway(with:)``.
    ///
    /// Somebody may still wait, and the socket stays ready: rest before you ask again.
    case exhausted(SystemCallError)
    /// Nobody waits.
    case none
  }

  /// Whether another program has bound it.
  public let isPassed: Bool
  private let file: OwnedFD
  private let place: SocketPlace?
  /// Closed and opened again to turn a client away when descriptors run out.
  private var reserve: OwnedFD?

  /// Listens at `path` with mode 0660; the file belongs to `owner` and `group` where they are given.
  ///
  /// Takes over the path of a server that died; refuses one that lives and anything that is no socket. While it
  /// binds, the file creation mask of the process is 0117.
  public init(path: String, owner: UInt32? = nil, group: UInt32? = nil) throws(UnixListenerError) {
    guard let address = UnixAddress(path), !path.hasPrefix("@") else {
      throw path.utf8.count > UnixAddress.longestPath ? .pathTooLong(path) : .notAPath(path)
    }
    var place = try SocketPlace(path)
    try place.clear(address)
    do throws(SystemCallError) {
      let file = try SystemCalls.socket(.stream, blocking: false)
      let mask = SystemCalls.setFileCreationMask(0o117)
      defer { _ = SystemCalls.setFileCreationMask(mask) }
      try SystemCalls.bind(file, to: address)
      // Before it listens, so that nobody connects to a file that is still somebody else's.
      if owner != nil || group != nil {
        try SystemCalls.changeOwner(of: path, user: owner, group: group)
      }
      place.socket = try SystemCalls.identity(of: path)
      try SystemCalls.listen(file, backlog: 64)
      reserve = try SystemCalls.open("/dev/null", .reading)
      self.file = file
    } catch {
      throw UnixListenerError(error, path: path)
    }
    self.place = consume place
    isPassed = false
  }

  /// Takes over a listening socket that another program has bound, such as systemd's descriptor 3.
  ///
  /// Its path is never removed.
  public init(taking file: consuming OwnedFD) throws(SystemCallError) {
    // systemd's blocks unless the unit says NonBlocking=yes, and then the second accept() of a turn would never return.
    try SystemCalls.makeNonBlocking(file)
    reserve = try SystemCalls.open("/dev/null", .reading)
    self.file = file
    place = nil
    isPassed = true
  }

  /// The descriptor to register with a ``Reactor``.
  public var descriptor: Int32 { file.number }

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

  /// Accepts the client that has waited longest with the descriptor that is kept for this, sends it `farewell` and closes it;
  /// false if there is none, or even that descriptor is taken.
  ///
  /// The kernel wants a free number before it looks whether anybody waits: without this a client would wait without end.
  public mutating func turnAway(with farewell: [UInt8]) -> Bool {
    reserve = nil
    defer { reserve = try? SystemCalls.open("/dev/null", .reading) }
    guard let client = try? SystemCalls.accept(file) else { return false }
    // A new connection has room for a line; one that is gone needs none.
    _ = try? SystemCalls.send(client, farewell.span)
    client.close()
    return true
  }

  /// Lets nobody else connect, and turns away all who wait; at a socket that was passed everything stays as it is, for
  /// whoever takes it over next.
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
  /// The socket may not be given to the owner or the group that was asked for.
  case ownerRefused(String, ErrorNumber)
  /// The system refused for another reason.
  case system(SystemCallError)

  /// Sorts the refusal of a call that was made for the socket at `path`.
  init(_ error: SystemCallError, path: String) {
    if error.call == "lchown" {
      self = .ownerRefused(path, error.code)
      return
    }
    switch error.code {
    case .noSuchFile, .notAFolder: self = .folderMissing(folder(of: path))
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      self = .folderUnwritable(folder(of: path), error.code)
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
    case .ownerRefused(let path, let code):
      "\(path) cannot be given to the configured owner and group (\(code)): start as root, or name a group of this user"
    case .system(let error):
      error.description
    }
  }
}

/// The folder part of a path.
private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
