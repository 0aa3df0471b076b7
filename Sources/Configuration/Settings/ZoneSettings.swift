public import FlickProtocol
public import GestureCore

/// `[[zone]]`: a part of the matching panels, with its own axis, rule and snap points.
///
/// `[swipe]` provides what a zone does not set.
public struct ZoneSettings: Equatable, Sendable {
  /// The name, which is sent with the zone's swipes.
  public var name = ""
  /// The panels that have the zone.
  public var panel = PanelMatch()
  /// The position and extent of the zone; nil for the whole panel.
  public var rectangle: ZoneArea?
  /// The edge or corner of the panel at which the zone lies, in place of a rectangle.
  public var edge: ZoneEdge?
  /// The extent of the zone from its edge; nil for ``ZoneEdge/usualDepth``.
  ///
  /// A fraction is a fraction of the panel.
  public var depth: ZoneLength?
  /// The only axis that the zone uses; nil for both.
  public var axis: Axis?
  /// The directions in which a swipe may commit; nil for all along the axis.
  public var directions: DirectionSet?
  /// Whether swipes that start in the zone are never sent.
  public var isPrivate = false
  /// Whether swipes that start in the zone belong to no zone.
  public var isExclusion = false
  /// Which of the three criteria make a swipe commit.
  public var commitIf: DecisionRule.CommitCriteria?
  /// D, the distance threshold.
  public var distance: ZoneLength?
  /// S, the speed threshold: the length is the displacement in one second.
  public var velocity: ZoneLength?
  /// P, the threshold of the predicted end.
  public var predicted: ZoneLength?
  /// τ, in seconds.
  public var projection: Double?
  /// The meaning of a release against the displacement.
  public var reversal: DecisionRule.Reversal?
  /// The offsets at which the content can rest.
  public var snapPoints: [ZoneLength] = []
  /// The initial offset of the content.
  public var offset = ZoneLength.millimeters(0)
  /// How many snap points a swipe may pass; nil for any number.
  public var maxSteps: Int?
  /// The period of a dial; nil without one.
  public var wrap: ZoneLength?
  /// How the content comes to rest; nil for the usual spring.
  public var spring: Spring?

  /// The largest number of zones that are not private.
  static let most = 64

  /// Creates a zone of every whole panel, without a name.
  public init() {}
}

/// Position and extent of a zone, from the panel's top left corner; fractions are of the panel.
public struct ZoneArea: Equatable, Sendable {
  /// The left side.
  public var x: ZoneLength
  /// The top.
  public var y: ZoneLength
  /// The width.
  public var width: ZoneLength
  /// The height.
  public var height: ZoneLength

  /// Creates an area.
  public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A length of a zone, as configured.
public enum ZoneLength: Equatable, Sendable {
  /// A length in millimetres.
  case millimeters(Double)
  /// A fraction, where 1 is the whole extent.
  ///
  /// The extent is the zone's along the axis. For the zone's own position it is the panel's.
  case fraction(Double)
  /// A length in pixels of the panel's `surface`.
  case pixels(Double)
}

extension ZoneSettings {
  /// Whether any length of the zone is in pixels, so that the zone needs a `surface`.
  public var needsSurface: Bool {
    let area = rectangle.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
    let lengths =
      area + snapPoints + [offset] + [distance, velocity, predicted, wrap, depth].compactMap(\.self)
    return lengths.contains { if case .pixels = $0 { true } else { false } }
  }
}
