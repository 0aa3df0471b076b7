internal import FlickProtocol
internal import GestureCore
internal import Pipeline

/// Passes the facts of one panel to the clients.
struct PanelSink: SwipeSink, ~Copyable {
  let setup: PanelSetup
  let clients: Clients
  /// When this turn began, in µs of CLOCK_MONOTONIC.
  let now: Int64
  /// The offset from the panel's clock to CLOCK_MONOTONIC, in µs; not 0 while a recording is
  /// played.
  var shift: Int64 = 0

  mutating func receive(_ fact: borrowing SwipeFact) {
    clients.publish(fact, of: setup, now: now, due: fact.instant.microseconds &+ shift)
  }
}
