/// Reports the state of the service to the service manager, by datagrams to `$NOTIFY_SOCKET`.
///
/// Without that variable every call does nothing. The corresponding C function is `sd_notify`.
public struct ServiceNotification: ~Copyable {
  /// One state to report.
  public enum State: Equatable, Sendable {
    /// The service is ready, or has finished a reload.
    case ready
    /// The service reads its configuration again; the value is the start, in µs of CLOCK_MONOTONIC.
    case reloading(since: Int64)
    /// The service is about to end.
    case stopping
    /// The service is alive.
    case watchdog
    /// One human-readable line.
    case status(String)

    var assignment: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(moment)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      // A newline would start another assignment.
      case .status(let text): "STATUS=" + text.map { $0.isNewline ? " " : String($0) }.joined()
      }
    }
  }

  private let file: OwnedFD?

  /// Whether the environment names a service manager.
  public static var isWanted: Bool { address != nil }

  private static var address: String? {
    SystemCalls.environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Connects to the service manager whose address is in the environment.
  public init() throws(SystemCallError) {
    try self.init(address: Self.address)
  }

  /// Connects to the service manager at `address`, a path or an abstract name after `@`.
  ///
  /// If `address` is nil, every call does nothing.
  public init(address: String?) throws(SystemCallError) {
    guard let address, !address.isEmpty else {
      file = nil
      return
    }
    guard let address = UnixAddress(address) else {
      throw SystemCallError(call: "connect", code: .nameTooLong, subject: address)
    }
    let file = try SystemCalls.socket(.datagram, blocking: false)
    try SystemCalls.connect(file, to: address)
    self.file = consume file
  }

  /// Whether this value is connected to a service manager.
  public var isWanted: Bool { file != nil }

  /// Sends `states` in one datagram; drops them if the service manager is too busy.
  public func send(_ states: [State]) throws(SystemCallError) {
    _ = try offer(states)
  }

  /// Sends `states` in one datagram, and returns false if the service manager is too busy.
  public func offer(_ states: [State]) throws(SystemCallError) -> Bool {
    switch file {
    case nil: return true
    case let file?:
      let bytes = Array(states.map(\.assignment).joined(separator: "\n").utf8)
      return try SystemCalls.send(file, bytes.span) == .bytes(bytes.count)
    }
  }
}

/// Socket activation: a listening socket that the service manager has bound and passed.
public enum SocketActivation {
  /// What is wrong with the passed descriptors; exit code 69.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// `LISTEN_FDS` is not a number.
    case notANumber(String)
    /// The service manager passed several descriptors, but the service uses only one socket.
    case several(Int)
    /// Descriptor 3 is not a listening Unix stream socket.
    case notListening
    /// The kernel refused to report what kind of file descriptor 3 is.
    case system(SystemCallError)

    /// What happened, and what to do next.
    public var description: String {
      switch self {
      case .notANumber(let text): "LISTEN_FDS is '\(text)', not a number of descriptors"
      case .several(let count):
        "the service manager passed \(count) descriptors: give the socket unit one ListenStream= and nothing else"
      case .notListening:
        "the service manager passed a descriptor that is not a listening Unix stream socket: use ListenStream= with a "
          + "path, and Accept=no"
      case .system(let error): error.description
      }
    }
  }

  /// Returns descriptor 3 if the service manager passed it to this process, else nil.
  ///
  /// Call this function once, at the start. It ignores the name in `LISTEN_FDNAMES`. The variables
  /// stay in the environment, because this process starts no other process. The corresponding C
  /// function is `sd_listen_fds`.
  public static func take() throws(Failure) -> OwnedFD? {
    guard SystemCalls.environment("LISTEN_PID") == "\(SystemCalls.processNumber())",
      let text = SystemCalls.environment("LISTEN_FDS")
    else { return nil }
    guard let count = Int(text), count >= 0 else { throw .notANumber(text) }
    guard count > 0 else { return nil }
    guard count == 1 else { throw .several(count) }
    // SD_LISTEN_FDS_START.
    let descriptor: Int32 = 3
    let isListening: Bool
    do throws(SystemCallError) {
      isListening = try SystemCalls.isListeningStream(descriptor: descriptor)
    } catch {
      throw .system(error)
    }
    guard isListening else { throw .notListening }
    return OwnedFD(taking: descriptor)
  }
}
