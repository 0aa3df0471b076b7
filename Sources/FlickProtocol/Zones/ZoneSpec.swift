public import GestureCore

/// A zone as a configuration or a subscription specifies it.
///
/// `Length` is `Double` for a request, whose lengths are in the unit of its subscription, and
/// ``RelativeLength`` otherwise. A speed is the displacement in one second.
public struct ZoneSpec<Length: Equatable & Sendable>: Equatable, Sendable {
  /// The name, which is sent with the zone's swipes.
  public var name: String
  /// The position and extent; nil for the whole panel.
  public var rectangle: ZoneRectangle<Length>?
  /// The edge or corner of the panel at which the zone lies, instead of a rectangle.
  public var edge: ZoneEdge?
  /// The depth from that edge; nil for ``ZoneEdge/usualDepth``.
  public var depth: Length?
  /// Whether contacts that land in the zone are as if absent.
  public var isPrivate = false
  /// Whether swipes that start in the zone belong to no zone.
  public var isExclusion = false
  /// The only axis of the zone's swipes; nil for both, or for x if there are snap points.
  public var axis: Axis?
  /// The directions in which a swipe may commit; nil for all along the axis.
  public var directions: DirectionSet?
  /// The criteria that are enough to commit; nil for those of `[swipe]`, as for the next six.
  public var commitIf: DecisionRule.CommitCriteria?
  /// D, the distance threshold.
  public var distance: Length?
  /// S, the speed threshold.
  public var velocity: Length?
  /// P, the threshold of the predicted end.
  public var predicted: Length?
  /// τ, the projection time in seconds.
  public var projection: Double?
  /// The meaning of a release against the displacement.
  public var reversal: DecisionRule.Reversal?
  /// The travel below which the velocity does not count.
  public var flickMinTravel: Length?
  /// The offsets at which the content can rest, in any order; empty if it does not snap.
  public var snapPoints: [Length] = []
  /// The present offset of the content.
  public var offset: Length
  /// How many snap points a swipe may pass; nil for any number.
  public var maxSteps: Int?
  /// The period of content that repeats, such as a dial; nil for other content.
  public var wrap: Length?
  /// How the content comes to rest; nil for the standard spring.
  public var spring: SpringSpec?

  /// Creates a zone of the whole panel.
  public init(name: String, offset: Length) {
    self.name = name
    self.offset = offset
  }

  /// The same zone with each length converted.
  public func mapLengths<Other>(_ convert: (Length) -> Other) -> ZoneSpec<Other> {
    var zone = ZoneSpec<Other>(name: name, offset: convert(offset))
    zone.rectangle = rectangle?.mapLengths(convert)
    zone.edge = edge
    zone.depth = depth.map(convert)
    zone.isPrivate = isPrivate
    zone.isExclusion = isExclusion
    zone.axis = axis
    zone.directions = directions
    zone.commitIf = commitIf
    zone.distance = distance.map(convert)
    zone.velocity = velocity.map(convert)
    zone.predicted = predicted.map(convert)
    zone.projection = projection
    zone.reversal = reversal
    zone.flickMinTravel = flickMinTravel.map(convert)
    zone.snapPoints = snapPoints.map(convert)
    zone.maxSteps = maxSteps
    zone.wrap = wrap.map(convert)
    zone.spring = spring
    return zone
  }

  /// Every length of the zone.
  public var lengths: [Length] {
    let sides = rectangle.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
    return sides + snapPoints + [offset]
      + [depth, distance, velocity, predicted, flickMinTravel, wrap].compactMap(\.self)
  }
}

extension ZoneSpec<Double> {
  /// Creates a zone of the whole panel, whose content is at 0.
  public init(name: String) {
    self.init(name: name, offset: 0)
  }
}

/// The rectangle of a zone, from the panel's top left corner.
public struct ZoneRectangle<Length: Equatable & Sendable>: Equatable, Sendable {
  /// The left side.
  public var x: Length
  /// The top side.
  public var y: Length
  /// The width, from left to right.
  public var width: Length
  /// The height, from top to bottom.
  public var height: Length

  /// Creates a rectangle.
  public init(x: Length, y: Length, width: Length, height: Length) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  func mapLengths<Other>(_ convert: (Length) -> Other) -> ZoneRectangle<Other> {
    ZoneRectangle<Other>(x: convert(x), y: convert(y), width: convert(width), height: convert(height))
  }
}

/// A spring in one of its three common forms; times are in seconds.
public enum SpringSpec: Equatable, Sendable {
  /// SwiftUI's form: the perceived duration, and the bounce, −1 to 1.
  case perceived(duration: Double, bounce: Double)
  /// SwiftUI's former form: the period without damping, and the damping ratio.
  case response(Double, dampingFraction: Double)
  /// The physical form: kg, N/m and N·s/m, or any consistent units with seconds.
  case physical(mass: Double, stiffness: Double, damping: Double)

  /// The spring.
  public var spring: Spring {
    switch self {
    case .perceived(let duration, let bounce): Spring(duration: duration, bounce: bounce)
    case .response(let period, let fraction): Spring(response: period, dampingFraction: fraction)
    case .physical(let mass, let stiffness, let damping):
      Spring(mass: mass, stiffness: stiffness, damping: damping)
    }
  }
}
