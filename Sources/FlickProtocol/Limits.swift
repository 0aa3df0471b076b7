/// The version of the protocol and the limits that both sides of the socket can rely on.
public enum ProtocolLimits {
  /// The major version; within it, fields are added but never renamed.
  public static let major = 1
  /// The minor version, raised with every addition.
  public static let minor = 0

  /// The maximum number of simultaneous connections.
  public static let clients = 64
  /// The maximum number of connections of one user; root has no such limit.
  public static let clientsPerUser = 16
  /// The largest burst of new connections of one user after a pause; it applies to root too.
  public static let connectionBurst: Int64 = 100
  /// The largest number of new connections of one user per second in the long run.
  public static let connectionsPerSecond: Int64 = 20
  /// The number of bytes that may wait for a client before it receives `bye slow-consumer`.
  public static let queuedBytes = 64 * 1024
  /// The largest length of a request line in bytes, including its newline.
  public static let requestBytes = 16 * 1024
  /// The number of request bytes per second that one connection may send; the rest is read later.
  public static let requestBytesPerSecond: Int64 = 32 * 1024
  /// The largest depth of nested objects and arrays in a request line.
  public static let depth = 16
  /// The largest length of a request's string id, in bytes of UTF-8.
  ///
  /// The reply repeats the id, where escaping may turn each byte into six.
  public static let idBytes = 256
  /// The largest number of zones in a subscription.
  public static let zones = 64
  /// The largest number of snap points of a zone.
  public static let snapPoints = 64
  /// The largest number of panels in a subscription.
  public static let panels = 64
  /// The largest length of a zone's name, in bytes of UTF-8.
  public static let nameBytes = 64
  /// The time limit for a complete request line while all connections are in use, in µs.
  public static let halfLineMicroseconds: Int64 = 2_000_000
  /// The shortest time between two `activity` lines of a panel, in µs.
  public static let activityMicroseconds: Int64 = 1_000_000
  /// The time that a client has to read `bye` before the connection is closed, in µs.
  public static let byeMicroseconds: Int64 = 5_000_000

  /// The limits that `hello` contains, by their names there.
  static let announced: [(name: String, limit: Int64)] = [
    ("clients", Int64(clients)), ("clients_per_user", Int64(clientsPerUser)),
    ("queued_bytes", Int64(queuedBytes)), ("request_bytes", Int64(requestBytes)),
    ("request_bytes_per_second", requestBytesPerSecond), ("depth", Int64(depth)),
    ("half_line_us", halfLineMicroseconds),
  ]
}

/// The version of the whole product.
public let flickdVersion = "0.1.0"

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
