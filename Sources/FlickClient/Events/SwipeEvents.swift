/// All events of a subscription, across reconnections: swipes, panels and connection changes.
///
/// Each iteration has its own connection, and reads only while the consumer waits for an event. A
/// slow consumer receives fewer updates, but every begin, end and cancel.
///
/// The iteration ends when its task is cancelled, or when recordings have been played to their end.
/// The connection closes then, or when the consumer leaves the iteration.
public struct SwipeEvents: AsyncSequence, Sendable {
  /// An event of the subscription.
  public typealias Element = SwipeEvent
  /// Why the sequence cannot continue.
  public typealias Failure = FlickError

  private let client: SwipeClient
  private let subscription: SwipeSubscription
  private let offsets: ZoneOffsets

  init(_ client: SwipeClient, _ subscription: SwipeSubscription) {
    self.client = client
    self.subscription = subscription
    offsets = ZoneOffsets(subscription)
  }

  /// Begins an iteration; the iteration connects when the consumer requests the first event.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(feed: EventFeed(client, subscription, offsets: offsets))
  }

  /// Sends the offset of a zone's content to flickd, in the subscription's unit.
  ///
  /// Call this method when something other than a swipe has moved the content. It also works during
  /// a swipe: for example, when a finger catches the content in mid-animation.
  ///
  /// The offset applies from the moment flickd receives it, and on every later connection. The
  /// method returns once the offset is sent, and immediately while there is no connection.
  ///
  /// Throws ``FlickError/noSuchZone(_:)`` if the subscription has zones, but not this one. If the
  /// subscription uses flickd's configuration, and that lacks the zone, the sequence throws
  /// ``FlickError/refused(code:message:)``.
  public func update(_ zone: String, offset: Double) async throws(FlickError) {
    try await offsets.report(zone, at: offset)
  }

  /// One iteration over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let feed: EventFeed

    /// Returns the next event; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FlickError) -> SwipeEvent? {
      try await feed.next(isolation: actor)
    }
  }
}

/// An event of a subscription that reconnects whenever its connection is lost.
///
///     connected ── swipe, panel … ──▶ disconnected ── swipe (cancelled as lost) … ──▶ connected
///
/// Swipes can be missed only between `disconnected` and `connected`.
public enum SwipeEvent: Equatable, Sendable {
  /// The subscription is in effect from now on.
  ///
  /// Every earlier swipe that is no longer active was cancelled as ``Swipe/lost``.
  case connected(FlickService)
  /// One moment of a swipe.
  case swipe(Swipe)
  /// A panel was added, removed or changed.
  case panel(PanelChange, FlickService.Panel)
  /// The panel with this id is touched, also by taps: for idle timers.
  ///
  /// Only with ``SwipeSubscription/reportsActivity``: immediately, and then at most once a second.
  case activity(panelID: String)
  /// The connection is lost and the client reconnects; sent once per outage.
  case disconnected(Disconnection)
}

/// Why there is no connection.
public enum Disconnection: Equatable, Sendable {
  /// No service listens at the socket.
  case unreachable(String)
  /// The service sent a bye.
  ///
  /// `reason` is a word of the protocol, such as `slow-consumer`; `detail` is human-readable.
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
