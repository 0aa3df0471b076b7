package import FlickProtocol
internal import GestureCore

/// A part of a panel with its own axis, rule and snap points.
///
/// An app describes its content with a zone, so that flickd can decide what a swipe means. Lengths
/// are in the subscription's unit; velocities are per second. A nil field uses flickd's
/// configuration. By default a swipe commits beyond 200 points or 800 points per second.
public struct SwipeZone: Equatable, Sendable, Identifiable {
  /// The position and extent of a zone, from the panel's top left corner.
  public struct Rectangle: Equatable, Sendable {
    /// The position of the left side.
    public var x: Double
    /// The position of the top side.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The name, 1 to 64 bytes; the zone's swipes carry this name.
  public var name: String
  /// The rectangle on the panel, nil for the whole panel; setting it needs the level `positions`.
  public var rectangle: Rectangle?
  /// The edge or corner along which the zone lies, instead of a rectangle.
  ///
  /// Setting it needs the level `positions`.
  public var edge: Edge?
  /// The depth of the zone from its edge; nil for 20 points.
  public var depth: Double?
  /// Whether swipes that start in this zone belong to no zone, even if other zones overlap it.
  public var isExclusion: Bool
  /// Whether the app receives fingers that land on the zone's content in flight: see
  /// ``Swipe/isPress``.
  ///
  /// The content is in flight after an end or a cancel with a ``Swipe/handOff``. With
  /// ``SwipeSubscription/pressesAtRest``, the app receives fingers on content at rest too. The zone
  /// of an `Interaction` has this option. A flickd that does not know presses sends none.
  public var hasPresses: Bool
  /// The only axis of the zone; nil for both axes.
  public var axis: Axis?
  /// The directions in which a swipe may commit; nil for all.
  public var directions: Set<Swipe.Direction>?
  /// The criteria that commit a swipe; ignored in a zone with snap points.
  public var commitIf: Set<Swipe.Condition>?
  /// The displacement beyond which a swipe commits.
  public var distanceThreshold: Double?
  /// The speed beyond which a swipe commits and is a flick, per second.
  public var speedThreshold: Double?
  /// The displacement of the predicted end beyond which a swipe commits.
  public var predictedThreshold: Double?
  /// How far the content continues after the release.
  public var projection: Projection?
  /// How to interpret a release against the displacement.
  public var reversal: Reversal?
  /// The travel below which the velocity does not count, so that a tap that slides is not a flick.
  public var flickMinTravel: Double?
  /// The offsets at which the content can rest, at most 64 in any order; empty without snapping.
  public var snapPoints: [Double]
  /// The offset of the content when the subscription begins.
  ///
  /// Later, set it with ``Swipes/update(_:offset:)``.
  public var offset: Double
  /// How many snap points one swipe may pass; nil for no limit.
  public var maxSteps: Int?
  /// The period of a dial; nil for content with two ends.
  public var wrap: Double?
  /// The spring that brings the content to rest; nil for half a second without bounce.
  public var spring: Spring?

  /// The zone's name.
  public var id: String { name }

  /// Creates a zone; without a rectangle or an edge it covers the whole panel.
  public init(
    _ name: String, in rectangle: Rectangle? = nil, along edge: Edge? = nil, depth: Double? = nil,
    axis: Axis? = nil, directions: Set<Swipe.Direction>? = nil, commitIf: Set<Swipe.Condition>? = nil,
    distanceThreshold: Double? = nil, speedThreshold: Double? = nil, predictedThreshold: Double? = nil,
    projection: Projection? = nil, reversal: Reversal? = nil, flickMinTravel: Double? = nil,
    snapPoints: [Double] = [], offset: Double = 0, maxSteps: Int? = nil, wrap: Double? = nil,
    spring: Spring? = nil, isExclusion: Bool = false, hasPresses: Bool = false
  ) {
    self.name = name
    self.rectangle = rectangle
    self.edge = edge
    self.depth = depth
    self.axis = axis
    self.directions = directions
    self.commitIf = commitIf
    self.distanceThreshold = distanceThreshold
    self.speedThreshold = speedThreshold
    self.predictedThreshold = predictedThreshold
    self.projection = projection
    self.reversal = reversal
    self.flickMinTravel = flickMinTravel
    self.snapPoints = snapPoints
    self.offset = offset
    self.maxSteps = maxSteps
    self.wrap = wrap
    self.spring = spring
    self.isExclusion = isExclusion
    self.hasPresses = hasPresses
  }
}

// MARK: - The request

extension ZoneSpec<Double> {
  /// Creates the zone of a request, whose content is at `offset`.
  package init(_ zone: SwipeZone, offset: Double) {
    self.init(name: zone.name)
    rectangle = zone.rectangle.map { ZoneRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    edge = zone.edge.flatMap { ZoneEdge(rawValue: $0.rawValue) }
    depth = zone.depth
    isExclusion = zone.isExclusion
    axis = zone.axis.flatMap { Axis(word: $0.rawValue) }
    directions = zone.directions.map { DirectionSet($0.compactMap { Direction(word: $0.rawValue) }) }
    commitIf = zone.commitIf.map { criteria in
      DecisionRule.CommitCriteria(criteria.compactMap { Criterion(rawValue: $0.rawValue) })
    }
    distance = zone.distanceThreshold
    velocity = zone.speedThreshold
    predicted = zone.predictedThreshold
    projection = zone.projection?.tau
    reversal = zone.reversal.flatMap { DecisionRule.Reversal(word: $0.rawValue) }
    flickMinTravel = zone.flickMinTravel
    snapPoints = zone.snapPoints
    self.offset = offset
    maxSteps = zone.maxSteps
    wrap = zone.wrap
    spring = zone.spring.map(SpringSpec.init)
  }
}

extension SpringSpec {
  /// Uses the perceptual form, which is easier to read in a log.
  init(_ spring: Spring) {
    self = .perceived(duration: spring.motion.duration, bounce: max(spring.bounce, -0.99))
  }
}
