/// An event of a subscription that reconnects whenever its connection is lost.
///
///     connected ── swipe, panel … ──▶ disconnected ── swipe (cancelled as lost) … ──▶ connected
///
/// Swipes can be missed only between `disconnected` and `connected`.
public enum SwipeEvent: Equatable, Sendable {
  /// The subscription is in effect from now on.
  ///
  /// Every earlier swipe that is no longer active was cancelled as ``Swipe/lost``.
  case connected(Service)
  /// One moment of a swipe.
  case swipe(Swipe)
  /// A panel was added, removed or changed.
  case panel(PanelChange, Service.Panel)
  /// The connection is lost and the client reconnects; sent once per outage.
  case disconnected(Disconnection)

  /// How the set of panels changed.
  public enum PanelChange: String, CaseIterable, Sendable {
    /// The panel was added.
    case added
    /// The panel was removed.
    case removed
    /// The panel's properties changed.
    case changed
  }
}

/// Why there is no connection.
public enum Disconnection: Equatable, Sendable {
  /// No service listens at the socket.
  case unreachable(String)
  /// The service sent a bye.
  ///
  /// `reason` is a word of the protocol, such as `slow-consumer`; `detail` is for people.
  case dismissed(reason: String, detail: String)
  /// The service closed the connection without a bye, for example because it was killed.
  case closed
  /// A sequence number is missing, so a line was lost in transit; this should never happen.
  case gap(expected: Int64, found: Int64)
  /// The service sent a line that is not part of the protocol.
  case unintelligible
}

extension Disconnection: CustomStringConvertible {
  /// The reason, in words.
  public var description: String {
    switch self {
    case .unreachable(let why): why
    case .dismissed(_, let detail): detail
    case .closed: "flickd closed the connection without a reason"
    case .gap(let expected, let found): "line \(expected) of flickd is missing: line \(found) arrived instead"
    case .unintelligible: "flickd sent a line that is not of its protocol"
    }
  }
}
