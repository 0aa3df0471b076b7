public import FlickProtocol
internal import GestureCore

/// `[[zone]]`: a zone, and the panels that have it.
///
/// `[swipe]` provides what a zone does not set.
public struct ZoneSettings: Equatable, Sendable {
  /// The panels that have the zone.
  public var panel = PanelMatch()
  /// The zone.
  public var spec: ZoneSpec<RelativeLength>

  /// The largest number of zones that are not private.
  static let most = 64

  /// Creates a zone of every panel.
  public init(_ spec: ZoneSpec<RelativeLength> = ZoneSpec(name: "", offset: .millimeters(0))) {
    self.spec = spec
  }
}

extension ZoneSettings {
  /// Whether any length of the zone is in pixels, so that the zone needs a `surface`.
  public var needsSurface: Bool {
    spec.lengths.contains { if case .pixels = $0 { true } else { false } }
  }
}
