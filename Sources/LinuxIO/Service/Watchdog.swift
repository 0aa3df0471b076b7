/// When the service manager is to hear that the service is alive, as it asks for in
/// `$WATCHDOG_USEC`.
///
/// Only the loop can show that it turns: it calls ``fire(now:)`` in each turn and wakes up by
/// ``due``. A thread of its own would be alive for ever. The corresponding C function is
/// `sd_watchdog_enabled`.
public struct Watchdog: Equatable, Sendable {
  /// The time between two signs of life: a third of what the manager waits, so that they come every
  /// half of it, as systemd advises, also where a turn is long.
  let interval: Int64
  /// When the next one is due, in µs of CLOCK_MONOTONIC.
  public private(set) var due: Int64

  /// Reads what the manager asks of this process; nil if it asks for nothing.
  public init?(now: Int64) {
    self.init(
      period: SystemCalls.environment("WATCHDOG_USEC"), process: SystemCalls.environment("WATCHDOG_PID"),
      own: SystemCalls.processNumber(), now: now)
  }

  /// Reads the two variables, of which `process` may be absent; nil if they ask nothing of the
  /// process `own`.
  init?(period: String?, process: String?, own: Int32, now: Int64) {
    guard let period = period.flatMap(Int64.init), period > 2, process == nil || process == "\(own)" else {
      return nil
    }
    interval = period / 3
    due = now.addingReportingOverflow(interval).partialValue
  }

  /// Returns whether a sign of life is due, and then schedules the next one.
  public mutating func fire(now: Int64) -> Bool {
    guard now >= due else { return false }
    due = now &+ interval
    return true
  }
}
