/// The version of the protocol and the limits that both sides of the socket can rely on.
public enum ProtocolLimits {
  /// Fields are added under the same major number; none is ever renamed.
  public static let major = 1
  /// Raised with every addition.
  public static let minor = 0

  /// The number of connections at once.
  public static let clients = 64
  /// The number of connections of one user other than root.
  public static let clientsPerUser = 16
  /// How many new connections one user may make in a burst after a pause; root is no exception.
  public static let connectionBurst: Int64 = 100
  /// How many connections one user may open in a second in the long run.
  public static let connectionsPerSecond: Int64 = 20
  /// The number of bytes that may wait for a reader, before it is told `bye slow-consumer`.
  public static let queuedBytes = 64 * 1024
  /// The length of a request line, its end included.
  public static let requestBytes = 16 * 1024
  /// The number of bytes that one connection may say in a second; who says more is heard later.
  public static let requestBytesPerSecond: Int64 = 32 * 1024
  /// How deep objects and arrays of a request line may lie in each other.
  public static let depth = 16
  /// The length of a request's id in UTF-8, where it is a string.
  ///
  /// It comes back in the reply, where each of its bytes may take six.
  public static let idBytes = 256
  /// The time that a request line may take to come whole while every connection is taken, in µs.
  public static let halfLineMicroseconds: Int64 = 2_000_000
  /// The least time between two `activity` lines of a panel, in µs.
  public static let activityMicroseconds: Int64 = 1_000_000
  /// The time that a reader who was told `bye` has to take it, in µs.
  public static let farewellMicroseconds: Int64 = 5_000_000
}

/// The version of the whole product.
public let flickdVersion = "0.1.0"
