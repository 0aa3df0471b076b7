extension Swipe {
  /// The eight ways that a swipe can go; y points down.
  public enum Direction: String, CaseIterable, Sendable {
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
  }

  /// The edges of a panel.
  public enum Edge: String, CaseIterable, Sendable {
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
  }

  /// What may commit a swipe; one is enough.
  public enum Condition: String, CaseIterable, Sendable {
    /// It went far enough.
    case distance
    /// It was fast enough.
    case velocity
    /// It would land far enough.
    case predicted
  }

  /// What is meant.
  public struct Decision: Equatable, Sendable {
    /// Whether it was fast.
    public enum Kind: String, CaseIterable, Sendable {
      /// Faster than the threshold.
      case flick
      /// Not faster.
      case drag
    }

    /// Flick or drag.
    public var kind: Kind
    /// Whether it is meant; else it returns.
    public var commit: Bool
    /// What makes it commit.
    public var by: Set<Condition>
    /// Where it goes; nil if nowhere.
    public var direction: Direction?
    /// The way along the direction; negative for a flick against the travel.
    public var distance: Double
    /// The way that it has to exceed.
    public var distanceThreshold: Double
    /// The speed along the axis.
    public var speed: Double
    /// The speed that it has to exceed.
    public var speedThreshold: Double

    /// Creates a decision.
    public init(
      kind: Kind, commit: Bool, by: Set<Condition> = [], direction: Direction? = nil, distance: Double = 0,
      distanceThreshold: Double = 0, speed: Double = 0, speedThreshold: Double = 0
    ) {
      self.kind = kind
      self.commit = commit
      self.by = by
      self.direction = direction
      self.distance = distance
      self.distanceThreshold = distanceThreshold
      self.speed = speed
      self.speedThreshold = speedThreshold
    }
  }

  /// Where a swipe takes the content of a zone with snap points.
  public struct Snap: Equatable, Sendable {
    /// The index of the snap point at which the content was when the swipe began.
    public var from: Int
    /// The index of the one that is meant.
    public var index: Int
    /// How many are passed, negative against the order of the snap points.
    public var steps: Int
    /// Where the content is to go.
    public var offset: Double

    /// Creates a snap.
    public init(from: Int, index: Int, steps: Int, offset: Double) {
      self.from = from
      self.index = index
      self.steps = steps
      self.offset = offset
    }
  }

  /// How the content of a zone goes on when the finger has let go of it.
  public struct HandOff: Equatable, Sendable {
    /// The zone's spring.
    public var spring: Spring
    /// How fast the content moves along the zone's axis as it is let go.
    public var velocity: Double
    /// The same in parts of the way that is left, in 1/s, positive towards the target: what many
    /// animations take; nil if hardly any way is left.
    public var relativeVelocity: Double?
    /// When what is left stays below a thousandth of the way, in seconds; nil if it takes more than
    /// an hour.
    public var settlingTime: Double?
    /// Where the content is to go in a zone without snap points; nil in others, where
    /// ``Swipe/snap`` says so.
    public var target: Double?

    /// Creates a hand-off.
    public init(
      spring: Spring, velocity: Double, relativeVelocity: Double? = nil, settlingTime: Double? = nil,
      target: Double? = nil
    ) {
      self.spring = spring
      self.velocity = velocity
      self.relativeVelocity = relativeVelocity
      self.settlingTime = settlingTime
      self.target = target
    }
  }
}
