/// Limits how often each cause is logged: five lines in 30 s, then one line with the number of
/// dropped lines.
///
///     silent ── a line ──▶ counting, five lines are logged ── 30 s, none dropped ──▶ silent
///                              └──────────── 30 s, some dropped / their number ────▶ silent
///
/// The limit keeps a loose cable, or a client that connects in a loop, from filling a disk.
/// libinput limits its log in the same way. Time is an argument, in µs of CLOCK_MONOTONIC. A cause
/// is forgotten when its count ends.
public struct LogRateLimiter<Cause: Hashable> {
  /// The number of lines that are logged during one count.
  static var lines: Int { 5 }
  /// The length of one count, in µs.
  static var span: Int64 { 30_000_000 }

  private struct Count {
    var end: Int64
    var lines = 0
  }

  private var counts: [Cause: Count] = [:]
  /// When the next count ends, in µs of CLOCK_MONOTONIC; nil while no count runs.
  public private(set) var due: Int64?

  /// Creates a limiter without any counts.
  public init() {}

  /// Returns whether to log a line of `cause`, and counts the line.
  ///
  /// Call ``nextLeftOut(now:)`` before this method.
  public mutating func admit(_ cause: Cause, now: Int64) -> Bool {
    var count = counts[cause] ?? Count(end: now + Self.span)
    count.lines += 1
    counts[cause] = count
    due = min(due ?? count.end, count.end)
    return count.lines <= Self.lines
  }

  /// Returns a cause whose count has ended with dropped lines, and the number of these lines.
  ///
  /// Call this method until it returns nil. Cost: a comparison, unless a count has ended.
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
