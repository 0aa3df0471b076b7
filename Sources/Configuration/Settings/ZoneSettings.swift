public import FlickProtocol
public import GestureCore

/// `[[zone]]`: a part of the panels that match, with its own axis, rule and snap points; what it
/// leaves out, `[swipe]` says.
public struct ZoneSettings: Equatable, Sendable {
  /// Its name, which is told with its swipes.
  public var name = ""
  /// The panels on which it lies.
  public var panel = PanelMatch()
  /// Where it lies, nil for the whole panel.
  public var rectangle: ZoneArea?
  /// The edge or corner along which it lies in place of a rectangle.
  public var edge: ZoneEdge?
  /// How far it reaches from there, nil for ``ZoneEdge/usualDepth``; a fraction is one of the
  /// panel.
  public var depth: ZoneLength?
  /// The only axis that it takes, nil for both.
  public var axis: ZoneAxis?
  /// The directions in which a swipe may commit, nil for all along the axis.
  public var directions: Set<ZoneDirection>?
  /// Whether swipes that start in it are published to nobody.
  public var isPrivate = false
  /// Whether swipes that start in it belong to no zone.
  public var isExclusion = false
  /// Which of the three makes a swipe commit.
  public var commitIf: Set<CommitArm>?
  /// D.
  public var distance: ZoneLength?
  /// S, for a second.
  public var velocity: ZoneLength?
  /// P.
  public var predicted: ZoneLength?
  /// τ, in seconds.
  public var projection: Double?
  /// What a release against the travel means.
  public var reversal: Reversal?
  /// Where its content can rest.
  public var snapPoints: [ZoneLength] = []
  /// Where its content is at first.
  public var offset = ZoneLength.millimeters(0)
  /// How many snap points a swipe may pass, nil for any.
  public var maxSteps: Int?
  /// The period of a dial.
  public var wrap: ZoneLength?
  /// How its content comes to rest, nil for the usual spring.
  public var spring: Spring?

  /// How many there may be of those that are not private.
  static let most = 64

  /// Creates a zone of every whole panel, without a name.
  public init() {}
}

/// Where a zone lies on its panel, from the top left corner; a fraction is one of the panel.
public struct ZoneArea: Equatable, Sendable {
  /// The left side.
  public var x: ZoneLength
  /// The top.
  public var y: ZoneLength
  /// From left to right.
  public var width: ZoneLength
  /// From top to bottom.
  public var height: ZoneLength

  /// Creates an area.
  public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A length of a zone as it is set.
public enum ZoneLength: Equatable, Sendable {
  /// So many millimetres.
  case millimeters(Double)
  /// So much of the zone's extent along the axis, or of the panel's for the zone's own place; 1 is
  /// all of it.
  case fraction(Double)
  /// So many pixels of the panel's `surface`.
  case pixels(Double)
}

/// The axis of a zone.
public enum ZoneAxis: String, Sendable, CaseIterable {
  /// Left and right.
  case x
  /// Up and down.
  case y
}

/// A direction in which a swipe in a zone may commit.
public enum ZoneDirection: String, Sendable, CaseIterable {
  /// Towards smaller x.
  case left
  /// Towards greater x.
  case right
  /// Towards smaller y.
  case up
  /// Towards greater y.
  case down
  /// Towards smaller x and y.
  case leftUp = "left_up"
  /// Towards smaller x and greater y.
  case leftDown = "left_down"
  /// Towards greater x and smaller y.
  case rightUp = "right_up"
  /// Towards greater x and y.
  case rightDown = "right_down"

  /// The axis along which it lies, nil for the diagonals.
  public var axis: ZoneAxis? {
    switch self {
    case .left, .right: .x
    case .up, .down: .y
    case .leftUp, .leftDown, .rightUp, .rightDown: nil
    }
  }
}

extension ZoneSettings {
  /// Whether any of its lengths is in pixels, so that it needs a `surface`.
  public var needsSurface: Bool {
    let area = rectangle.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
    let lengths =
      area + snapPoints + [offset] + [distance, velocity, predicted, wrap, depth].compactMap(\.self)
    return lengths.contains { if case .pixels = $0 { true } else { false } }
  }
}
