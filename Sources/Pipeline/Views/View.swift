public import FlickProtocol
public import GestureCore
internal import Settings

/// What several clients with equal subscriptions receive.
///
/// Connections with equal views share one encoder. A connection that sets zones or an offset of its
/// own, or receives presses, becomes the ``owner`` of its view; other connections do not share that
/// view.
public struct View: Equatable, Sendable {
  /// The unit of lengths.
  public var unit: LengthUnit
  /// The size of the picture on the panel; the unit px needs it.
  public var surface: Surface?
  /// The level of the clients.
  public var level: Level
  /// The phases that the view shows.
  public var phases: Phases
  /// Whether fingers on content at rest press too.
  public var pressesAtRest = false
  /// The time by which `lookahead_translation` is ahead of its line, nil for none.
  public var lookahead: Interval?
  /// The ids of the panels, nil for all.
  public var panels: [String]?
  /// The numbers of fingers, nil for any.
  public var fingers: FingerCounts?
  /// Zones that replace the configured ones, nil to keep those.
  public var zones: [ZoneSpec<Double>]?
  /// The number of the connection that owns the view, nil for a shared view.
  public var owner: Int?

  /// Creates a view; the default values are those of a connection that has not subscribed.
  public init(unit: LengthUnit = .millimeters, level: Level, phases: Phases = .standard) {
    self.unit = unit
    self.level = level
    self.phases = phases
  }

  /// Creates the view of a subscription; throws what the level does not allow.
  ///
  /// `connection` becomes the owner if the subscription has its own zones.
  public init(_ subscription: Subscription, level: Level, connection: Int) throws(ViewRefusal) {
    if level == .decisions, !subscription.phases.isSubset(of: .standard) { throw .phases }
    if level == .decisions, subscription.lookahead != nil { throw .lookahead }
    if level < .positions, subscription.pressesAtRest { throw .pressesAtRest }
    if level < .positions, subscription.zones?.contains(where: \.isPlaced) ?? false { throw .position }
    self.init(unit: subscription.unit, level: level, phases: subscription.phases)
    pressesAtRest = subscription.pressesAtRest
    lookahead = subscription.lookahead
    surface = subscription.surface
    panels = subscription.panels
    fingers = subscription.fingers
    zones = subscription.zones
    // Presses are counted for each connection.
    if zones != nil || phases.contains(.press) { owner = connection }
  }

  /// Whether the view shows this panel.
  public func shows(panelID: String) -> Bool { panels?.contains(panelID) ?? true }

  /// Whether the view shows swipes of this panel with this number of fingers, if its level allows.
  func isAbout(panelID: String, fingers count: Int) -> Bool {
    (fingers?.contains(count) ?? true) && shows(panelID: panelID)
  }

  /// Whether the view has received the begin of an active swipe, or would have received it.
  func sees(_ swipe: ActiveSwipes.Swipe) -> Bool {
    isAbout(panelID: swipe.panelID, fingers: swipe.fingers)
      && (level == .positions || swipe.excursion >= SwipeFact.withheldExcursion)
  }

  /// The scale from mm on a panel of this size to the view's unit.
  func scale(on extent: Extent, millimetersPerPoint: Double) -> UnitScale {
    switch unit {
    case .millimeters: .millimeters
    case .points: UnitScale(unit: unit, x: 1 / millimetersPerPoint, y: 1 / millimetersPerPoint)
    case .fraction: UnitScale(unit: unit, x: 1 / extent.width, y: 1 / extent.height)
    case .pixels:
      UnitScale(
        unit: unit, x: (surface?.width ?? extent.width) / extent.width,
        y: (surface?.height ?? extent.height) / extent.height)
    }
  }
}

extension View {
  /// The unit of the view's lengths.
  func units(millimetersPerPoint: Double) -> LengthUnits {
    LengthUnits(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
  }

  /// Creates the evaluator for the view's own zones, or for the `configured` ones if it has none.
  func evaluator(configured: [ZoneSettings], millimetersPerPoint: Double) -> ZoneEvaluator {
    let units = units(millimetersPerPoint: millimetersPerPoint)
    // Now a zone of a request is like a `[[zone]]`: its lengths are relative ones.
    let own = zones?.map { ZoneSettings($0.mapLengths(units.length)) }
    return ZoneEvaluator(zones: own ?? configured, units: units)
  }
}

/// A part of a subscription that its level does not allow, or that makes no sense.
public enum ViewRefusal: Error, Equatable, Sendable {
  /// Phases other than end and cancel, at the level `decisions`.
  case phases
  /// Lookahead, at the level `decisions`.
  case lookahead
  /// Presses of content at rest, below the level `positions`.
  case pressesAtRest
  /// The position of a zone, below the level `positions`.
  case position
  /// Values of a zone that contradict each other, as human-readable text.
  case zone(String)

  /// The code of the refusal.
  public var code: RequestErrorCode {
    switch self {
    case .phases, .lookahead, .pressesAtRest, .position: .forbidden
    case .zone: .badValue
    }
  }

  /// The reason, as human-readable text.
  public var message: String {
    switch self {
    case .phases: "at the level decisions, only the phases end and cancel are allowed"
    case .lookahead: "a lookahead needs the level motion"
    case .pressesAtRest: "`presses_at_rest` reports taps, so it needs the level positions"
    case .position: "a zone's rectangle or edge needs the level positions"
    case .zone(let conflict): conflict
    }
  }
}

extension ZoneSpec {
  /// Whether the request sets the zone's position, so that its swipes reveal where they began.
  fileprivate var isPlaced: Bool { rectangle != nil || edge != nil }
}
