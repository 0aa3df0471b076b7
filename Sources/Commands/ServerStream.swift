internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// Why there is no connection to a service, and what to do about it.
struct Unreachable: Error {
  var code: FlickProtocol.ExitCode
  var words: String

  init(_ error: SystemCallError, path: String) {
    switch error.code {
    case .permissionDenied, .notPermitted:
      code = .noPermission
      words = "\(path): this user may not connect; join the socket's group, or run as root"
    default:
      code = .unavailable
      words =
        "flickd cannot be reached at \(path) (\(error.code)): start it (systemctl start flickd, or flickd --demo), "
        + "or name its socket with --socket"
    }
  }
}

/// The lines of a service, over one connection.
struct ServerStream: ~Copyable {
  private var connection: UnixConnection
  private let path: String

  init(path: String) throws(Unreachable) {
    self.path = path
    do throws(SystemCallError) {
      connection = try UnixConnection(connectingTo: path)
    } catch {
      throw Unreachable(error, path: path)
    }
  }

  /// The stream of the service at `path`, or the end of the command where it cannot be reached.
  static func open(_ path: String) throws -> ServerStream {
    do throws(Unreachable) {
      return try ServerStream(path: path)
    } catch {
      throw failure(error.code, error.words)
    }
  }

  /// Sends a request line, newline included.
  func send(_ line: String) throws {
    do throws(SystemCallError) {
      try connection.write(Array(line.utf8).span)
    } catch {
      // A service that turns a connection away has said why before it closed; that is for the reader to find.
      guard error.code == .brokenPipe else { throw failure(.unavailable, "\(path): \(error)") }
    }
  }

  /// The next line; nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    do throws(SystemCallError) {
      return try connection.readLine(into: &line) ? line : nil
    } catch {
      throw failure(.unavailable, "\(path): \(error)")
    }
  }

  /// Asks for the counts, and gives the reply as it is and read; `greeting` gets every line that comes before it.
  mutating func stats(
    greeting: (ServerLine) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], reply: StatsReply) {
    try send("{\"id\":1,\"request\":\"stats\"}\n")
    while let bytes = try next() {
      if let reply = StatsReply(bytes) { return (bytes, reply) }
      guard let line = ServerLine(bytes) else { continue }
      if line.type == "bye" { throw failure(bye: line) }
      if line.type == "reply" {
        throw failure(.unavailable, "flickd does not tell its counts: \(line.error?.message ?? "?")")
      }
      greeting(line)
    }
    throw failureOfSilence()
  }
}

/// Ends a command because the service has ended its connection.
func failure(bye: ServerLine) -> ArgumentParser.ExitCode {
  switch bye.reason {
  case "denied": failure(.noPermission, "flickd does not let this user listen: \(bye.detail ?? "")")
  default: failure(.tryAgain, "flickd has ended the connection: \(bye.detail ?? bye.reason ?? "")")
  }
}

/// Ends a command because the connection ended without a goodbye.
func failureOfSilence() -> ArgumentParser.ExitCode {
  failure(.unavailable, "flickd has closed the connection without a word")
}
