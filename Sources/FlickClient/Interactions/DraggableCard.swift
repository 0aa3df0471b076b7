public import GestureCore

/// A card that is lifted, follows the finger one to one in both directions, and springs back.
public struct DraggableCard: Equatable, Sendable {
  /// What takes it back.
  public var spring = Spring(response: 0.3, dampingFraction: 0.7)
  /// Whether a finger has it.
  public private(set) var isLifted = false
  /// Its way to the right.
  public private(set) var x = Content()
  /// Its way down.
  public private(set) var y = Content()

  /// Creates a card at its place.
  public init() {}

  /// Takes in a moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    switch swipe.phase {
    case .begin:
      isLifted = true
      x.grab(at: swipe.time)
      y.grab(at: swipe.time)
      follow(swipe.translation)
    case .update:
      follow(swipe.translation)
    case .end:
      follow(swipe.translation)
      release(swipe.velocity, at: swipe.time)
    case .cancel:
      release(.zero, at: swipe.time)
    }
  }

  /// How large it is drawn: a lifted card is nearer.
  public var scale: Double { isLifted ? 1.05 : 1 }

  /// The radius of its shadow, in points.
  public var shadow: Double { isLifted ? 12 : 6 }

  private mutating func follow(_ way: Vector) {
    x.follow(way.x)
    y.follow(way.y)
  }

  private mutating func release(_ velocity: Vector, at time: Int64) {
    isLifted = false
    x.release(to: 0, velocity: velocity.x, spring: spring, at: time)
    y.release(to: 0, velocity: velocity.y, spring: spring, at: time)
  }
}
