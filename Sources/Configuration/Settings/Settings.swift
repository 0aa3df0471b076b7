/// Everything that can be set, in the units that the rest of flickd computes in.
public struct Settings: Equatable, Sendable {
  /// `[swipe]`: when a movement is a swipe, and what becomes of it.
  public var swipe = SwipeSettings()
  /// `[[panel]]`: rules for panels, in reading order; the last one that says something wins.
  public var panels: [PanelRule] = []
  /// `[[zone]]`: parts of panels, in reading order.
  public var zones: [ZoneSettings] = []
  /// `[socket]`: where subscribers connect, and how much they may know.
  public var socket = SocketSettings()

  /// Creates the defaults.
  public init() {}
}
