internal import ConfigurationFiles
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Settings

/// The configuration that the service uses, and how it relates to its files.
///
///     good ─────── bad files ──▶ old settings ── good files ──▶ good
///     degraded ─── bad files ──▶ degraded ────── good files ──▶ good
///
/// A reload reads the files on its own thread: ``beginReload()``, then ``finishReload()``.
struct LiveConfiguration: ~Copyable {
  /// How the settings in use relate to the configuration files.
  enum State: Equatable {
    /// The settings in use are those of the files.
    case good
    /// The files were bad at the start: their valid part is in use, with defaults for the rest.
    case degraded(String)
    /// The files became bad later: the former settings are still in use.
    case outdated(String)

    /// The text before the status.
    var prefix: String {
      switch self {
      case .good: ""
      case .degraded(let problem): "degraded: \(problem); "
      case .outdated(let problem): "old settings: \(problem); "
      }
    }
  }

  private(set) var state: State
  /// The socket settings at the start.
  private let socket: SocketSettings
  /// Whether systemd passed the socket; then systemd alone sets its path and owner.
  private let isPassed: Bool
  private let options: DaemonOptions
  private let limited: LimitedLog
  private var worker: LoopWorker<Result<ConfigurationReading, StartError>>
  /// The result of the last reload; nil before the first one.
  private var found: Finding?

  /// The result of reading the files.
  private enum Finding: Equatable {
    /// The files could be read, with this content.
    case read(ConfigurationReading)
    /// The files could not be read, for this reason.
    case unreadable(String)
  }

  /// Starts with the settings read at startup, and the problem in their files, if any.
  init(
    _ options: DaemonOptions, settings: Settings, isPassed: Bool, degraded: String?, log: LimitedLog,
    loop: EventLoop
  ) throws(SystemCallError) {
    worker = try LoopWorker(loop: loop)
    self.options = options
    limited = log
    self.isPassed = isPassed
    socket = settings.socket
    state = degraded.map { .degraded($0) } ?? .good
  }

  /// Whether the files are being read.
  var isReading: Bool { worker.began != nil }

  /// When ``reportLate()`` is due; nil if it is not.
  var lateDue: Int64? { worker.lateDue }

  /// Whether this event announces the end of a reading.
  func owns(_ ready: Reactor.Ready) -> Bool { worker.owns(ready) }

  /// Starts to read the files again, if they are not being read; false if no thread can be created,
  /// so the former settings stay.
  mutating func beginReload() -> Bool {
    let options = options
    do throws(SystemCallError) {
      try worker.start { Result { () throws(StartError) in try Startup.configuration(options) } }
      return true
    } catch {
      _ = refuse(StartError(.unavailable, error.description))
      return false
    }
  }

  /// Logs a reading that takes long, once.
  mutating func reportLate() {
    guard worker.reportLate() else { return }
    log(.unreadable("late")).error(
      "configuration: the file system does not answer: the settings stay the same until it does")
  }

  /// Returns the settings of the files that were read, and the log for the lines about this reload;
  /// nil if the files have not been read yet.
  ///
  /// The settings are nil if the files are bad: that is logged, and the former settings stay. The
  /// log is silent if the files have not changed since the last reload and that was logged too
  /// often.
  mutating func finishReload() -> (settings: Settings?, log: Logger)? {
    guard let answer = worker.finish() else { return nil }
    do throws(StartError) {
      let reading = try answer.get()
      let log = log(.read(reading))
      guard let problem = Startup.problem(of: reading, log: log) else {
        state = .good
        warnAboutUnappliedSettings(reading.settings.socket, log: log)
        Startup.describe(reading.settings, log: log)
        return (reading.settings, log)
      }
      refuse(problem, log: log)
      return (nil, log)
    } catch {
      return (nil, refuse(error))
    }
  }

  private mutating func refuse(_ error: StartError) -> Logger {
    let log = log(.unreadable(error.description))
    refuse(Startup.problem(of: error, log: log), log: log)
    return log
  }

  /// The log for a finding, which becomes the last finding.
  private mutating func log(_ finding: Finding) -> Logger {
    let isNew = finding != found
    found = finding
    return limited.log(of: .reloads, isNew: isNew)
  }

  /// Warns of changed socket settings that a reload cannot apply.
  private func warnAboutUnappliedSettings(_ present: SocketSettings, log: Logger) {
    let pathChanged = present.path != socket.path && options.socket == nil
    let ownerChanged = present.owner != socket.owner || present.group != socket.group
    if isPassed {
      if pathChanged || ownerChanged {
        log.warning(
          "the service manager sets the path, owner and group of the socket: [socket] does not change them")
      }
      return
    }
    if pathChanged { log.warning("the path of the socket stays the same until flickd restarts") }
    if ownerChanged { log.warning("the owner and group of the socket stay the same until flickd restarts") }
  }

  private mutating func refuse(_ problem: String, log: Logger) {
    log.error("the configuration is bad: the settings stay the same")
    if case .degraded = state { state = .degraded(problem) } else { state = .outdated(problem) }
  }
}
