internal import LinuxIO
internal import Logging

/// A log in which no cause takes more than its share of ``LogRateLimiter``.
///
/// For what the outside can bring about again and again. Words are made only for lines that are
/// said.
final class LimitedLog {
  /// What lines are counted together.
  enum Cause: Hashable {
    /// Clients that connect.
    case clients
    /// Clients that are turned away.
    case refusals
    /// A service manager that cannot be told.
    case manager
    /// Events of a panel that the kernel dropped.
    case drops(panelID: String)
    /// A node that comes and goes, or cannot be opened.
    case node(String)
    /// What udev or its messages lack.
    case udev
    /// Reloads that found what the one before had found.
    case reloads

    /// How a line calls what was left out.
    var noun: String {
      switch self {
      case .clients: "of clients that connected"
      case .refusals: "of clients that were turned away"
      case .manager: "of the service manager"
      case .drops(let panelID): "of events of \(panelID) that were lost"
      case .node(let node): "of \(node)"
      case .udev: "of udev"
      case .reloads: "of reloads that found nothing new"
      }
    }
  }

  /// The log itself, for what happens once.
  let log: Logger
  private var allowances = LogRateLimiter<Cause>()

  /// Limits what goes to `log`.
  init(_ log: Logger) {
    self.log = log
  }

  /// When there may be something to settle, in µs of CLOCK_MONOTONIC; nil if there is nothing.
  var due: Int64? { allowances.due }

  /// Logs one line of a cause, unless there have been too many.
  func say(
    _ level: Logger.Level, of cause: Cause, now: Int64, metadata: Logger.Metadata? = nil,
    _ message: () -> Logger.Message
  ) {
    guard level >= log.logLevel else { return }
    settle(now: now)
    if allowances.admit(cause, now: now) { log.log(level: level, message(), metadata: metadata) }
  }

  /// The log for all lines of one event: silent where the event is not news, and has been logged
  /// too often.
  func log(of cause: Cause, isNews: Bool, now: Int64) -> Logger {
    settle(now: now)
    if isNews || allowances.admit(cause, now: now) { return log }
    var silent = log
    silent.logLevel = .critical
    return silent
  }

  /// Says how much was left out, once the time of a count is over.
  func settle(now: Int64) {
    while let (cause, lines) = allowances.nextLeftOut(now: now) {
      log.notice("\(lines) more \(lines == 1 ? "line" : "lines") \(cause.noun) left out in 30 s")
    }
  }
}
