package import FlickProtocol
internal import Installation
package import LinuxIO

/// An error that lasts until a user changes something; the description says what to change.
///
/// A lost connection is not an error: the client reconnects, and reports the gap as
/// ``SwipeEvent/disconnected(_:)``.
public enum FlickError: Error, Equatable, Sendable {
  /// No service listens at this path; thrown only by clients that do not wait for a service.
  case unreachable(path: String, reason: String)
  /// This user may not connect to the socket at this path.
  case notPermitted(path: String)
  /// The service accepts this user's connection, but does not let this user receive swipes.
  case denied(String)
  /// The service speaks another major version of the protocol.
  case incompatible(major: Int)
  /// The service refused the subscription or the offset of a zone.
  ///
  /// `code` is a word of the protocol, `message` is human-readable.
  case refused(code: String, message: String)
  /// The service ended the connection because it treats a request as abuse.
  case dismissed(String)
  /// The app set the offset of a zone, and the subscription has no zone of this name.
  case noSuchZone(String)
}

extension FlickError: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .unreachable(let path, let reason): ConnectionAdvice.unreachable(at: path, reason: reason)
    case .notPermitted(let path): "\(path): \(ConnectionAdvice.toBeLetIn(at: path))"
    case .denied(let detail):
      "flickd does not admit this user: \(detail.terminalText)"
    case .incompatible(let major):
      "flickd uses version \(major) of its protocol: build this program with the FlickClient of that flickd"
    case .refused(_, let message):
      "flickd refused the request: \(message.terminalText)"
    case .dismissed(let detail):
      "flickd closed the connection: \(detail.terminalText)"
    case .noSuchZone(let name):
      "the subscription has no zone `\(name)`: use one of its zones"
    }
  }
}

extension FlickError {
  /// Creates the error for a failed connection to the service at `path`.
  package init(_ error: SystemCallError, path: String) {
    switch error.code {
    case .permissionDenied, .notPermitted: self = .notPermitted(path: path)
    default: self = .unreachable(path: path, reason: "\(error.code)")
    }
  }
}

extension ByeMessage {
  /// Whether the service is shutting down; if it plays recordings, they have reached their end.
  package var isShutdown: Bool { reason.value == .shutdown }

  /// The error that makes reconnecting useless; nil if reconnecting can succeed.
  package var failure: FlickError? {
    switch reason.value {
    case .denied: .denied(detail)
    case .protocol: .dismissed(detail)
    default: nil
    }
  }
}
