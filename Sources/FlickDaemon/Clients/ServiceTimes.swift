internal import FlickProtocol
internal import Pipeline

/// Measures how long each turn is, and how late its lines are.
struct ServiceTimes {
  private var turns = DurationHistogram()
  private var latencies = DurationHistogram()
  private var woken: Int64?
  /// The timestamps, on CLOCK_MONOTONIC, of this turn's frames that sent lines.
  private var frames: [Int64] = []

  init() {
    frames.reserveCapacity(256)
  }

  /// Starts measuring a turn.
  mutating func wake(now: Int64) {
    woken = now
  }

  /// Notes that the frame with this timestamp sent a line.
  mutating func noteFrame(_ stamp: Int64) {
    if frames.last != stamp { frames.append(stamp) }
  }

  /// Ends the turn, after its lines are written.
  mutating func endTurn(now: Int64) {
    if let woken { turns.add(now - woken) }
    woken = nil
    for stamp in frames { latencies.add(now &- stamp) }
    frames.removeAll(keepingCapacity: true)
  }

  /// Writes the measured quantiles into `counts`.
  func report(into counts: inout ServiceCounts) {
    counts.turn = turns.summary
    counts.latency = latencies.summary
  }
}
