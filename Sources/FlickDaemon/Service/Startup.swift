internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import Logging
internal import Pipeline
internal import Recordings
internal import Settings

/// What the service needs before it runs: its configuration, its recordings, its socket.
enum Startup {
  /// Reads the configuration; a file of `--config` must exist, the default file may be missing.
  static func configuration(_ options: DaemonOptions) throws(StartError) -> ConfigurationReading {
    let files = try Result { () throws(SystemCallError) in
      try ConfigurationFiles.locate(
        named: options.configuration, list: SystemCalls.namesIfAny, read: SystemCalls.contentsIfAny)
    }
    .mapError { StartError(unreadable: $0) }.get()
    guard let files else {
      throw StartError(missing: options.configuration ?? "", isReadAgain: true)
    }
    return Settings.read(files, library: library(options))
  }

  /// The files of the library: the shipped ones, and those beside the configuration.
  private static func library(_ options: DaemonOptions) -> [ConfigurationFile] {
    LibraryFiles.locate(
      shipped: ShareFolders.panelLibrary, beside: options.configuration ?? ConfigurationFiles.defaultMain,
      list: SystemCalls.namesIfAny, read: SystemCalls.contentsIfAny)
  }

  /// The settings for the service, and the problem of the configuration, if any.
  ///
  /// A bad file must not stop a kiosk: its valid part is used, with defaults for the rest. A file
  /// that cannot be read counts as empty. Only a missing file of `--config` is an error of the
  /// command line.
  static func settings(
    _ options: DaemonOptions, log: Logger
  ) throws(StartError) -> (Settings, degraded: String?) {
    do throws(StartError) {
      let reading = try configuration(options)
      describe(reading.settings, log: log)
      return (reading.settings, problem(of: reading, log: log))
    } catch {
      guard error.code != .noInput else { throw error }
      let reading = Settings.read([], library: library(options))
      _ = problem(of: reading, log: log)
      return (reading.settings, problem(of: error, log: log))
    }
  }

  /// Logs how much a configuration contains, for people who debug it.
  static func describe(_ settings: Settings, log: Logger) {
    log.debug(
      "configuration: zones: \(settings.zones.count), rules: \(settings.panels.count), library: \(settings.library.count)"
    )
  }

  /// Logs every problem of a configuration, and returns a short summary; nil if there is no
  /// problem.
  static func problem(of reading: ConfigurationReading, log: Logger) -> String? {
    for diagnostic in reading.diagnostics { log.error("configuration: \(diagnostic)") }
    let count = reading.diagnostics.count
    return count == 0 ? nil : "\(count) \(count == 1 ? "error" : "errors") in the configuration"
  }

  /// Logs why a configuration cannot be read, and returns a short summary.
  static func problem(of error: StartError, log: Logger) -> String {
    log.error("configuration: \(error)")
    return "the configuration cannot be read"
  }

  /// Creates the source of frames; recordings are read completely, so that a bad one prevents the
  /// start.
  static func source(
    _ options: DaemonOptions, settings: Settings, log: LimitedLog, broadcast: Broadcast, loop: EventLoop
  ) throws(StartError) -> any PanelSource {
    switch options.source {
    case .live:
      return try starting { () throws(SystemCallError) in
        try LivePanels(
          settings: settings, seat: Seat.chosen(options.seat),
          memory: PanelMemoryFile(folder: StateFolder.server, log: log.log, loop: loop), log: log,
          broadcast: broadcast, loop: loop)
      }
    case .replay(let paths):
      var recordings: [Recording] = []
      for path in paths {
        let played = try Result { () throws(RecordingError) in try RecordingFile.played(path) }
          .mapError { StartError($0) }.get()
        if played.contains(where: { $0.configuration != nil || !$0.cues.isEmpty }) {
          log.log.notice(
            "\(path): only the touches of this scenario are played: `flickctl replay` also plays its configuration"
          )
        }
        recordings += played
      }
      return PlayedRecordings(
        RecordedPanel.panels(for: recordings, settings: settings), broadcast: broadcast, loop: loop)
    case .demo: return PlayedDemo(settings: settings, broadcast: broadcast, loop: loop)
    }
  }

  /// Binds the socket, or uses the one that systemd passed.
  static func listener(_ options: DaemonOptions, settings: Settings, log: Logger) throws(StartError)
    -> UnixListener
  {
    if options.socket == nil, let passed = try passedSocket() {
      log.info("listening on the socket of the service manager")
      return try listening(on: passed)
    }
    let path = try socketPath(options, settings: settings)
    let owner = number(of: settings.socket.owner, "user", log) { $0.user }
    let group = number(of: settings.socket.group, "group", log) { $0.group }
    do throws(UnixListenerError) {
      let listener = try UnixListener(path: path, owner: owner, group: group)
      log.info("listening at \(path)")
      return listener
    } catch {
      throw StartError(error)
    }
  }

  /// The number of a configured account.
  ///
  /// Nil for an account that the system does not know: that is logged, and the account gets no
  /// access.
  private static func number(
    of name: String?, _ kind: String, _ log: Logger, lookUp: (AccountName) -> UInt32?
  ) -> UInt32? {
    guard let name else { return nil }
    let number = lookUp(AccountName(name))
    if number == nil {
      log.error("configuration: there is no \(kind) `\(name)`: the socket keeps flickd's own")
    }
    return number
  }

  private static func socketPath(_ options: DaemonOptions, settings: Settings) throws(StartError) -> String {
    let path = try Result { () throws(SystemCallError) in
      try SocketPath.server(named: options.socket, configured: settings.socket.path)
    }
    .mapError { StartError(UnixListenerError($0, path: SocketPath.user() ?? SocketPath.system)) }.get()
    if let fault = SocketPath.fault(ofAddress: path) {
      throw StartError(.cannotCreate, "'\(path)' cannot be the path of a socket: \(fault)")
    }
    return path
  }

  private static func passedSocket() throws(StartError) -> OwnedFD? {
    try Result { () throws(SocketActivation.Failure) in try SocketActivation.take() }
      .mapError { StartError(.unavailable, $0.description) }.get()
  }

  private static func listening(on passed: consuming OwnedFD) throws(StartError) -> UnixListener {
    do throws(SystemCallError) {
      return try UnixListener(taking: passed)
    } catch {
      throw StartError(.unavailable, error.description)
    }
  }
}

/// Why the service cannot start: a human-readable message, and the exit code.
struct StartError: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String

  init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: RecordingError) {
    if error.isMissing {
      self.init(missing: error.file)
    } else {
      self.init(ExitCode(error.fault), error.explained)
    }
  }

  /// A file of the command line that does not exist.
  init(missing path: String, isReadAgain: Bool = false) {
    self.init(.noInput, MissingPath.message(path, isReadAgain: isReadAgain) { nearest(to: $0, in: $1) })
  }

  /// A configuration file that cannot be read: access is denied, or it is not a regular file.
  init(unreadable error: SystemCallError) {
    let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
    self.init(isForbidden ? .noPermission : .badConfiguration, error.explained)
  }

  init(_ error: UnixListenerError) {
    self.init(.cannotCreate, error.description)
  }
}

/// Runs system calls of the start; if one fails, the start ends with exit code 69.
func starting<Value: ~Copyable>(_ body: () throws(SystemCallError) -> Value) throws(StartError) -> Value {
  try Result { () throws(SystemCallError) in try body() }
    .mapError { StartError(.unavailable, $0.explained) }.get()
}
