internal import GestureCore
internal import Pipeline

/// Publishes the facts of one panel.
struct PanelSink: SwipeSink, ~Copyable {
  let setup: PanelSetup
  let broadcast: Broadcast
  /// The offset from the panel's clock to CLOCK_MONOTONIC, in µs; not 0 while a recording is
  /// played.
  var shift: Int64 = 0
  /// Whether the panel delivers faster than flickd answers.
  var isBehind = false

  mutating func receive(_ fact: borrowing SwipeFact) {
    broadcast.publish(fact, of: setup, at: moment(of: fact.instant))
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    broadcast.publish(fact, of: setup, at: moment(of: fact.instant))
  }

  private func moment(of instant: Instant) -> PublishingMoment {
    PublishingMoment(frameTime: instant.microseconds &+ shift, isBehind: isBehind)
  }
}
