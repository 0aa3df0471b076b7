/// Maps the clock of recordings to CLOCK_MONOTONIC, as flick.js maps flickd's clock to a page's.
///
/// The line with the least delay gives the difference of the clocks. Each panel plays its own
/// recording.
struct RecordedClock {
  /// A later line is not late, but of a recording that has started again.
  private static let longestDelay = Duration.seconds(2)

  private var differences: [String: Duration] = [:]

  /// Returns the present time of a line of a panel that arrives `now`.
  mutating func present(_ time: Duration, of panel: String, now: Duration) -> Duration {
    let difference = now - time
    let known = differences[panel] ?? difference
    let isOther = difference < known || difference - known > Self.longestDelay
    let present = isOther ? difference : known
    differences[panel] = present
    return time + present
  }
}
