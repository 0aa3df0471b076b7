/// How far a swipe went back against its displacement, along each axis.
///
/// A finger that rolls off the glass slides back by a few millimetres, as fast as a flick.
/// ``DecisionRule`` uses this fact to distinguish such a recoil from a flick back.
public struct Retreat: Equatable, Sendable {
  /// The retreat along one axis.
  public struct Component: Equatable, Sendable {
    /// The distance from the furthest position since the last turn, in mm.
    public var length: Double
    /// Whether the finger turned at that position: it went back by more than the slop.
    public var hasTurned: Bool

    /// Creates the retreat along one axis.
    public init(length: Double, hasTurned: Bool) {
      self.length = length
      self.hasTurned = hasTurned
    }

    /// No retreat.
    public static var none: Component { Component(length: 0, hasTurned: false) }
    /// The retreat of a path that is not known: far enough for every rule.
    public static var unknown: Component { Component(length: .infinity, hasTurned: true) }

    /// The distance from the last turn, in mm; 0 if there was no turn against the displacement.
    public var sinceTurn: Double { hasTurned ? length : 0 }
  }

  /// Along x.
  public var x: Component
  /// Along y.
  public var y: Component

  /// Creates a retreat.
  public init(x: Component, y: Component) {
    self.x = x
    self.y = y
  }

  /// The retreat of a swipe whose path is not known, so that its whole velocity counts.
  public static var unknown: Retreat { Retreat(x: .unknown, y: .unknown) }
}

/// Finds the turns of a path along one axis: the furthest position before the contact went back by
/// more than the slop.
///
/// All positions are relative to the start. The initial value has only zero bits, as ``Track``
/// requires.
struct TurnDetector {
  /// The direction since the last turn.
  private enum Direction {
    /// The contact has not passed the slop yet.
    case unknown
    /// Towards greater positions.
    case rising
    /// Towards smaller positions.
    case falling
  }

  private var direction = Direction.unknown
  /// The greatest position since the last turn; while the path falls, its last turn.
  private var high = 0.0
  /// The smallest position since the last turn; while the path rises, its last turn.
  private var low = 0.0

  /// Adds a position; a movement of exactly the slop is not a turn.
  mutating func report(_ position: Double, slop: Double) {
    if direction != .falling { high = max(high, position) }
    if direction != .rising { low = min(low, position) }
    if direction != .rising, position - low > slop {
      (direction, high) = (.rising, position)
    } else if direction != .falling, high - position > slop {
      (direction, low) = (.falling, position)
    }
  }

  /// The retreat of a contact at `position`, its displacement.
  func retreat(at position: Double) -> Retreat.Component {
    if position > 0 { return Retreat.Component(length: high - position, hasTurned: direction == .falling) }
    if position < 0 { return Retreat.Component(length: position - low, hasTurned: direction == .rising) }
    return .none
  }
}
