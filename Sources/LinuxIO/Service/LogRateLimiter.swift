/// How often each cause may be logged: five lines in 30 s, then one line that says how many more
/// there were.
///
///     silent ── a line ──▶ counting, five lines are said ── 30 s, none left out ──▶ silent
///                              └───────── 30 s, some left out / their number ─────▶ silent
///
/// So a cable that is loose, or a client that connects in a loop, cannot fill a disk. libinput
/// allows as much. Time is an argument, in µs of CLOCK_MONOTONIC; causes whose count has ended are
/// forgotten.
public struct LogRateLimiter<Cause: Hashable> {
  /// The number of lines that are said.
  static var lines: Int { 5 }
  /// How long they have to last, in µs.
  static var span: Int64 { 30_000_000 }

  private struct Count {
    var end: Int64
    var lines = 0
  }

  private var counts: [Cause: Count] = [:]
  /// When the next count ends, in µs of CLOCK_MONOTONIC; nil while none runs.
  public private(set) var due: Int64?

  /// Creates allowances of which nothing is used.
  public init() {}

  /// Whether a line of `cause` is said; one that is not is counted.
  ///
  /// Ask ``nextLeftOut(now:)`` before it.
  public mutating func admit(_ cause: Cause, now: Int64) -> Bool {
    var count = counts[cause] ?? Count(end: now + Self.span)
    count.lines += 1
    counts[cause] = count
    due = min(due ?? count.end, count.end)
    return count.lines <= Self.lines
  }

  /// A cause whose count has ended with lines left out, and their number; call it until it answers
  /// nil.
  ///
  /// Cost: a comparison, unless a count has ended.
  public mutating func nextLeftOut(now: Int64) -> (cause: Cause, lines: Int)? {
    while let due, due <= now, let ended = counts.first(where: { $0.value.end <= now }) {
      counts[ended.key] = nil
      self.due = counts.values.map(\.end).min()
      let leftOut = ended.value.lines - Self.lines
      if leftOut > 0 { return (ended.key, leftOut) }
    }
    return nil
  }
}
