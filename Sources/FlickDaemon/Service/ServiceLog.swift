internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// Writes log lines to standard error in the format of service managers: `<n>message key=value`.
///
/// The journal reads the level from the prefix (sd-daemon(3)). Without a journal, the prefix is
/// `flickd: `.
struct ServiceLog: LogHandler {
  var logLevel: Logger.Level = .info
  var metadata: Logger.Metadata = [:]
  private let isJournal = SystemCalls.environment("JOURNAL_STREAM") != nil

  /// A logger that uses this handler.
  static func logger() -> Logger {
    Logger(label: "flickd") { _ in ServiceLog() }
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
    // A failed write is ignored, because there is no other place to report it.
    try? SystemCalls.writeAll(to: .error, Array(line.utf8).span)
  }
}

extension Logger.Level {
  /// The priority of syslog(3).
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
