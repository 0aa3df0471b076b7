public import GestureCore

/// What a client wants to receive; replaces the client's former subscription.
public struct Subscription: Equatable, Sendable {
  /// The phases to receive.
  public var phases = Phases.standard
  /// Whether fingers that land on content at rest press too, not only those on content in flight.
  ///
  /// Such a press is a tap, so it needs the level `positions`.
  public var pressesAtRest = false
  /// The unit of lengths.
  public var unit = LengthUnit.millimeters
  /// The size of the picture on the panel, in pixels; the unit px needs it.
  public var surface: Surface?
  /// The ids of the panels, nil for all.
  public var panels: [String]?
  /// The numbers of fingers, nil for any.
  public var fingers: FingerCounts?
  /// The largest number of updates of one swipe per second, nil for one per frame.
  public var maxRate: Double?
  /// The time by which `lookahead_translation` is ahead of its line, nil for none.
  public var lookahead: Interval?
  /// Zones that replace the configured ones, nil to keep those; lengths are in `unit`.
  public var zones: [ZoneSpec<Double>]?
  /// Whether to receive, at most once a second, that a panel is touched.
  public var activity = false
  /// The highest level to receive, nil for the highest that the connection may have.
  ///
  /// A level above that one has no effect.
  public var level: Level?

  /// Creates the subscription of a connection that sent no request.
  public init() {}
}

/// The size of the picture on a panel, in pixels.
public struct Surface: Equatable, Sendable {
  /// The width, from left to right.
  public var width: Double
  /// The height, from top to bottom.
  public var height: Double

  /// Creates a surface.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A set of numbers of fingers, 1 to 10.
public struct FingerCounts: Equatable, Sendable {
  private var bits: UInt16 = 0

  /// Creates the set of these numbers; numbers outside 1…10 are ignored.
  public init(_ counts: some Sequence<Int>) {
    for count in counts where (1...10).contains(count) { bits |= 1 << UInt16(count) }
  }

  /// Whether the set contains this number of fingers.
  public func contains(_ count: Int) -> Bool { (1...10).contains(count) && bits & 1 << UInt16(count) != 0 }
}

/// The new offset of a zone's content.
public struct ZoneUpdate: Equatable, Sendable {
  /// The name of the zone.
  public var zone: String
  /// The present offset of the content, in the subscription's unit.
  public var offset: Double

  /// Creates an update.
  public init(zone: String, offset: Double) {
    self.zone = zone
    self.offset = offset
  }
}
