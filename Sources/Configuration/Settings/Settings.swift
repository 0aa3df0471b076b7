internal import FlickProtocol

/// All settings, in the units of flickd's computations.
public struct Settings: Equatable, Sendable {
  /// `[swipe]`: when a movement is a swipe, and what a swipe means.
  public var swipe = SwipeSettings()
  /// `[[panel]]`: rules for panels, in reading order; the last rule that sets a key wins.
  public var panels: [PanelRule] = []
  /// `[[zone]]`: parts of panels, in reading order.
  public var zones: [ZoneSettings] = []
  /// `[socket]`: where clients connect, and how much they may receive.
  public var socket = SocketSettings()

  /// Creates the defaults.
  public init() {}

  /// The zones whose swipes may be sent.
  public var publicZones: [ZoneSettings] { zones.filter { !$0.spec.isPrivate } }
}
