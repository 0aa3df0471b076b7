public import FlickProtocol
internal import GestureCore

/// All settings, in the units of flickd's computations.
public struct Settings: Equatable, Sendable {
  /// `[swipe]`: when a movement is a swipe, and what a swipe means.
  public var swipe = SwipeSettings()
  /// `[[panel]]`: rules for panels, in reading order; the last rule that sets a key wins.
  public var panels: [PanelRule] = []
  /// The entries of the library, which ``panels`` override, in reading order.
  public var library: [PanelRule] = []
  /// `[[zone]]`: parts of panels, in reading order.
  public var zones: [ZoneSettings] = []
  /// `[socket]`: where clients connect, and how much they may receive.
  public var socket = SocketSettings()

  /// Creates the defaults.
  public init() {}

  /// The zones whose swipes may be sent.
  public var publicZones: [ZoneSettings] { zones.filter { !$0.spec.isPrivate } }
}

/// `[[zone]]`: a zone, and the panels that have it.
///
/// `[swipe]` provides what a zone does not set.
public struct ZoneSettings: Equatable, Sendable {
  /// The panels that have the zone.
  public var panel = PanelMatch()
  /// The zone.
  public var spec: ZoneSpec<RelativeLength>

  /// The largest number of zones that are not private.
  package static let maxCount = 64

  /// Creates a zone of every panel.
  public init(_ spec: ZoneSpec<RelativeLength> = ZoneSpec(name: "", offset: .millimeters(0))) {
    self.spec = spec
  }
}

extension ZoneSettings {
  /// Whether any length of the zone is in pixels, so that the zone needs a `surface`.
  public var needsSurface: Bool { spec.lengths.contains { if case .pixels = $0 { true } else { false } } }
}
