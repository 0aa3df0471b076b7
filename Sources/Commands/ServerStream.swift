internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO
internal import Terminal

/// The lines of a service over one connection.
struct ServerStream: ~Copyable {
  private var connection: UnixConnection
  private let path: String

  init(path: String) throws(FlickError) {
    self.path = path
    connection = try Result { () throws(SystemCallError) in try UnixConnection(connectingTo: path) }
      .mapError { FlickError($0, path: path) }.get()
  }

  /// Returns the stream of the service at `path`; ends the command on failure.
  static func open(_ path: String) throws -> ServerStream {
    try Result { () throws(FlickError) in try ServerStream(path: path) }
      .mapError { failure($0) }.get()
  }

  func send(_ request: Request) throws {
    do throws(SystemCallError) {
      try connection.write(request.line.span)
    } catch {
      // A service that rejects a connection sends the reason before it closes, so the reader finds
      // the reason.
      guard error.code == .brokenPipe else {
        throw failure(.unavailable, "\(path): \(error): is flickd still running? `flickctl status`")
      }
    }
  }

  /// Returns the next line; nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    return try Result { () throws(SystemCallError) in try connection.readLine(into: &line) ? line : nil }
      .mapError {
        failure(.unavailable, "\(path): \($0): is this flickd's socket? `flickctl status` shows it")
      }.get()
  }

  /// Requests the counts, and returns the reply both as bytes and decoded.
  ///
  /// `greeting` receives every line that arrives before the reply.
  mutating func stats(
    greeting: (ServerMessage) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], reply: StatsMessage) {
    try send(Request(id: .integer(1), verb: .stats))
    while let bytes = try next() {
      guard let message = ServerMessage(bytes) else { continue }
      switch message {
      case .bye(let bye): throw failure(bye)
      case .reply(let reply):
        if case .stats(let counts) = reply.content { return (bytes, counts) }
        let reason = if case .refused(_, let message) = reply.content { message } else { "?" }
        throw failure(.unavailable, "flickd does not report its counts: \(reason.terminalText)")
      default: greeting(message)
      }
    }
    throw failureOfSilence()
  }
}

extension FlickError {
  /// The error text for a terminal.
  var text: String {
    if case .unreachable = self { "\(self) with --socket" } else { "\(self)" }
  }

  /// The exit code for this error.
  var code: FlickProtocol.ExitCode {
    switch self {
    case .notPermitted, .denied: .noPermission
    case .dismissed: .tryAgain
    case .unreachable, .incompatible: .unavailable
    case .noSuchZone: .usage
    case .refused(let code, _):
      switch RequestErrorCode(rawValue: code) {
      case .forbidden: .noPermission
      case .tooMany: .tryAgain
      // An older service does not know the request.
      case .unknownRequest, .unknownField: .unavailable
      default: .usage
      }
    }
  }
}

/// Ends a command because the service cannot be used.
func failure(_ error: FlickError) -> ArgumentParser.ExitCode { failure(error.code, error.text) }

/// Ends a command because the service has ended the connection.
func failure(_ bye: ByeMessage) -> ArgumentParser.ExitCode { failure(bye.failure ?? .dismissed(bye.detail)) }

/// Ends a command because the connection ended without a bye.
func failureOfSilence() -> ArgumentParser.ExitCode {
  failure(
    .unavailable,
    "flickd closed the connection without a reason: is this its socket? flickd's log may show the reason")
}
