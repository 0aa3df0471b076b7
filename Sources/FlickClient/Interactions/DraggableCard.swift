/// A card that lifts, follows the finger one to one on both axes, and springs back.
public struct DraggableCard: Equatable, Sendable {
  /// The spring of the return.
  public var spring = Spring(response: 0.3, dampingFraction: 0.7)
  /// The scale of a lifted card; above 1, because the card appears nearer.
  public var liftedScale = 1.05
  /// The radius of a lifted card's shadow, in points.
  public var liftedShadow = 12.0
  /// The radius of a resting card's shadow, in points.
  public var restingShadow = 6.0
  /// The horizontal motion; positive to the right.
  public private(set) var x = Content()
  /// The vertical motion; positive downwards.
  public private(set) var y = Content()

  /// Creates a card at rest.
  public init() {}

  /// Handles one moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    _ = y.track(swipe, by: swipe.translation.y)
    guard x.track(swipe, by: swipe.translation.x) != nil else { return }
    x.release(to: 0, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
    y.release(to: 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// Whether a finger moves the card.
  public var isLifted: Bool {
    if case .held = x.motion { true } else { false }
  }

  /// The scale at which to draw the card.
  public var scale: Double { isLifted ? liftedScale : 1 }

  /// The radius of the card's shadow, in points.
  public var shadow: Double { isLifted ? liftedShadow : restingShadow }

  /// Returns the card's displacement from its resting position at a time.
  public func offset(at time: Int64) -> Vector { Vector(x: x.offset(at: time), y: y.offset(at: time)) }
}
