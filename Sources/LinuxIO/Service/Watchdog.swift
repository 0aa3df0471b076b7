/// Schedules the watchdog messages that the service manager requests with `$WATCHDOG_USEC`.
///
/// Only the loop can show that it still turns. So the loop calls ``fire(now:)`` in each turn and
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
