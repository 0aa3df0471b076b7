internal import Configuration
internal import LinuxIO
internal import Logging

/// The configuration that the service goes by, and how that stands to its files.
///
///     good ─────── bad files ──▶ old settings ── good files ──▶ good
///     degraded ─── bad files ──▶ degraded ────── good files ──▶ good
struct LiveConfiguration {
  /// How what holds stands to what the files say.
  enum Standing: Equatable {
    /// They say the same.
    case good
    /// The files were bad at the start: their valid part holds, with defaults for the rest.
    case degraded(String)
    /// The files became bad: what they said before holds.
    case outdated(String)

    /// What goes before the status.
    var prefix: String {
      switch self {
      case .good: ""
      case .degraded(let problem): "degraded: \(problem); "
      case .outdated(let problem): "old settings: \(problem); "
      }
    }
  }

  private(set) var standing: Standing
  /// What the files said of the socket at the start.
  private let socket: SocketSettings
  /// Whether the socket is the service manager's, which alone says where it is and whose.
  private let isPassed: Bool
  private let options: DaemonOptions

  /// Starts with the settings of the start, and what was wrong with their files.
  init(_ options: DaemonOptions, settings: Settings, isPassed: Bool, degraded: String?) {
    self.options = options
    self.isPassed = isPassed
    socket = settings.socket
    standing = degraded.map { .degraded($0) } ?? .good
  }

  /// Reads the files again and returns their settings; nil if they are bad, which is logged, and what held before holds.
  mutating func reload(log: Logger) -> Settings? {
    do throws(StartError) {
      let reading = try Startup.configuration(options)
      guard let problem = Startup.problem(of: reading, log: log) else {
        standing = .good
        warnOfWhatStays(reading.settings.socket, log: log)
        return reading.settings
      }
      refuse(problem, log: log)
    } catch {
      refuse(Startup.problem(of: error, log: log), log: log)
    }
    return nil
  }

  /// Says what of a socket's settings a reload cannot bring about.
  private func warnOfWhatStays(_ present: SocketSettings, log: Logger) {
    let isElsewhere = present.path != socket.path && options.socket == nil
    let isOthers = present.owner != socket.owner || present.group != socket.group
    if isPassed {
      if isElsewhere || isOthers {
        log.warning(
          "path, owner and group of the socket are the service manager's: [socket] changes nothing there")
      }
      return
    }
    if isElsewhere { log.warning("the path of the socket stays as it was until flickd starts again") }
    if isOthers { log.warning("owner and group of the socket stay as they were until flickd starts again") }
  }

  private mutating func refuse(_ problem: String, log: Logger) {
    log.error("the configuration is bad: the settings stay as they were")
    if case .degraded = standing { standing = .degraded(problem) } else { standing = .outdated(problem) }
  }
}
