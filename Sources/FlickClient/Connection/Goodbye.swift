internal import FlickProtocol

/// How the service has ended a connection.
package struct Goodbye: Equatable, Sendable {
  /// The protocol's word.
  package var reason: String
  /// More words on it, for people.
  package var detail: String

  /// Reads a line; nil if it is no `bye`.
  package init?(_ line: ServerLine) {
    guard line.type == "bye" else { return nil }
    reason = line.reason ?? ""
    detail = line.detail ?? reason
  }

  /// Whether the service ends; where it plays recordings, they are over.
  package var isShutdown: Bool { reason == ByeReason.shutdown.rawValue }

  /// Why it is of no use to connect again; nil if it is.
  package var verdict: FlickError? {
    switch ByeReason(rawValue: reason) {
    case .denied: .denied(detail)
    case .protocol: .dismissed(detail)
    case .shutdown, .slowConsumer, .limit, nil: nil
    }
  }
}
