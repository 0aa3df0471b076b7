internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

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

  /// Sends a request line, which includes its newline.
  func send(_ line: String) throws {
    do throws(SystemCallError) {
      try connection.write(Array(line.utf8).span)
    } catch {
      // A service that rejects a connection sends the reason before it closes, so the reader finds
      // the reason.
      guard error.code == .brokenPipe else { throw failure(.unavailable, "\(path): \(error)") }
    }
  }

  /// Returns the next line; nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    return try Result { () throws(SystemCallError) in try connection.readLine(into: &line) ? line : nil }
      .mapError { failure(.unavailable, "\(path): \($0)") }.get()
  }

  /// Requests the counts, and returns the reply both as bytes and decoded.
  ///
  /// `greeting` receives every line that arrives before the reply.
  mutating func stats(
    greeting: (ServerLine) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], reply: StatsReply) {
    try send("{\"id\":1,\"request\":\"stats\"}\n")
    while let bytes = try next() {
      if let reply = StatsReply(bytes) { return (bytes, reply) }
      guard let line = ServerLine(bytes) else { continue }
      if let bye = Goodbye(line) { throw failure(bye) }
      if line.type == "reply" {
        throw failure(
          .unavailable, "flickd does not report its counts: \((line.error?.message ?? "?").terminalText)")
      }
      greeting(line)
    }
    throw failureOfSilence()
  }
}

extension FlickError {
  /// The error text for people at a terminal.
  var words: String {
    if case .unreachable = self { "\(self) with --socket" } else { "\(self)" }
  }

  /// The exit code for this error.
  fileprivate var code: FlickProtocol.ExitCode {
    switch self {
    case .notPermitted, .denied, .refused("forbidden", _): .noPermission
    case .dismissed, .refused("too-many", _): .tryAgain
    // An older service does not know the request.
    case .unreachable, .incompatible, .refused("unknown-request", _), .refused("unknown-field", _):
      .unavailable
    case .refused, .noSuchZone: .usage
    }
  }
}

/// Ends a command because the service cannot be used.
func failure(_ error: FlickError) -> ArgumentParser.ExitCode {
  failure(error.code, error.words)
}

/// Ends a command because the service has ended the connection.
func failure(_ bye: Goodbye) -> ArgumentParser.ExitCode {
  failure(bye.verdict ?? .dismissed(bye.detail))
}

/// Ends a command because the connection ended without a bye.
func failureOfSilence() -> ArgumentParser.ExitCode {
  failure(.unavailable, "flickd closed the connection without a reason")
}
