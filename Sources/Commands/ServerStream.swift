internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// The lines of a service, over one connection.
struct ServerStream: ~Copyable {
  private var connection: UnixConnection
  private let path: String

  init(path: String) throws(FlickError) {
    self.path = path
    connection = try Result { () throws(SystemCallError) in try UnixConnection(connectingTo: path) }
      .mapError { FlickError($0, path: path) }.get()
  }

  /// The stream of the service at `path`, or the end of the command where it cannot be reached.
  static func open(_ path: String) throws -> ServerStream {
    try Result { () throws(FlickError) in try ServerStream(path: path) }
      .mapError { failure($0) }.get()
  }

  /// Sends a request line, newline included.
  func send(_ line: String) throws {
    do throws(SystemCallError) {
      try connection.write(Array(line.utf8).span)
    } catch {
      // A service that turns a connection away has said why before it closed; that is for the
      // reader to find.
      guard error.code == .brokenPipe else { throw failure(.unavailable, "\(path): \(error)") }
    }
  }

  /// The next line; nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    return try Result { () throws(SystemCallError) in try connection.readLine(into: &line) ? line : nil }
      .mapError { failure(.unavailable, "\(path): \($0)") }.get()
  }

  /// Asks for the counts, and gives the reply as it is and read; `greeting` gets every line that
  /// comes before it.
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
          .unavailable, "flickd does not tell its counts: \((line.error?.message ?? "?").terminalText)")
      }
      greeting(line)
    }
    throw failureOfSilence()
  }
}

extension FlickError {
  /// The words for people at a terminal.
  var words: String {
    if case .unreachable = self { "\(self) with --socket" } else { "\(self)" }
  }

  /// How a command ends because of it.
  fileprivate var code: FlickProtocol.ExitCode {
    switch self {
    case .notPermitted, .denied, .refused("forbidden", _): .noPermission
    case .dismissed, .refused("too-many", _): .tryAgain
    // An older service does not know what is asked for.
    case .unreachable, .incompatible, .refused("unknown-request", _), .refused("unknown-field", _):
      .unavailable
    case .refused, .noSuchZone: .usage
    }
  }
}

/// Ends a command because there is nothing to be heard of the service.
func failure(_ error: FlickError) -> ArgumentParser.ExitCode {
  failure(error.code, error.words)
}

/// Ends a command because the service has ended its connection.
func failure(_ bye: Goodbye) -> ArgumentParser.ExitCode {
  failure(bye.verdict ?? .dismissed(bye.detail))
}

/// Ends a command because the connection ended without a goodbye.
func failureOfSilence() -> ArgumentParser.ExitCode {
  failure(.unavailable, "flickd has closed the connection without a word")
}
