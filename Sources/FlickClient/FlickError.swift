internal import FlickProtocol
package import LinuxIO

/// Why there is nothing to be told, as long as nobody changes something; the description says what.
///
/// What mends by itself is no error: a service that is gone is connected to again, and what was
/// lost meanwhile is declared as ``SwipeEvent/disconnected(_:)``.
public enum FlickError: Error, Equatable, Sendable {
  /// No service listens at this path; thrown by clients that do not wait for one.
  case unreachable(path: String, reason: String)
  /// This user may not connect to the socket at this path.
  case notPermitted(path: String)
  /// This user may connect, and not listen.
  case denied(String)
  /// The service speaks another major version of the protocol.
  case incompatible(major: Int)
  /// The service refuses the subscription, or where a zone's content is said to be: a word of the
  /// protocol, and words for people.
  case refused(code: String, message: String)
  /// The service has ended the connection because it takes what was said for an abuse.
  case dismissed(String)
  /// A zone's content was said to be elsewhere, and the subscription has no zone of this name.
  case noSuchZone(String)
}

extension FlickError: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .unreachable(let path, let reason):
      "flickd cannot be reached at \(path) (\(reason)): "
        + "\(ConnectionAdvice.toStart(at: path, reason: reason)), or name its socket"
    case .notPermitted(let path): "\(path): \(ConnectionAdvice.toBeLetIn(at: path))"
    case .denied(let detail):
      "flickd does not let this user listen: \(detail.terminalText)"
    case .incompatible(let major):
      "flickd speaks version \(major) of its protocol, which is not ours: build this program with its FlickClient"
    case .refused(_, let message):
      "flickd refuses what is asked for: \(message.terminalText)"
    case .dismissed(let detail):
      "flickd has ended the connection: \(detail.terminalText)"
    case .noSuchZone(let name):
      "the subscription has no zone `\(name)`: name one of its zones"
    }
  }
}

extension FlickError {
  /// Why there is no connection to the service at `path`.
  package init(_ error: SystemCallError, path: String) {
    switch error.code {
    case .permissionDenied, .notPermitted: self = .notPermitted(path: path)
    default: self = .unreachable(path: path, reason: "\(error.code)")
    }
  }
}
