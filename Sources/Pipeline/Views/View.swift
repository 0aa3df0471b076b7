public import FlickProtocol
public import GestureCore

/// What one kind of subscriber wants to see, and may.
///
/// Connections with equal views share one encoder. One that has put zones of its own or an offset
/// into its view is its ``owner``, and shares it with nobody.
public struct View: Equatable, Sendable {
  /// The unit of lengths.
  public var unit: LengthUnit
  /// The picture on the panel; pixels need it.
  public var surface: Surface?
  /// How much it may know.
  public var level: Level
  /// The phases that it asked for.
  public var phases: Phases
  /// How far ahead of its line each begin and update says where the finger will be, nil for not at
  /// all.
  public var lookahead: Interval?
  /// The identities of the panels, nil for all.
  public var panels: [String]?
  /// The numbers of fingers, nil for any.
  public var fingers: FingerCounts?
  /// Zones in place of the configured ones, nil to keep those.
  public var zones: [ZoneRequest]?
  /// The number of the connection whose own it is, nil for a view that is shared.
  public var owner: Int?

  /// Creates a view; without more words it is that of a connection which asked for nothing.
  public init(unit: LengthUnit = .millimeters, level: Level, phases: Phases = .standard) {
    self.unit = unit
    self.level = level
    self.phases = phases
  }

  /// Creates the view that a subscription describes, or refuses what its level does not allow.
  ///
  /// `connection` becomes the owner where the subscription has zones of its own.
  public init(
    _ subscription: Subscription, level: Level, connection: Int
  ) throws(ViewRefusal) {
    if level == .decisions, !subscription.phases.isSubset(of: .standard) { throw .phases }
    if level == .decisions, subscription.lookahead != nil { throw .lookahead }
    if level < .positions, subscription.zones?.contains(where: \.isPlaced) ?? false {
      throw .place
    }
    self.init(unit: subscription.unit, level: level, phases: subscription.phases)
    lookahead = subscription.lookahead
    surface = subscription.surface
    panels = subscription.panels
    fingers = subscription.fingers
    zones = subscription.zones
    if zones != nil { owner = connection }
  }

  /// Whether it is told of this panel at all.
  public func shows(panelID: String) -> Bool {
    panels?.contains(panelID) ?? true
  }

  /// Whether swipes of so many fingers on this panel are its own to see, as soon as its level
  /// allows.
  func isAbout(panelID: String, fingers count: Int) -> Bool {
    (fingers?.contains(count) ?? true) && shows(panelID: panelID)
  }

  /// Whether it knows of a swipe that is under way: it was told of its begin, or would have been.
  func sees(_ swipe: ActiveSwipes.Swipe) -> Bool {
    isAbout(panelID: swipe.panelID, fingers: swipe.fingers)
      && (level == .positions || swipe.excursion >= SwipeFact.withheldExcursion)
  }

  /// How lengths on a panel of this size become those of the view.
  func scale(on extent: Extent, millimetersPerPoint: Double) -> UnitScale {
    switch unit {
    case .millimeters:
      .millimeters
    case .points:
      UnitScale(unit: unit, x: 1 / millimetersPerPoint, y: 1 / millimetersPerPoint)
    case .fraction:
      UnitScale(unit: unit, x: 1 / extent.width, y: 1 / extent.height)
    case .pixels:
      UnitScale(
        unit: unit, x: (surface?.width ?? extent.width) / extent.width,
        y: (surface?.height ?? extent.height) / extent.height)
    }
  }
}

/// What a subscription asks for that its level does not allow.
public enum ViewRefusal: Error, Equatable, Sendable {
  /// More than ends and cancels, at the level `decisions`.
  case phases
  /// Where the finger will be, at the level `decisions`.
  case lookahead
  /// The place of a zone, below the level `positions`.
  case place

  /// Why, for people.
  public var message: String {
    switch self {
    case .phases: "at the level decisions the phases are end and cancel"
    case .lookahead: "where a finger will be needs the level motion"
    case .place: "a zone's rectangle or edge needs the level positions"
    }
  }
}

extension ZoneRequest {
  /// Whether it says where it lies, so that its swipes tell where they began.
  fileprivate var isPlaced: Bool { rectangle != nil || edge != nil }
}

extension SwipeFact {
  /// Below the level `positions`, a swipe that did not commit and never came further than this is
  /// withheld, in mm: 16 % of real taps pass the slop, and a PIN pad must not leak.
  static let withheldExcursion = 5.0

  /// Whether only the level `positions` may know of this fact; `commit` is what the rule says of
  /// it.
  ///
  /// A provisional commit is none: a tap that slips has one for a moment.
  func isWithheld(commit: Bool) -> Bool {
    excursion < Self.withheldExcursion && !(phase == .end && commit)
  }
}
