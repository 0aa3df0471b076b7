/// The exit codes of this product's commands; the numbers are those of sysexits(3).
public enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case done = 0
  /// The command line is wrong.
  case usage = 64
  /// The input data is invalid.
  case badData = 65
  /// The input does not exist.
  case noInput = 66
  /// The daemon cannot be reached, or the system denies a resource that the service needs.
  case unavailable = 69
  /// A socket or file cannot be created: its path is in use, or its folder missing or not writable.
  case cannotCreate = 73
  /// The failure is temporary; a later try may succeed.
  case tryAgain = 75
  /// A permission is missing.
  case noPermission = 77
  /// The configuration is wrong.
  case badConfiguration = 78
}
