/// Everything that can be set, in the units that the rest of flickd computes in.
public struct Settings: Equatable, Sendable {
  /// `[swipe]`: when a movement is a swipe, and what becomes of it.
  public var swipe = SwipeSettings()
  /// `[[panel]]`: rules for panels, in reading order; the last one that says something wins.
  public var panels: [PanelRule] = []
  /// `[socket]`: where subscribers connect.
  public var socket = SocketSettings()

  /// Creates the defaults.
  public init() {}
}

/// `[socket]`: where subscribers connect.
public struct SocketSettings: Equatable, Sendable {
  /// The path of the socket, `nil` for the usual order of places.
  public var path: String?

  /// Creates the defaults.
  public init() {}
}
