internal import CLinux
internal import Glibc

/// The address of a Unix socket: a path, or after a leading `@` a name in the kernel's abstract
/// space.
///
/// Shape: at most 107 bytes, because `sun_path` holds 108 with the terminator.
public struct UnixAddress: Equatable, Sendable {
  /// The number of bytes that a path may have.
  public static var maxPathBytes: Int { 107 }

  /// The path, or `@` and the abstract name.
  public let text: String

  /// Creates the address of `text`; nil if it is empty, holds a zero byte or is longer than
  /// ``maxPathBytes``.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maxPathBytes, !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  /// Calls `body` with the C structure and its length.
  func withCAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // sun_path has 108 bytes and the initialiser has checked the length; the tuple is only
    // reachable as raw memory.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in text.utf8.enumerated() { unsafe room[index] = byte }
      if unsafe room[0] == UInt8(ascii: "@") { unsafe room[0] = 0 }
    }
    // An abstract name has no terminator, so its length defines its end.
    let terminator = text.hasPrefix("@") ? 0 : 1
    let length = socklen_t(MemoryLayout<sa_family_t>.size + text.utf8.count + terminator)
    return unsafe withUnsafePointer(to: &address) { pointer in
      // Every address structure starts with sockaddr's family, by POSIX.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }
}

/// The credentials of the peer of a Unix socket, as the kernel recorded them at the connection.
public struct PeerCredentials: Equatable, Sendable {
  /// The process.
  public var process: Int32
  /// The effective user.
  public var user: UInt32
  /// The effective group.
  public var group: UInt32
  /// The supplementary groups; empty on kernels before 4.13, which do not report them.
  public var groups: [UInt32]
}

extension SystemCalls {
  /// The two types of a Unix socket.
  enum SocketType {
    case stream
    case datagram

    var number: Int32 {
      switch self {
      case .stream: Int32(SOCK_STREAM.rawValue)
      case .datagram: Int32(SOCK_DGRAM.rawValue)
      }
    }
  }

  /// Creates a Unix socket, close-on-exec.
  static func socket(_ type: SocketType, blocking: Bool) throws(SystemCallError) -> OwnedFD {
    let mode = Int32(SOCK_CLOEXEC.rawValue) | (blocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    return OwnedFD(taking: try check("socket") { Glibc.socket(AF_UNIX, type.number | mode, 0) })
  }

  /// Binds a socket to an address.
  static func bind(_ socket: borrowing OwnedFD, to address: UnixAddress) throws(SystemCallError) {
    let number = socket.number
    try check("bind", address.text) { unsafe address.withCAddress { unsafe Glibc.bind(number, $0, $1) } }
  }

  static func connect(_ socket: borrowing OwnedFD, to address: UnixAddress) throws(SystemCallError) {
    let number = socket.number
    try check("connect", address.text) {
      unsafe address.withCAddress { unsafe Glibc.connect(number, $0, $1) }
    }
  }

  /// Returns a close-on-exec socket that is connected to the server at `path`, or at an abstract
  /// name after `@`.
  ///
  /// Errors:
  ///
  /// - ENOENT or ECONNREFUSED: no server listens.
  /// - EACCES: this user may not connect.
  /// - EAGAIN, for a non-blocking socket: too many connections wait for the server.
  public static func connect(to path: String, blocking: Bool) throws(SystemCallError) -> OwnedFD {
    guard let address = UnixAddress(path) else {
      throw SystemCallError(call: "connect", code: .nameTooLong, subject: path)
    }
    let file = try socket(.stream, blocking: blocking)
    try connect(file, to: address)
    return file
  }

  /// Sends a part of `bytes` or all of them without waiting and without SIGPIPE.
  ///
  /// The corresponding C function is `send` with `MSG_NOSIGNAL | MSG_DONTWAIT`. Cost: one system
  /// call.
  public static func send(
    _ socket: borrowing OwnedFD, _ bytes: Span<UInt8>
  ) throws(SystemCallError) -> Transfer {
    let number = socket.number
    // The buffer lives for the call, and the kernel only reads it.
    return try unsafe bytes.withUnsafeBufferPointer { (room) throws(SystemCallError) in
      try transfer("send") {
        unsafe Glibc.send(number, room.baseAddress, room.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
    }
  }

  /// Ends both directions of a connection, which wakes every process that waits there.
  ///
  /// The descriptor stays open. If the peer has already closed the connection, the call does
  /// nothing. The corresponding C function is `shutdown`.
  public static func shutDown(_ socket: borrowing OwnedFD) {
    _ = Glibc.shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Starts to listen, with room for `backlog` connections that wait to be accepted.
  static func listen(_ socket: borrowing OwnedFD, backlog: Int32) throws(SystemCallError) {
    let number = socket.number
    try check("listen") { Glibc.listen(number, backlog) }
  }

  /// Accepts a connection, non-blocking and close-on-exec.
  static func accept(_ socket: borrowing OwnedFD) throws(SystemCallError) -> OwnedFD {
    let number = socket.number
    return OwnedFD(taking: try check("accept4") { clinux_accept(number) })
  }

  /// The path that the socket is bound to; nil if it has none, or a name in the abstract space.
  ///
  /// The corresponding C function is `getsockname`.
  static func path(of socket: borrowing OwnedFD) throws(SystemCallError) -> String? {
    let number = socket.number
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    // The structure lives for the call, which receives its size. By POSIX, every address starts
    // with sockaddr's family.
    try check("getsockname") {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(number, $0, &length)
        }
      }
    }
    guard address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let used = max(0, Int(length) - MemoryLayout<sa_family_t>.size)
    // The kernel reports how much of the tuple it wrote; a path may fill it without a terminator.
    let bytes = unsafe withUnsafeBytes(of: &address.sun_path) { room in
      unsafe Array(room.prefix(used).prefix { $0 != 0 })
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the socket non-blocking, also for other processes that share it.
  static func makeNonBlocking(_ socket: borrowing OwnedFD) throws(SystemCallError) {
    let number = socket.number
    let flags = try check("fcntl") { fcntl(number, F_GETFL) }
    try check("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Limits the kernel's output buffer of a socket, including the kernel's own bookkeeping.
  ///
  /// Unit: bytes. The kernel doubles the value and uses at least 4608. The corresponding socket
  /// option is SO_SNDBUF.
  public static func limitSendBuffer(_ socket: borrowing OwnedFD, to bytes: Int32) throws(SystemCallError) {
    let number = socket.number
    var bytes = bytes
    // The number lives for the call, which only reads it.
    try check("setsockopt(SO_SNDBUF)") {
      unsafe setsockopt(number, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Returns the credentials of the peer.
  ///
  /// The corresponding socket options are SO_PEERCRED and SO_PEERGROUPS.
  public static func peerCredentials(_ socket: borrowing OwnedFD) throws(SystemCallError) -> PeerCredentials {
    let number = socket.number
    var process: Int32 = 0
    var user: UInt32 = 0
    var group: UInt32 = 0
    // The three numbers live for the call.
    try check("getsockopt(SO_PEERCRED)") {
      unsafe clinux_peer_credentials(number, &process, &user, &group)
    }
    return PeerCredentials(process: process, user: user, group: group, groups: try peerGroups(number))
  }

  private static func peerGroups(_ socket: Int32) throws(SystemCallError) -> [UInt32] {
    // 65536 is the kernel's NGROUPS_MAX. With ERANGE the kernel reports the number of groups.
    var groups = [UInt32](repeating: 0, count: 64)
    while groups.count <= 65536 {
      var count = groups.count
      let result = unsafe groups.withUnsafeMutableBufferPointer { room -> Int32 in
        guard let base = room.baseAddress else { return 0 }
        // The C function writes at most `count` numbers.
        return unsafe clinux_peer_groups(socket, base, &count)
      }
      let code = errno
      if result == 0 { return Array(groups[..<min(count, groups.count)]) }
      switch code {
      case ERANGE: groups = [UInt32](repeating: 0, count: max(count, groups.count * 2))
      case ENOPROTOOPT, EOPNOTSUPP, ENODATA: return []
      default: throw SystemCallError(call: "getsockopt(SO_PEERGROUPS)", code: ErrorNumber(rawValue: code))
      }
    }
    return []
  }
}

extension SystemCalls {
  /// Returns whether a descriptor is a listening Unix stream socket.
  ///
  /// Returns false if the descriptor is not a socket, or not open. The corresponding socket options
  /// are SO_DOMAIN, SO_TYPE and SO_ACCEPTCONN.
  static func isListeningStream(descriptor: Int32) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      let domain = try option(SO_DOMAIN, of: descriptor)
      let type = try option(SO_TYPE, of: descriptor)
      let isListening = try option(SO_ACCEPTCONN, of: descriptor) != 0
      return domain == AF_UNIX && type == SocketType.stream.number && isListening
    } catch  where error.code == .notASocket || error.code == .badDescriptor {
      return false
    }
  }

  private static func option(_ name: Int32, of descriptor: Int32) throws(SystemCallError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    // Value and size live for the call, and the size is the value's.
    try check("getsockopt") { unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) }
    return value
  }
}

extension ErrorNumber {
  /// ENOTSOCK: the descriptor is not a socket.
  fileprivate static var notASocket: ErrorNumber { ErrorNumber(rawValue: ENOTSOCK) }
  /// EBADF: the descriptor is not open, or not for this access.
  static var badDescriptor: ErrorNumber { ErrorNumber(rawValue: EBADF) }
}
