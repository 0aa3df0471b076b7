internal import FlickProtocol

/// The service's bye: how it ended a connection.
package struct Goodbye: Equatable, Sendable {
  /// The protocol's word for the reason.
  package var reason: String
  /// The details, for people.
  package var detail: String

  /// Reads a line; nil if the line is not a `bye`.
  package init?(_ line: ServerLine) {
    guard line.type == "bye" else { return nil }
    reason = line.reason ?? ""
    detail = line.detail ?? reason
  }

  /// Whether the service is shutting down; if it plays recordings, they have reached their end.
  package var isShutdown: Bool { reason == ByeReason.shutdown.rawValue }

  /// The error that makes reconnecting useless; nil if reconnecting can succeed.
  package var verdict: FlickError? {
    switch ByeReason(rawValue: reason) {
    case .denied: .denied(detail)
    case .protocol: .dismissed(detail)
    case .shutdown, .slowConsumer, .limit, nil: nil
    }
  }
}
