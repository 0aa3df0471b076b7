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
    let offset = card.offset(at: swipe.time)
    if release == .lifted, abs(offset) > distance { side = offset > 0 ? .right : .left }
    card.release(to: place, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
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
