internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// A log that limits the lines of each cause, with ``LogRateLimiter``.
///
/// Use it for events that a client or a device can repeat without end. A message is built only if
/// its line is written. At the levels `debug` and `trace`, no line is left out.
final class LimitedLog {
  /// Lines of the same cause are counted together.
  enum Cause: Hashable {
    case clients
    /// Clients that are turned away.
    case refusals
    /// A service manager that cannot be reached.
    case manager
    /// Events of a panel that the kernel dropped.
    case drops(panelID: String)
    /// A node that comes and goes, or cannot be opened.
    case node(String)
    /// Missing data in udev or its messages.
    case udev
    /// Reloads with the same result as the reload before.
    case reloads

    /// The words for the cause in a line about left-out lines.
    var noun: String {
      switch self {
      case .clients: "about clients that connected"
      case .refusals: "about clients that were turned away"
      case .manager: "about the service manager"
      case .drops(let panelID): "about lost events of \(panelID)"
      case .node(let node): "about \(node)"
      case .udev: "about udev"
      case .reloads: "about reloads without news"
      }
    }
  }

  /// The unlimited log, for events that happen once.
  let log: Logger
  private let loop: EventLoop
  private var limiter = LogRateLimiter<Cause>()

  /// Limits what is written to `log`.
  init(_ log: Logger, loop: EventLoop) {
    self.log = log
    self.loop = loop
  }

  private var isLimiting: Bool { log.logLevel > .debug }

  /// When ``reportLeftOut()`` is due, in µs of CLOCK_MONOTONIC; nil if no lines were left out.
  var due: Int64? { limiter.due }

  /// Logs one line of a cause, unless the cause has reached its limit.
  func write(
    _ level: Logger.Level, of cause: Cause, metadata: Logger.Metadata? = nil, _ message: () -> Logger.Message
  ) {
    guard level >= log.logLevel else { return }
    reportLeftOut()
    guard !isLimiting || limiter.admit(cause, now: loop.now) else { return }
    log.log(level: level, message(), metadata: metadata)
  }

  /// The log for all lines of one event; silent if the event is not news and its cause has reached
  /// its limit.
  func log(of cause: Cause, isNew: Bool) -> Logger {
    reportLeftOut()
    if isNew || !isLimiting || limiter.admit(cause, now: loop.now) { return log }
    var silent = log
    silent.logLevel = .critical
    return silent
  }

  /// Logs how many lines were left out, for each cause whose period is over.
  func reportLeftOut() {
    while let (cause, lines) = limiter.nextLeftOut(now: loop.now) {
      log.notice("\(lines) more \(lines == 1 ? "line" : "lines") \(cause.noun) left out in 30 s")
    }
  }
}

/// Writes log lines to standard error in the format of service managers: `<n>message key=value`.
///
/// The journal reads the level from the prefix (sd-daemon(3)). Without a journal, the prefix is
/// `flickd: `.
struct ServiceLog: LogHandler {
  var logLevel: Logger.Level = .info
  var metadata: Logger.Metadata = [:]
  private let isJournal = SystemCalls.environment("JOURNAL_STREAM") != nil

  /// A logger that uses this handler, for lines of this level and above.
  static func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "flickd") { _ in ServiceLog() }
    logger.logLevel = level
    return logger
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = isJournal ? "<\(event.level.syslogPriority)>" : "flickd: "
    line += "\(event.message)".terminalText
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)".terminalText }
    line += "\n"
    // A failed write is ignored, because nothing else could report it.
    try? SystemCalls.writeAll(to: .error, Array(line.utf8).span)
  }
}

extension Logger.Level {
  fileprivate var syslogPriority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
