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
    /// One line for people to read.
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
  public func tell(_ states: [State]) throws(SystemCallError) {
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
