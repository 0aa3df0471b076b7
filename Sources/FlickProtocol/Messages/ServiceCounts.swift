/// The quantiles of a number of durations, in µs.
public struct DurationSummary: Equatable, Sendable {
  /// How many there were.
  public var count: Int64
  /// Half of them were at most this long.
  public var p50: Int64
  /// Of a hundred, 99 were at most this long.
  public var p99: Int64
  /// Of a thousand, 999 were at most this long.
  public var p999: Int64
  /// The longest.
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

/// What has been counted of the service as a whole since it started.
public struct ServiceCounts: Equatable, Sendable {
  /// The number of connections now.
  public var clients = 0
  /// How long the service has run, in µs of CLOCK_MONOTONIC: the time for which the machine was
  /// suspended is not in it.
  public var uptime: Int64 = 0
  /// How many connections were turned away: denied, or beyond a limit.
  public var refused: Int64 = 0
  /// How many were ended because they did not read.
  public var slowConsumers: Int64 = 0
  /// How many updates were replaced by newer ones before a slow reader got them.
  public var merged: Int64 = 0
  /// How often the service woke up.
  public var turns: Int64 = 0
  /// How long it was awake, of each waking.
  public var turn = DurationSummary()
  /// From the kernel's stamp of a frame to the end of writing its lines.
  public var latency = DurationSummary()

  /// Starts at nothing.
  public init() {}

  /// Writes the fields into an open object.
  ///
  /// Below the level `positions` only `clients` and the uptime are written: everything else grows
  /// with touches, taps included.
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
