internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// The lines of a service, or the end of the command where it cannot be reached.
struct ServerStream: ~Copyable {
  private var connection: UnixConnection
  private let path: String

  init(path: String) throws {
    self.path = path
    do throws(SystemCallError) {
      connection = try UnixConnection(connectingTo: path)
    } catch {
      switch error.code {
      case .permissionDenied, .notPermitted:
        throw failure(
          .noPermission, "\(path): this user may not connect; join the socket's group, or run as root")
      default:
        throw failure(
          .unavailable,
          "flickd cannot be reached at \(path) (\(error.code)): start it (systemctl start flickd, or flickd --demo), "
            + "or name its socket with --socket")
      }
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
}

/// Ends a command because the service has ended its connection.
func failure(bye: ServerLine) -> ArgumentParser.ExitCode {
  switch bye.reason {
  case "denied": failure(.noPermission, "flickd does not let this user listen: \(bye.detail ?? "")")
  default: failure(.tryAgain, "flickd has ended the connection: \(bye.detail ?? bye.reason ?? "")")
  }
}
