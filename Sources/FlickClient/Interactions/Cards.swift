internal import GestureCore

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
    x.release(to: 0, velocity: swipe.decisiveVelocity.x, spring: spring, at: swipe.time)
    y.release(to: 0, velocity: swipe.decisiveVelocity.y, spring: spring, at: swipe.time)
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

/// A card that fades as a finger pulls it down, dismissed by displacement or predicted end.
///
/// The spring starts with the finger's velocity.
public struct SpringCard: Equatable, Sendable {
  /// The displacement beyond which the card is dismissed, in points.
  public var distance = 200.0
  /// The predicted end beyond which the card is dismissed, in points.
  public var predicted = 500.0
  /// The speed beyond which a release is a flick, whose direction counts, in points per second.
  public var speed = 800.0
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight, in points.
  public var exit = 1000.0
  /// The displacement over which the card fades, in points.
  public var fading = 400.0
  /// The spring of the dismissal and the return.
  public var spring = Spring(duration: 0.5, bounce: 0)
  /// Whether the card is dismissed.
  public private(set) var isDismissed = false
  /// The card's motion.
  public private(set) var card = Content()

  /// Creates a card that is present.
  public init() {}

  /// Handles one moment of a swipe; does nothing once the card is dismissed.
  public mutating func handle(_ swipe: Swipe) {
    guard !isDismissed, let release = card.track(swipe, by: swipe.translation.y) else { return }
    let rule = DismissalRule(
      along: .y, [.down], distance: distance, speed: speed, predicted: predicted, reversal: reversal)
    isDismissed = release == .lifted && rule.direction(of: swipe) != nil
    card.release(
      to: isDismissed ? exit : 0, velocity: swipe.decisiveVelocity.y, spring: spring, at: swipe.time)
  }

  /// Returns the opacity at a time: 0.5 when fully faded.
  public func opacity(at time: Int64) -> Double { 1 - min(max(card.offset(at: time) / fading, 0), 1) * 0.5 }
}

/// A card that is swiped away to the left or right, and rotates a little as it moves.
///
/// Vertical movement does not move the card.
public struct SwipeCard: Equatable, Sendable {
  /// The side to which the card was swiped away.
  public enum Side: Equatable, Sendable {
    /// To the left.
    case left
    /// To the right.
    case right
  }

  /// The displacement beyond which the card is swiped away, in points.
  public var distance = 100.0
  /// The speed beyond which a release is a flick, whose direction counts, in points per second.
  public var speed = 800.0
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight, in points.
  public var exit = 400.0
  /// The rotation per point of displacement, in degrees.
  public var turn = 0.02
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// The side to which the card was swiped away; nil while the card is present.
  public private(set) var side: Side?
  /// The card's motion.
  public private(set) var card = Content()

  /// Creates a card that is present.
  public init() {}

  /// Handles one moment of a swipe; does nothing once the card is swiped away.
  public mutating func handle(_ swipe: Swipe) {
    guard side == nil, let release = card.track(swipe, by: swipe.translation.x) else { return }
    let rule = DismissalRule(
      along: .x, [.left, .right], distance: distance, speed: speed, reversal: reversal)
    if release == .lifted, let direction = rule.direction(of: swipe) {
      side = direction == .right ? .right : .left
    }
    card.release(to: place, velocity: swipe.decisiveVelocity.x, spring: spring, at: swipe.time)
  }

  /// Returns the rotation at a time, in degrees clockwise.
  public func rotation(at time: Int64) -> Double { turn * card.offset(at: time) }

  private var place: Double {
    switch side {
    case .left: -exit
    case .right: exit
    case nil: 0
    }
  }
}
