/// How often a panel reports a moving contact: the median of the newest intervals.
///
/// The kernel omits values that did not change, so a resting contact has no rate. The same stream
/// gives the same rate.
struct ReportRate: Sendable {
  /// The newest intervals in µs; the oldest is overwritten first.
  private var intervals = InlineArray<63, Int32>(repeating: 0)
  private var count = 0
  private var next = 0

  /// The number of intervals that are enough to be known.
  private static var enough: Int { 20 }
  /// Shorter intervals separate frames of one scan.
  private static var shortest: Interval { .milliseconds(3) }
  /// Longer intervals are rests: the slowest panels report every 30 ms.
  private static var longest: Interval { .milliseconds(50) }

  /// Adds the time between two reports of a contact at different positions.
  mutating func learn(_ interval: Interval) {
    guard interval >= Self.shortest, interval <= Self.longest else { return }
    intervals[next] = Int32(truncatingIfNeeded: interval.microseconds)
    next = (next + 1) % intervals.count
    count = min(count + 1, intervals.count)
  }

  /// The rate in Hz; nil until it is known.
  ///
  /// Cost: O(n²) for 63 intervals, so ask only for a message.
  var hertz: Double? {
    guard count >= Self.enough else { return nil }
    var sorted = intervals
    for index in 1..<count {
      var lower = index
      while lower > 0, sorted[lower - 1] > sorted[lower] {
        sorted.swapAt(lower - 1, lower)
        lower -= 1
      }
    }
    return 1_000_000 / Double(sorted[count / 2])
  }
}
