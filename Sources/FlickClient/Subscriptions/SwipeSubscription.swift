/// What an app wants to be told.
public struct SwipeSubscription: Equatable, Sendable {
  /// The parts of a swipe's life.
  public enum Phase: String, CaseIterable, Sendable {
    /// It passed the slop.
    case begin
    /// It moves.
    case update
    /// It lifted.
    case end
    /// It ended without a decision.
    case cancel
  }

  /// The unit of lengths, in the zones and in what is told.
  public enum Unit: Equatable, Sendable {
    /// 1/163 inch, unless flickd's configuration says otherwise: the density behind SwiftUI's
    /// numbers.
    case points
    /// Millimetres.
    case millimeters
    /// Parts of the panel, each axis by its own extent.
    case fraction
    /// Pixels of a picture of this size; only of one panel, which the subscription names.
    case pixels(width: Double, height: Double)
  }

  /// Which phases; at the level `decisions` only ends and cancels may be asked for.
  public var phases: Set<Phase>
  /// The unit of lengths.
  public var unit: Unit
  /// The identities of the panels, nil for all; they need not be there yet.
  public var panels: [String]?
  /// The numbers of fingers, 1 to 10; nil for any.
  public var fingers: Set<Int>?
  /// The most updates of one swipe in a second, 1 to 1000; nil for one with every frame of the
  /// panel.
  public var maxRate: Double?
  /// How far each begin and update looks ahead to where the finger will be, 1 to 100 ms; nil for
  /// not at all.
  ///
  /// For a picture that is late: ``Swipe/lookaheadTranslation``.
  public var lookahead: Duration?
  /// The app's own zones; nil for those of flickd's configuration.
  public var zones: [SwipeZone]?

  /// Creates a subscription, to everything and in points unless something else is said.
  public init(
    zones: [SwipeZone]? = nil, unit: Unit = .points, phases: Set<Phase> = Set(Phase.allCases),
    panels: [String]? = nil, fingers: Set<Int>? = nil, maxRate: Double? = nil,
    lookahead: Duration? = nil
  ) {
    self.zones = zones
    self.unit = unit
    self.phases = phases
    self.panels = panels
    self.fingers = fingers
    self.maxRate = maxRate
    self.lookahead = lookahead
  }
}
