/// `[socket]`: where clients connect, and how much they may receive.
public struct SocketSettings: Equatable, Sendable {
  /// The path of the socket; `nil` for the usual search order.
  public var path: String?
  /// The name or number of the user that owns the socket; `nil` for flickd's own user.
  public var owner: String?
  /// The name or number of the socket's group; `nil` for flickd's own group.
  public var group: String?
  /// The groups, by name or number, whose members have the level `positions`.
  public var positions: [String] = []
  /// The groups whose members have the level `motion`.
  public var motion: [String] = []
  /// The groups whose members have the level `decisions`.
  public var decisions: [String] = []

  /// Creates the defaults.
  public init() {}
}
