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

  private let client: FlickClient
  private let subscription: SwipeSubscription
  private let offsets: ZoneOffsets

  init(_ client: FlickClient, _ subscription: SwipeSubscription) {
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
    try await offsets.say(zone, at: offset)
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
