/// The swipes of a subscription, across reconnections, without the connection's events.
///
/// Use ``SwipeEvents`` to receive connection changes too. Every swipe starts with a begin, if the
/// subscription asks for begins, and every begin has an end. If a swipe's end was lost with a
/// connection, the swipe is cancelled as ``Swipe/lost``.
public struct Swipes: AsyncSequence, Sendable {
  /// One moment of a swipe.
  public typealias Element = Swipe
  /// Why the sequence cannot continue.
  public typealias Failure = FlickError

  private let events: SwipeEvents

  init(_ events: SwipeEvents) {
    self.events = events
  }

  /// Begins an iteration; the iteration connects when the consumer requests the first swipe.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }

  /// Sends the offset of a zone's content to flickd: see ``SwipeEvents/update(_:offset:)``.
  public func update(_ zone: String, offset: Double) async throws(FlickError) {
    try await events.update(zone, offset: offset)
  }

  /// One iteration over the swipes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var events: SwipeEvents.AsyncIterator

    /// Returns the next moment of a swipe; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FlickError) -> Swipe? {
      while let event = try await events.next(isolation: actor) {
        if case .swipe(let swipe) = event { return swipe }
      }
      return nil
    }
  }
}
