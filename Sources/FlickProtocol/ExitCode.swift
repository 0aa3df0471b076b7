/// How a command of this product ends; the numbers are those of sysexits(3).
public enum ExitCode: Int32, Sendable {
  /// Done.
  case done = 0
  /// The command line is wrong.
  case usage = 64
  /// The data is not what it should be.
  case badData = 65
  /// There is no such input.
  case noInput = 66
  /// The daemon cannot be reached, or the system refuses what the service needs.
  case unavailable = 69
  /// Something cannot be created: the socket's path is held, or its folder missing or not writable.
  case cannotCreate = 73
  /// It may work at another time.
  case tryAgain = 75
  /// A permission is missing.
  case noPermission = 77
  /// The configuration is wrong.
  case badConfiguration = 78
}
