/// A part of a panel with an axis, a rule and snap points of its own: where an app says what its
/// content is like, so that flickd can say what the finger meant.
///
/// Unit: that of the subscription, per second for velocities. What is left nil is as flickd's
/// configuration says: as delivered a swipe commits beyond 200 points or 800 points a second.
public struct SwipeZone: Equatable, Sendable, Identifiable {
  /// The line along which content moves.
  public enum Axis: String, CaseIterable, Sendable {
    /// Left and right.
    case horizontal = "x"
    /// Up and down.
    case vertical = "y"
  }

  /// What a release against the travel means.
  public enum Reversal: String, CaseIterable, Sendable {
    /// The flick's own direction counts.
    case follow
    /// The travel's direction counts, and a flick against it does not commit.
    case ignore
  }

  /// Where a zone lies, from the panel's top left corner.
  public struct Rectangle: Equatable, Sendable {
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

  /// An edge or a corner of the panel along which a zone lies.
  public enum Edge: String, CaseIterable, Sendable {
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
    /// The corner at the left and the top.
    case topLeft = "top_left"
    /// The corner at the right and the top.
    case topRight = "top_right"
    /// The corner at the left and the bottom.
    case bottomLeft = "bottom_left"
    /// The corner at the right and the bottom.
    case bottomRight = "bottom_right"
  }

  /// Its name, which its swipes carry: 1 to 64 bytes.
  public var name: String
  /// Its place on the panel, nil for the whole of it; stating one needs the level `positions`.
  public var rectangle: Rectangle?
  /// In place of a rectangle, the edge or corner along which it lies; stating one needs the level
  /// `positions`.
  public var edge: Edge?
  /// How far it reaches from its edge, nil for 20 points.
  public var depth: Double?
  /// Whether swipes that start in it belong to no zone, whatever else lies there.
  public var isExclusion = false
  /// The only axis that it takes, nil for both.
  public var axis: Axis?
  /// The directions in which a swipe may commit, nil for all.
  public var directions: Set<Swipe.Direction>?
  /// What commits a swipe; not asked in a zone with snap points.
  public var commitIf: Set<Swipe.Condition>?
  /// The way that commits.
  public var distance: Double?
  /// The speed that commits, and makes a swipe a flick.
  public var velocity: Double?
  /// The landing that commits.
  public var predicted: Double?
  /// How far its content goes on when the finger has let go.
  public var projection: Projection?
  /// What a release against the travel means.
  public var reversal: Reversal?
  /// Where its content can rest, at most 64 places in any order; empty if it does not snap.
  public var snapPoints: [Double]
  /// Where its content is when the subscription begins; afterwards say it by
  /// ``Swipes/update(_:offset:)``.
  public var offset: Double
  /// How many snap points a swipe may pass, nil for any.
  public var maxSteps: Int?
  /// The period of a dial, nil of content that has two ends.
  public var wrap: Double?
  /// What brings its content to rest, nil for half a second without bounce.
  public var spring: Spring?

  /// Its name.
  public var id: String { name }

  /// Creates a zone, of the whole panel unless a rectangle or an edge is stated.
  public init(
    _ name: String, in rectangle: Rectangle? = nil, along edge: Edge? = nil, depth: Double? = nil,
    axis: Axis? = nil, directions: Set<Swipe.Direction>? = nil,
    snapPoints: [Double] = [], offset: Double = 0, maxSteps: Int? = nil, wrap: Double? = nil,
    spring: Spring? = nil
  ) {
    self.name = name
    self.rectangle = rectangle
    self.edge = edge
    self.depth = depth
    self.axis = axis
    self.directions = directions
    self.snapPoints = snapPoints
    self.offset = offset
    self.maxSteps = maxSteps
    self.wrap = wrap
    self.spring = spring
  }
}
