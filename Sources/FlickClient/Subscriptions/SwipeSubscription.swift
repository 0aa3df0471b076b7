internal import GestureCore

/// What an app asks to receive.
public struct SwipeSubscription: Equatable, Sendable {
  /// The unit of lengths, in zones and in messages.
  public enum Unit: Equatable, Sendable {
    /// Points of 1/163 inch, the density behind SwiftUI's numbers.
    ///
    /// flickd's configuration can set another length for a point.
    case points
    /// Millimetres.
    case millimeters
    /// Fractions of the panel, each axis relative to its own extent.
    case fraction
    /// Pixels of a picture of this size; the subscription must name exactly one panel.
    case pixels(width: Double, height: Double)

    /// Returns the length of a point, 1/163 inch, in this unit along an axis.
    ///
    /// The length in fractions and in pixels depends on the `panel`. Nil for the size that flickd
    /// assumes for a panel of unknown size: 217 × 136 mm.
    public func point(along axis: SwipeZone.Axis, on panel: FlickService.Panel? = nil) -> Double {
      let isHorizontal = axis == .horizontal
      let extent = isHorizontal ? panel?.width ?? 217 : panel?.height ?? 136
      return switch self {
      case .points: 1
      case .millimeters: millimetersPerPoint
      case .fraction: millimetersPerPoint / extent
      case .pixels(let width, let height): millimetersPerPoint * (isHorizontal ? width : height) / extent
      }
    }
  }

  /// The phases of a swipe to receive; the level `decisions` allows only ends and cancels.
  ///
  /// Presses depend on the zone: see ``SwipeZone/hasPresses``.
  public var phases: Set<Swipe.Phase>
  /// The unit of lengths.
  public var unit: Unit
  /// The identities of the panels, nil for all; they need not be present yet.
  public var panels: [String]?
  /// The numbers of fingers, 1 to 10; nil for any.
  public var fingers: Set<Int>?
  /// The maximum rate of updates of one swipe, 1 to 1000 per second.
  ///
  /// nil for one update with every frame of the panel.
  public var maxRate: Double?
  /// The time of the lookahead in each begin and update, 1 to 100 ms; nil for none.
  ///
  /// Use ``Swipe/lookaheadTranslation`` to compensate for a late picture.
  public var lookahead: Duration?
  /// The app's own zones; nil for the zones of flickd's configuration.
  public var zones: [SwipeZone]?
  /// Whether the app also receives the swipes outside of its own ``zones``.
  ///
  /// Their ``Swipe/zone`` is nil. Without own zones, the app receives all swipes.
  public var includesOutside: Bool

  /// Whether fingers on content at rest press too, as in a web page: see ``SwipeZone/hasPresses``.
  ///
  /// Such a press is a tap, so it needs the level `positions`. A flickd that does not know this
  /// option sends only presses of content in flight.
  public var pressesAtRest: Bool
  /// Whether the app receives ``SwipeEvent/activity(panelID:)``.
  public var reportsActivity: Bool

  /// Creates a subscription; the default is everything, in points.
  public init(
    zones: [SwipeZone]? = nil, includesOutside: Bool = false, unit: Unit = .points,
    phases: Set<Swipe.Phase> = [.begin, .update, .end, .cancel],
    panels: [String]? = nil, fingers: Set<Int>? = nil, maxRate: Double? = nil, lookahead: Duration? = nil,
    pressesAtRest: Bool = false, reportsActivity: Bool = false
  ) {
    self.zones = zones
    self.includesOutside = includesOutside
    self.unit = unit
    self.phases = phases
    self.panels = panels
    self.fingers = fingers
    self.maxRate = maxRate
    self.lookahead = lookahead
    self.pressesAtRest = pressesAtRest
    self.reportsActivity = reportsActivity
  }
}
