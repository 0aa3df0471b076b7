/// A card that is lifted, follows the finger one to one in both directions, and springs back.
public struct DraggableCard: Equatable, Sendable {
  /// What takes it back.
  public var spring = Spring(response: 0.3, dampingFraction: 0.7)
  /// How large a lifted card is drawn: it is nearer.
  public var liftedScale = 1.05
  /// The radius of a lifted card's shadow, in points.
  public var liftedShadow = 12.0
  /// The radius of its shadow as it lies, in points.
  public var restingShadow = 6.0
  /// Its way to the right.
  public private(set) var x = Content()
  /// Its way down.
  public private(set) var y = Content()

  /// Creates a card at its place.
  public init() {}

  /// Takes in a moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    _ = y.track(swipe, by: swipe.translation.y)
    guard x.track(swipe, by: swipe.translation.x) != nil else { return }
    x.release(to: 0, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
    y.release(to: 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// Whether a finger has it.
  public var isLifted: Bool {
    if case .held = x.motion { true } else { false }
  }

  /// How large it is drawn.
  public var scale: Double { isLifted ? liftedScale : 1 }

  /// The radius of its shadow, in points.
  public var shadow: Double { isLifted ? liftedShadow : restingShadow }

  /// Where it lies at a moment, off its place.
  public func offset(at time: Int64) -> Vector { Vector(x: x.offset(at: time), y: y.offset(at: time)) }
}
