/// Everything that happens on a subscription, over any number of connections: swipes, panels, and
/// when nothing is known.
///
/// Each iteration has a connection of its own, which reads only while an event is waited for: a
/// consumer that takes its time gets fewer updates, and each begin, end and cancel. It ends when
/// its task is cancelled, and when recordings have been played to their end; its connection is
/// closed then, or when the iteration is left.
public struct SwipeEvents: AsyncSequence, Sendable {
  /// What happens.
  public typealias Element = SwipeEvent
  /// Why it cannot go on.
  public typealias Failure = FlickError

  private let client: FlickClient
  private let subscription: SwipeSubscription
  private let offsets: ZoneOffsets

  init(_ client: FlickClient, _ subscription: SwipeSubscription) {
    self.client = client
    self.subscription = subscription
    offsets = ZoneOffsets(subscription)
  }

  /// Begins an iteration; it connects when the first event is asked for.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(feed: EventFeed(client, subscription, offsets: offsets))
  }

  /// Says where the content of a zone is, in the subscription's unit: when something else than a
  /// swipe has moved it, also during a swipe, as when a finger catches it in mid-animation.
  ///
  /// The offset holds from the moment at which flickd hears it, and for every later connection.
  /// Returns when it was sent, at once while there is no connection. Throws
  /// ``FlickError/noSuchZone(_:)``; a name that is not in flickd's configuration either is told by
  /// the sequence, as ``FlickError/refused(code:message:)``.
  public func update(_ zone: String, offset: Double) async throws(FlickError) {
    try await offsets.say(zone, at: offset)
  }

  /// One iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let feed: EventFeed

    /// The next event; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FlickError) -> SwipeEvent? {
      try await feed.next(isolation: actor)
    }
  }
}
