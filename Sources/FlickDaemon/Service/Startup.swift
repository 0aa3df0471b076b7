internal import Configuration
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline

/// What is settled before the service runs: its configuration, its recordings, its socket.
enum Startup {
  /// Reads the configuration; a file that was named must be there, the default one need not.
  static func configuration(_ options: DaemonOptions) throws(StartError) -> ConfigurationReading {
    let files: [ConfigurationFile]?
    do throws(SystemCallError) {
      files = try ConfigurationFiles.locate(
        named: options.configuration, list: SystemCalls.namesIfAny, read: SystemCalls.contentsIfAny)
    } catch {
      throw StartError(.noPermission, error.description)
    }
    guard let files else {
      throw StartError(.noInput, "\(options.configuration ?? ""): there is no such file")
    }
    return Settings.read(files)
  }

  /// The settings to serve by, and what is wrong with the configuration, if anything.
  ///
  /// A bad file never takes a kiosk down: what is valid holds beside the defaults, and one that cannot be read counts as
  /// empty. Only a named file that is not there is a mistake of the command line.
  static func settings(
    _ options: DaemonOptions, log: Logger
  ) throws(StartError) -> (Settings, degraded: String?) {
    let reading: ConfigurationReading
    do throws(StartError) {
      reading = try configuration(options)
    } catch {
      guard error.code == .noPermission else { throw error }
      log.error("configuration: \(error)")
      return (Settings(), "the configuration cannot be read")
    }
    for diagnostic in reading.diagnostics { log.error("configuration: \(diagnostic)") }
    let count = reading.diagnostics.count
    return (reading.settings, reading.isValid ? nil : "\(count) errors in the configuration")
  }

  /// Reads the recordings that stand in for panels.
  static func recordings(_ paths: [String]) throws(StartError) -> [Recording] {
    var recordings: [Recording] = []
    for path in paths {
      do throws(RecordingError) {
        recordings.append(try RecordingFile.read(path))
      } catch {
        throw StartError(error)
      }
    }
    return recordings
  }

  /// Binds the socket, or takes over the one that the service manager holds.
  static func listener(_ options: DaemonOptions, settings: Settings, log: Logger) throws(StartError)
    -> UnixListener
  {
    if options.socket == nil, let passed = PassedSocket.take() {
      log.info("listening on the socket of the service manager")
      return try listening(on: passed)
    }
    let path = try socketPath(options, settings: settings)
    do throws(UnixListenerError) {
      let listener = try UnixListener(path: path)
      log.info("listening at \(path)")
      return listener
    } catch {
      throw StartError(error)
    }
  }

  private static func socketPath(_ options: DaemonOptions, settings: Settings) throws(StartError) -> String {
    do throws(SystemCallError) {
      return try SocketPath.server(named: options.socket, configured: settings.socket.path)
    } catch {
      throw StartError(.cannotCreate, error.description)
    }
  }

  private static func listening(on passed: consuming OwnedFD) throws(StartError) -> UnixListener {
    do throws(SystemCallError) {
      return try UnixListener(taking: passed)
    } catch {
      throw StartError(.unavailable, error.description)
    }
  }
}
