internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Pipeline
internal import Settings

/// The whole of `flickd`: the command line, the start, and the loop until a signal ends it.
public enum Daemon {
  /// Runs the daemon with command-line arguments, without the program's name, and returns the exit
  /// code.
  public static func run(_ arguments: [String]) -> Int32 {
    do throws(StartError) {
      return try start(arguments).rawValue
    } catch {
      writeError(error.description)
      return error.code.rawValue
    }
  }

  private static func start(_ arguments: [String]) throws(StartError) -> ExitCode {
    let options = try Result { () throws(DaemonOptions.UsageError) in try DaemonOptions(arguments) }
      .mapError { StartError(.usage, "\($0)\n\(DaemonOptions.usage)") }.get()
    switch options.task {
    case .help: writeOutput(DaemonOptions.help())
    case .version: writeOutput("flickd \(flickdVersion)\n")
    case .check: return try check(options)
    case .serve: return try serve(options)
    }
    return .done
  }

  private static func check(_ options: DaemonOptions) throws(StartError) -> ExitCode {
    let reading = try Startup.configuration(options)
    for diagnostic in reading.diagnostics { writeError("\(diagnostic)") }
    if reading.isValid { writeOutput("the configuration is good\n") }
    return reading.isValid ? .done : .badConfiguration
  }

  private static func serve(_ options: DaemonOptions) throws(StartError) -> ExitCode {
    let log = ServiceLog.logger(level: options.logLevel)
    log.debug("flickd \(flickdVersion) starts")
    let (settings, degraded) = try Startup.settings(options, log: log)
    // Signals are blocked before any call that they could interrupt. The socket is bound last, when
    // nothing else can fail.
    let loop = try starting { () throws(SystemCallError) in
      // The program that reads the log may end first; that must not end flickd.
      try SystemCalls.ignoreBrokenPipes()
      return EventLoop(try Reactor(signals: Signal.ofService))
    }
    let limited = LimitedLog(log, loop: loop)
    let broadcast = Broadcast(settings: settings, loop: loop)
    let panels = try Startup.source(
      options, settings: settings, log: limited, broadcast: broadcast, loop: loop)
    let clients = Clients(
      epoch: newEpoch(), clock: panels.clock, settings: settings,
      access: Access(SocketSettings(), owner: nil, group: nil, ceiling: .decisions), panels: panels,
      broadcast: broadcast, log: log, loop: loop)
    loop.readClock()
    try panels.open(isManaged: ServiceNotification.isWanted)
    let listener = try Startup.listener(options, settings: settings, log: log)
    let (socket, isPassed) = (listener.identity, listener.isPassed)
    clients.access = Access(
      settings.socket, owner: socket?.owner, group: socket?.group,
      ceiling: degraded == nil ? .positions : .decisions)
    clients.access.logUnknownGroups(to: log)
    if options.source == .demo { log.notice("playing the synthetic demo panel: no touchscreen is read") }
    let configuration = try starting { () throws(SystemCallError) in
      try LiveConfiguration(
        options, settings: settings, isPassed: isPassed, degraded: degraded, log: limited, loop: loop)
    }
    try run(panels, listener, clients, configuration, limited, loop)
    return .done
  }

  /// Runs the service; generic, so that no frame passes through an existential.
  private static func run(
    _ panels: some PanelSource, _ listener: consuming UnixListener, _ clients: Clients,
    _ configuration: consuming LiveConfiguration, _ log: LimitedLog, _ loop: EventLoop
  ) throws(StartError) {
    do throws(SystemCallError) {
      try Service(
        loop: loop, listener: listener, panels: panels, clients: clients, configuration: configuration,
        log: log
      ).run()
    } catch {
      throw StartError(.unavailable, error.description)
    }
  }

  /// A random name for this run; numbers of two runs are not comparable.
  private static func newEpoch() -> String { UInt64.random(in: .min ... .max).hexadecimal(digits: 16) }

  private static func writeOutput(_ text: String) {
    try? SystemCalls.writeAll(to: .output, Array(text.utf8).span)
  }

  private static func writeError(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalText }
    try? SystemCalls.writeAll(to: .error, Array("flickd: \(lines.joined(separator: "\n"))\n".utf8).span)
  }
}
