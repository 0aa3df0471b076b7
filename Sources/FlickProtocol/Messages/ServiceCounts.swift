/// The quantiles of a number of durations, in µs.
public struct DurationSummary: Equatable, Sendable {
  /// The number of durations.
  public var count: Int64
  /// The median: half of the durations were at most this long.
  public var p50: Int64
  /// The 99 % quantile: of a hundred durations, 99 were at most this long.
  public var p99: Int64
  /// The 99.9 % quantile: of a thousand durations, 999 were at most this long.
  public var p999: Int64
  /// The longest duration.
  public var max: Int64

  /// Creates a summary.
  public init(count: Int64 = 0, p50: Int64 = 0, p99: Int64 = 0, p999: Int64 = 0, max: Int64 = 0) {
    self.count = count
    self.p50 = p50
    self.p99 = p99
    self.p999 = p999
    self.max = max
  }

  /// Writes the summary as an object.
  func write(into line: inout LineWriter) {
    line.beginObject()
    for (name, value) in [("count", count), ("p50", p50), ("p99", p99), ("p999", p999), ("max", max)] {
      line.key(name)
      line.integer(value)
    }
    line.endObject()
  }
}

/// The counts of the whole service since it started.
public struct ServiceCounts: Equatable, Sendable {
  /// The present number of connections.
  public var clients = 0
  /// The time since the start, in µs of CLOCK_MONOTONIC, without the time of suspends.
  public var uptime: Int64 = 0
  /// The number of connections that were turned away: denied, or beyond a limit.
  public var refused: Int64 = 0
  /// The number of connections that were closed because the client did not read.
  public var slowConsumers: Int64 = 0
  /// The number of updates that newer ones replaced before a slow client received them.
  public var merged: Int64 = 0
  /// The number of turns.
  public var turns: Int64 = 0
  /// The durations of the turns.
  public var turn = DurationSummary()
  /// The times from the kernel's timestamp of a frame until its lines were written.
  public var latency = DurationSummary()

  /// Creates counts of zero.
  public init() {}

  /// Writes the fields into an open object.
  ///
  /// Below the level `positions`, only `clients` and the uptime are written, because all other
  /// counts grow with touches, including taps.
  func writeFields(into line: inout LineWriter, level: Level) {
    line.key("clients")
    line.integer(Int64(clients))
    line.key("uptime_us")
    line.integer(uptime)
    guard level == .positions else { return }
    for (name, value) in [
      ("refused", refused), ("slow_consumers", slowConsumers), ("merged", merged), ("turns", turns),
    ] {
      line.key(name)
      line.integer(value)
    }
    line.key("turn_us")
    turn.write(into: &line)
    line.key("latency_us")
    latency.write(into: &line)
  }
}
