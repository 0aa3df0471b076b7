/// The swipes of a subscription, over any number of connections: ``SwipeEvents`` for those who need
/// not know of these.
///
/// No swipe comes without its begin, if that was asked for, and no begin without its end: one whose
/// end was lost with a connection is cancelled as ``Swipe/lost``.
public struct Swipes: AsyncSequence, Sendable {
  /// A moment of a swipe.
  public typealias Element = Swipe
  /// Why it cannot go on.
  public typealias Failure = FlickError

  private let events: SwipeEvents

  init(_ events: SwipeEvents) {
    self.events = events
  }

  /// Begins an iteration; it connects when the first swipe is asked for.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(events: events.makeAsyncIterator())
  }

  /// Says where the content of a zone is: see ``SwipeEvents/update(_:offset:)``.
  public func update(_ zone: String, offset: Double) async throws(FlickError) {
    try await events.update(zone, offset: offset)
  }

  /// One iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var events: SwipeEvents.AsyncIterator

    /// The next moment of a swipe; nil at the end.
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
