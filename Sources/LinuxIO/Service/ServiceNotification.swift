/// Tells the service manager how the service is doing, by datagrams to `$NOTIFY_SOCKET`.
///
/// Without that variable every call does nothing. The corresponding C function is `sd_notify`.
public struct ServiceNotification: ~Copyable {
  /// One thing to tell.
  public enum State: Equatable, Sendable {
    /// The service is up, or has finished to reload.
    case ready
    /// The service reads its configuration again, since the given µs of CLOCK_MONOTONIC.
    case reloading(since: Int64)
    /// The service is about to end.
    case stopping
    /// The service is alive.
    case watchdog
    /// One line for people.
    case status(String)

    var assignment: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(moment)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      // A newline would start another assignment.
      case .status(let words): "STATUS=" + words.map { $0.isNewline ? " " : String($0) }.joined()
      }
    }
  }

  private let file: OwnedFD?

  /// Whether the environment names a manager.
  public static var isWanted: Bool { address != nil }

  private static var address: String? {
    SystemCalls.environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Connects to the manager whose address is in the environment.
  public init() throws(SystemCallError) {
    try self.init(address: Self.address)
  }

  /// Connects to the manager at `address`, a path or an abstract name after `@`; nil makes every
  /// call do nothing.
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

  /// Whether a service manager listens.
  public var isWanted: Bool { file != nil }

  /// Sends `states` in one datagram; a manager that is too busy misses it.
  public func tell(_ states: [State]) throws(SystemCallError) {
    _ = try offer(states)
  }

  /// Sends `states` in one datagram; false if the manager is too busy to take it.
  public func offer(_ states: [State]) throws(SystemCallError) -> Bool {
    switch file {
    case nil: return true
    case let file?:
      let bytes = Array(states.map(\.assignment).joined(separator: "\n").utf8)
      return try SystemCalls.send(file, bytes.span) == .bytes(bytes.count)
    }
  }
}
