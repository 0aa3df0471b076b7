public import GestureCore

/// What a client wants to receive; replaces the client's former subscription.
public struct Subscription: Equatable, Sendable {
  /// The phases to receive.
  public var phases = Phases.standard
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
  public var zones: [ZoneRequest]?
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
  public func contains(_ count: Int) -> Bool {
    (1...10).contains(count) && bits & 1 << UInt16(count) != 0
  }
}

/// A zone in a subscription; lengths are in the subscription's unit, speeds in that unit per
/// second.
public struct ZoneRequest: Equatable, Sendable {
  /// The name, which is sent with the zone's swipes.
  public var name: String
  /// The rectangle on the panel, nil for the whole panel; it needs the level `positions`.
  public var rectangle: ZoneRectangle?
  /// The edge or corner of the zone, instead of a rectangle.
  public var edge: ZoneEdge?
  /// The depth from that edge, nil for ``ZoneEdge/usualDepth``.
  public var depth: Double?
  /// Whether this is an exclude zone, whose swipes belong to no zone.
  public var isExclusion = false
  /// The only axis of the zone's swipes, nil for both.
  public var axis: Axis?
  /// The directions in which a swipe may commit, nil for all along the axis.
  public var directions: DirectionSet?
  /// The criteria that are enough to commit, nil for the configured ones.
  public var commitIf: DecisionRule.CommitCriteria?
  /// The distance threshold D, nil for the configured one.
  public var distance: Double?
  /// The speed threshold S, nil for the configured one.
  public var velocity: Double?
  /// The threshold P of the predicted end, nil for the configured one.
  public var predicted: Double?
  /// The projection time τ in µs, nil for the configured one.
  public var projectionMicroseconds: Int64?
  /// The meaning of a release against the displacement, nil for the configured one.
  public var reversal: DecisionRule.Reversal?
  /// The offsets at which the content can rest, in any order; empty if it does not snap.
  public var snapPoints: [Double] = []
  /// The present offset of the content.
  public var offset = 0.0
  /// The largest number of snap points that a swipe may pass, nil for no limit.
  public var maxSteps: Int?
  /// The period of content that repeats, such as a dial; nil for other content.
  public var wrap: Double?
  /// How the content comes to rest, nil for the standard spring.
  public var spring: SpringRequest?

  /// Creates a zone of the whole panel.
  public init(name: String) {
    self.name = name
  }
}

/// The rectangle of a zone, from the panel's top left corner.
public struct ZoneRectangle: Equatable, Sendable {
  /// The left side.
  public var x: Double
  /// The top side.
  public var y: Double
  /// The width, from left to right.
  public var width: Double
  /// The height, from top to bottom.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A spring in one of its three common forms.
public enum SpringRequest: Equatable, Sendable {
  /// SwiftUI's form: the perceived duration in µs, and the bounce, −1 to 1.
  case perceived(durationMicroseconds: Int64, bounce: Double)
  /// SwiftUI's former form: the period without damping in µs, and the damping ratio.
  case response(microseconds: Int64, dampingFraction: Double)
  /// The physical form: kg, N/m and N·s/m, or any consistent units with seconds.
  case physical(mass: Double, stiffness: Double, damping: Double)
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
