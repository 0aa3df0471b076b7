internal import FlickProtocol
internal import GestureCore
internal import Synchronization

/// The offset of each zone's content as the service knows it, kept for the next connection.
///
/// An offset that the app sets counts as known only after the reply: a swipe may end between the
/// request and the reply, and its snap comes first. The reading task and the tasks that set offsets
/// share this object.
final class ZoneOffsets: Sendable {
  /// An offset that the app has set and the service has not confirmed.
  private struct Saying {
    var offset: Double
    /// The id of the request; nil before the request is sent.
    var request: Int64?
    /// Whether an earlier service already received this offset.
    ///
    /// A refusal is then not the app's error, because the new service may not have the zone.
    var isRepeated = false
  }

  private struct State {
    /// The offsets that the service has reported or confirmed.
    var sent: [String: Double] = [:]
    var sayings: [String: Saying] = [:]
    /// The connection with the subscription; the reader owns the connection.
    weak var connection: Connection?
    var lastRequest = ZoneOffsets.subscribing

    /// The latest offset of each zone, confirmed or not.
    var present: [String: Double] { sent.merging(sayings.mapValues(\.offset)) { $1 } }
  }

  /// The id of the request that subscribes; later requests count on from this id.
  static let subscribing: Int64 = 1

  private let subscription: SwipeSubscription
  private let state: Mutex<State>

  init(_ subscription: SwipeSubscription) {
    self.subscription = subscription
    let zones = subscription.zones ?? []
    state = Mutex(State(sent: Dictionary(zones.map { ($0.name, $0.offset) }) { $1 }))
  }

  /// The offset of a zone's content.
  subscript(zone: String) -> Double? { state.withLock { $0.present[zone] } }

  // MARK: The reader's side

  /// Sends the subscription on a new connection, with the present offset of every zone.
  ///
  /// `features` are those of the service.
  func subscribe(on connection: Connection, features: [String]) {
    state.withLock { state in
      state.connection = connection
      state.lastRequest = Self.subscribing
      state.sent = state.present
      // A subscription does not contain the zones of the service's own configuration, so their
      // offsets are sent again as separate requests.
      let foreign = state.sent.filter { name, _ in !isOwn(name) }
      state.sayings = foreign.mapValues { Saying(offset: $0, isRepeated: true) }
      let subscription = Subscription(subscription, offsets: state.sent, features: features)
      connection.send(Request(id: .integer(Self.subscribing), verb: .subscribe(subscription)).line)
      _ = flush(&state)
    }
  }

  /// Records that there is no connection to send on.
  func disconnect() {
    state.withLock { $0.connection = nil }
  }

  /// Records the offset to which the service has moved a zone's content.
  func settle(_ zone: String, at offset: Double) {
    state.withLock { $0.sent[zone] = offset }
  }

  /// Records that a request was granted.
  func confirm(_ request: Int64) {
    state.withLock { state in
      guard let (zone, saying) = state.sayings.first(where: { $0.value.request == request }) else { return }
      state.sent[zone] = saying.offset
      state.sayings[zone] = nil
    }
  }

  /// Records that a request was refused; returns true if the caller can ignore the refusal.
  func forgive(_ request: Int64) -> Bool {
    state.withLock { state in
      guard let (zone, saying) = state.sayings.first(where: { $0.value.request == request }),
        saying.isRepeated
      else { return false }
      state.sent[zone] = nil
      state.sayings[zone] = nil
      return true
    }
  }

  // MARK: The app's side

  /// Sets the offset of a zone's content, immediately or with the next subscription.
  ///
  /// If several offsets of one zone wait for room, only the newest is sent.
  func report(_ zone: String, at offset: Double) async throws(FlickError) {
    guard subscription.zones == nil || isOwn(zone) else { throw .noSuchZone(zone) }
    var blocked = state.withLock { state in
      state.sayings[zone] = Saying(offset: offset)
      return flush(&state)
    }
    while let connection = blocked, !Task.isCancelled {
      await connection.untilWritable()
      blocked = state.withLock { flush(&$0) }
    }
  }

  private func isOwn(_ zone: String) -> Bool { subscription.zones?.contains { $0.name == zone } ?? false }

  /// Sends all waiting requests; returns the connection if it has no room.
  private func flush(_ state: inout State) -> Connection? {
    guard let connection = state.connection else { return nil }
    guard connection.send() else { return connection }
    for (zone, saying) in state.sayings.sorted(by: { $0.key < $1.key }) where saying.request == nil {
      state.lastRequest += 1
      state.sayings[zone]?.request = state.lastRequest
      let update = ZoneUpdate(zone: zone, offset: saying.offset)
      let request = Request(id: .integer(state.lastRequest), verb: .update(update))
      guard connection.send(request.line) else { return connection }
    }
    return nil
  }
}
