public import GestureCore

/// What a connection asks to be told; replaces what it asked before.
public struct Subscription: Equatable, Sendable {
  /// Which phases.
  public var phases = Phases.standard
  /// The unit of lengths.
  public var unit = LengthUnit.millimeters
  /// The picture that lies on the panel, in pixels; `px` needs it.
  public var surface: Surface?
  /// The identities of the panels, nil for all.
  public var panels: [String]?
  /// The numbers of fingers, nil for any.
  public var fingers: FingerCounts?
  /// The most updates of one swipe in a second, nil for every frame's.
  public var maxRate: Double?
  /// How far ahead of its line each begin and update says where the finger will be, nil for not at
  /// all.
  public var lookahead: Interval?
  /// Zones of the connection's own in place of the configured ones, nil to keep those; lengths in
  /// its unit.
  public var zones: [ZoneRequest]?
  /// Whether it is told once a second that a panel is touched.
  public var activity = false
  /// The most that it is to be told, nil for all that the connection may know; never more than
  /// that.
  public var level: Level?

  /// Creates what a connection gets without asking.
  public init() {}
}

/// How large the picture on a panel is, in pixels.
public struct Surface: Equatable, Sendable {
  /// From left to right.
  public var width: Double
  /// From top to bottom.
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

  /// Creates the set of these numbers; others than 1…10 are left out.
  public init(_ counts: some Sequence<Int>) {
    for count in counts where (1...10).contains(count) { bits |= 1 << UInt16(count) }
  }

  /// Whether swipes of so many fingers are in the set.
  public func contains(_ count: Int) -> Bool {
    (1...10).contains(count) && bits & 1 << UInt16(count) != 0
  }
}

/// A zone as a subscription states it; lengths in the subscription's unit, speeds per second of it.
public struct ZoneRequest: Equatable, Sendable {
  /// Its name, which is told with its swipes.
  public var name: String
  /// Its place on the panel, nil for the whole panel; asking for one needs the level `positions`.
  public var rectangle: ZoneRectangle?
  /// The edge or corner along which it lies in place of a rectangle.
  public var edge: ZoneEdge?
  /// How far it reaches from there, nil for ``ZoneEdge/usualDepth``.
  public var depth: Double?
  /// Whether swipes that start in it belong to no zone.
  public var isExclusion = false
  /// The only axis that it takes, nil for both.
  public var axis: Axis?
  /// The directions in which a swipe may commit, nil for all along the axis.
  public var directions: [Direction]?
  /// Which of `distance`, `velocity`, `predicted` commit; nil for what the configuration says.
  public var commitIf: DecisionRule.CommitCriteria?
  /// D, nil for the configured one.
  public var distance: Double?
  /// S, nil for the configured one.
  public var velocity: Double?
  /// P, nil for the configured one.
  public var predicted: Double?
  /// τ in µs, nil for the configured one.
  public var projectionMicroseconds: Int64?
  /// What a release against the travel means, nil for the configured meaning.
  public var reversal: DecisionRule.Reversal?
  /// Where its content can rest, in any order; none where it does not snap.
  public var snapPoints: [Double] = []
  /// Where its content is now.
  public var offset = 0.0
  /// How many snap points a swipe may pass, nil for any.
  public var maxSteps: Int?
  /// The period of a dial, nil where there is none.
  public var wrap: Double?
  /// How the content comes to rest, nil for the usual spring.
  public var spring: SpringRequest?

  /// Creates a zone of the whole panel.
  public init(name: String) {
    self.name = name
  }
}

/// Where a zone lies, from the panel's top left corner.
public struct ZoneRectangle: Equatable, Sendable {
  /// The left side.
  public var x: Double
  /// The top.
  public var y: Double
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A spring in one of the three ways in which people state it.
public enum SpringRequest: Equatable, Sendable {
  /// SwiftUI's: how long it takes as felt, in µs, and how much it bounces, −1 to 1.
  case perceived(durationMicroseconds: Int64, bounce: Double)
  /// SwiftUI's former: the period without damping, in µs, and the damping ratio.
  case response(microseconds: Int64, dampingFraction: Double)
  /// Physics: kg, N/m and N·s/m, or any units that fit each other with seconds.
  case physical(mass: Double, stiffness: Double, damping: Double)
}

/// Where an app has put a zone's content.
public struct ZoneUpdate: Equatable, Sendable {
  /// The zone's name.
  public var zone: String
  /// Where its content is now, in the subscription's unit.
  public var offset: Double

  /// Creates an update.
  public init(zone: String, offset: Double) {
    self.zone = zone
    self.offset = offset
  }
}
