internal import FlickProtocol
internal import GestureCore
internal import Pipeline

/// Hands the facts of one panel to the clients.
struct PanelSink: SwipeSink, ~Copyable {
  let setup: PanelSetup
  let clients: Clients
  /// The µs of CLOCK_MONOTONIC at which this turn began.
  let now: Int64
  /// What is added to the panel's time to get the machine's, in µs: not 0 where a recording is
  /// played.
  var shift: Int64 = 0

  mutating func receive(_ fact: borrowing SwipeFact) {
    clients.publish(fact, of: setup, now: now, due: fact.instant.microseconds &+ shift)
  }
}
