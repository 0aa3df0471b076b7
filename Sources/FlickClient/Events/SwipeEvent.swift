/// What happens on a connection that is made again whenever it is lost.
///
///     connected ── swipe, panel … ──▶ disconnected ── swipe (cancelled as lost) … ──▶ connected
///
/// Between `disconnected` and `connected` swipes may have come and gone: that is the only time in
/// which one can be missed.
public enum SwipeEvent: Equatable, Sendable {
  /// The subscription holds from now on; what was under way before and is not any more has been
  /// cancelled as ``Swipe/lost``.
  case connected(Service)
  /// A moment of a swipe.
  case swipe(Swipe)
  /// A panel came, went or changed.
  case panel(PanelChange, Service.Panel)
  /// The connection is lost, and tried again; said once, however long that takes.
  case disconnected(Disconnection)

  /// How the set of panels changed.
  public enum PanelChange: String, CaseIterable, Sendable {
    /// It is there now.
    case added
    /// It is gone.
    case removed
    /// Its properties changed.
    case changed
  }
}

/// Why there is no connection.
public enum Disconnection: Equatable, Sendable {
  /// No service listens.
  case unreachable(String)
  /// The service said goodbye: a word of the protocol, such as `slow-consumer`, and words for
  /// people.
  case dismissed(reason: String, detail: String)
  /// The service closed the connection without a word: it was killed.
  case closed
  /// The service's lines skip a number: something was lost on the way, which should not be.
  case gap(expected: Int64, found: Int64)
  /// The service says what is no line of the protocol.
  case unintelligible
}

extension Disconnection: CustomStringConvertible {
  /// Why, in words.
  public var description: String {
    switch self {
    case .unreachable(let why): why
    case .dismissed(_, let detail): detail
    case .closed: "flickd has closed the connection without a word"
    case .gap(let expected, let found): "line \(expected) of flickd is missing: line \(found) came"
    case .unintelligible: "flickd says what is no line of its protocol"
    }
  }
}
