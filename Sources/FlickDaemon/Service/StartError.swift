internal import FlickProtocol
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Why the service cannot start: a message for people, and the exit code.
struct StartError: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String

  init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: RecordingError) {
    self.init(ExitCode(error.fault), error.description)
  }

  /// A configuration file that cannot be read: access is denied, or it is not a regular file.
  init(unreadable error: SystemCallError) {
    let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
    self.init(isForbidden ? .noPermission : .badConfiguration, error.description)
  }

  init(_ error: UnixListenerError) {
    self.init(.cannotCreate, error.description)
  }
}

/// Runs system calls of the start; if one fails, the start ends with exit code 69.
func starting<Value: ~Copyable>(
  _ body: () throws(SystemCallError) -> Value
) throws(StartError) -> Value {
  try Result { () throws(SystemCallError) in try body() }
    .mapError { StartError(.unavailable, $0.description) }.get()
}
