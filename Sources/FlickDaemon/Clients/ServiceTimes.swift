internal import FlickProtocol
internal import Pipeline

/// How long the service is awake, and how late its lines are.
struct ServiceTimes {
  private var turns = DurationHistogram()
  private var latencies = DurationHistogram()
  private var woken: Int64?
  /// The frames of this turn that gave lines: their stamps on the machine's clock.
  private var frames: [Int64] = []

  init() {
    frames.reserveCapacity(256)
  }

  /// A turn begins.
  mutating func wake(now: Int64) {
    woken = now
  }

  /// A frame of this stamp has given somebody a line.
  mutating func noteFrame(_ stamp: Int64) {
    if frames.last != stamp { frames.append(stamp) }
  }

  /// The lines of the turn are written, and it ends.
  mutating func endTurn(now: Int64) {
    if let woken { turns.add(now - woken) }
    woken = nil
    for stamp in frames { latencies.add(now &- stamp) }
    frames.removeAll(keepingCapacity: true)
  }

  /// Writes down what was measured.
  func report(into counts: inout ServiceCounts) {
    counts.turn = turns.summary
    counts.latency = latencies.summary
  }
}
