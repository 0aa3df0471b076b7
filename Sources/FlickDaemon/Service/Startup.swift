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
    let main = options.configuration ?? ConfigurationFiles.defaultMain
    do throws(SystemCallError) {
      let files = try ConfigurationFiles.locate(
        main: main, list: SystemCalls.namesIfAny, read: SystemCalls.contentsIfAny)
      if options.configuration != nil, !files.contains(where: { $0.name == main }) {
        throw SystemCallError(call: "open", code: .noSuchFile, subject: main)
      }
      return Settings.read(files)
    } catch {
      throw StartError(error.code == .noSuchFile ? .noInput : .noPermission, error.description)
    }
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
