/// Limits how often a service reports its status to the service manager: on a change, at most once
/// a second.
///
/// The facts are compared by value, so the caller formats a status only when it is sent.
public struct PacedStatus<Facts: Equatable> {
  /// The time between two messages, in µs.
  ///
  /// A person reads no faster, and a client that connects in a loop costs no more.
  static var pace: Int64 { 1_000_000 }

  private var sent: Facts
  private var sentAt: Int64
  /// When to send a change that waits, in µs of CLOCK_MONOTONIC; nil if no change waits.
  public private(set) var due: Int64?

  /// Starts with the facts that were sent at `now`, in µs of CLOCK_MONOTONIC.
  public init(sent facts: Facts, now: Int64) {
    sent = facts
    sentAt = now
  }

  /// Returns whether to send `facts` now, and if so, counts them as sent.
  ///
  /// Otherwise ``due`` is the time to send them, or nil if nothing changed. Cost: one comparison
  /// while nothing changes.
  public mutating func update(_ facts: Facts, now: Int64) -> Bool {
    guard facts != sent else {
      due = nil
      return false
    }
    guard now - sentAt >= Self.pace else {
      due = sentAt + Self.pace
      return false
    }
    self = PacedStatus(sent: facts, now: now)
    return true
  }
}

/// Limits how often a service reads its configuration again: immediately, but at most ten times a
/// second.
///
///     idle ── requested ──▶ due now, or 100 ms after the last reload ── reload ──▶ idle
///                             └── requested again: one reload serves both
///
/// A high rate of SIGHUP therefore cannot delay the rest of the loop. The last reload always reads
/// the files as they were at the last signal or later. Time is an argument, in µs of
/// CLOCK_MONOTONIC.
public struct ReloadPace: Equatable, Sendable {
  /// The minimum time between two reloads, in µs.
  static var span: Int64 { 100_000 }

  private var earliest = Int64.min
  /// When the next reload is due, in µs of CLOCK_MONOTONIC; nil if no reload was requested.
  public private(set) var due: Int64?

  /// Creates a pace before the first reload.
  public init() {}

  /// Requests a reload, and sets ``due`` to its time.
  public mutating func ask(now: Int64) {
    due = due ?? max(now, earliest)
  }

  /// Returns whether a reload is due, and if so, counts it as done; the caller then reloads.
  public mutating func begin(now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    earliest = now + Self.span
    return true
  }
}

/// Schedules the watchdog messages that the service manager requests with `$WATCHDOG_USEC`.
///
/// Only the loop can show that it still turns, so the loop calls ``fire(now:)`` in each turn and
/// wakes up at ``due``. A separate thread would keep sending messages while the loop hangs. The
/// corresponding C function is `sd_watchdog_enabled`.
public struct Watchdog: Equatable, Sendable {
  /// The time between two messages, in µs: a third of the manager's timeout.
  ///
  /// systemd advises half of the timeout. A third keeps to this advice even if a turn is long.
  let interval: Int64
  /// When the next message is due, in µs of CLOCK_MONOTONIC.
  public private(set) var due: Int64

  /// Reads what the service manager requests of this process; nil if it requests nothing.
  public init?(now: Int64) {
    self.init(
      period: SystemCalls.environment("WATCHDOG_USEC"), process: SystemCalls.environment("WATCHDOG_PID"),
      own: SystemCalls.processNumber(), now: now)
  }

  /// Reads the values of both variables, of which `process` may be absent; nil if they request
  /// nothing of the process `own`.
  init?(period: String?, process: String?, own: Int32, now: Int64) {
    guard let period = period.flatMap(Int64.init), period > 2, process == nil || process == "\(own)" else {
      return nil
    }
    interval = period / 3
    due = now.addingReportingOverflow(interval).partialValue
  }

  /// Returns whether a message is due, and if so, schedules the next one.
  public mutating func fire(now: Int64) -> Bool {
    guard now >= due else { return false }
    due = now &+ interval
    return true
  }
}

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
