internal import FlickProtocol
internal import GestureCore
internal import Synchronization

/// Where the content of each zone is, as the service knows it, so that it can be said to the next
/// one.
///
/// What the app says holds from its reply on, because between the saying and the reply a swipe may
/// have ended, whose snap came before. Shared by the task that reads and those that say where
/// content is.
final class ZoneOffsets: Sendable {
  /// What the app has said and the service has not answered.
  private struct Saying {
    var offset: Double
    /// The request; nil while it has not been sent.
    var request: Int64?
    /// Whether it was said to a service before: a zone that this one does not have is nobody's
    /// fault.
    var isRepeated = false
  }

  private struct State {
    /// As the service has told or confirmed.
    var told: [String: Double] = [:]
    var sayings: [String: Saying] = [:]
    /// The one that has the subscription; the reader owns it.
    weak var connection: Connection?
    var lastRequest = ZoneOffsets.subscribing

    /// Where content is by the last that was said.
    var present: [String: Double] { told.merging(sayings.mapValues(\.offset)) { $1 } }
  }

  /// The number of the request that subscribes; the others count on from there.
  static let subscribing: Int64 = 1

  private let subscription: SwipeSubscription
  private let state: Mutex<State>

  init(_ subscription: SwipeSubscription) {
    self.subscription = subscription
    let zones = subscription.zones ?? []
    state = Mutex(State(told: Dictionary(zones.map { ($0.name, $0.offset) }) { $1 }))
  }

  /// Where the content of a zone is.
  subscript(zone: String) -> Double? { state.withLock { $0.present[zone] } }

  // MARK: The reader's side

  /// Asks the service at the other end for the subscription, with every zone's content where it is
  /// by now.
  func subscribe(on connection: Connection) {
    state.withLock { state in
      state.connection = connection
      state.lastRequest = Self.subscribing
      state.told = state.present
      // Zones of the service's own configuration are in no subscription: what was said of them is
      // said again.
      let foreign = state.told.filter { name, _ in !isOwn(name) }
      state.sayings = foreign.mapValues { Saying(offset: $0, isRepeated: true) }
      var line = LineWriter()
      line.request(
        Request(
          id: .integer(Self.subscribing), verb: .subscribe(Subscription(subscription, offsets: state.told))))
      connection.send(line.bytes)
      _ = flush(&state)
    }
  }

  /// Notes that there is no connection to say anything on.
  func disconnect() {
    state.withLock { $0.connection = nil }
  }

  /// Notes where the service has put a zone's content.
  func settle(_ zone: String, at offset: Double) {
    state.withLock { $0.told[zone] = offset }
  }

  /// Notes that a request was granted.
  func confirm(_ request: Int64) {
    state.withLock { state in
      guard let (zone, saying) = state.sayings.first(where: { $0.value.request == request }) else { return }
      state.told[zone] = saying.offset
      state.sayings[zone] = nil
    }
  }

  /// Notes that a request was refused; true if that is no matter.
  func forgive(_ request: Int64) -> Bool {
    state.withLock { state in
      guard let (zone, saying) = state.sayings.first(where: { $0.value.request == request }),
        saying.isRepeated
      else { return false }
      state.told[zone] = nil
      state.sayings[zone] = nil
      return true
    }
  }

  // MARK: The app's side

  /// Says that a zone's content is elsewhere, at once or with the next subscription.
  ///
  /// Of several offsets that wait for room the newest is sent.
  func say(_ zone: String, at offset: Double) async throws(FlickError) {
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

  /// Sends what was not sent; the connection if it has no room.
  private func flush(_ state: inout State) -> Connection? {
    guard let connection = state.connection else { return nil }
    guard connection.send() else { return connection }
    for (zone, saying) in state.sayings.sorted(by: { $0.key < $1.key }) where saying.request == nil {
      state.lastRequest += 1
      state.sayings[zone]?.request = state.lastRequest
      var line = LineWriter()
      line.request(
        Request(
          id: .integer(state.lastRequest), verb: .update(ZoneUpdate(zone: zone, offset: saying.offset))))
      guard connection.send(line.bytes) else { return connection }
    }
    return nil
  }
}
