/// A card that goes to the left or to the right, turning a little as it goes; up and down do not
/// move it.
public struct SwipeCard: Equatable, Sendable {
  /// Where it went.
  public enum Side: Equatable, Sendable {
    /// To the left.
    case left
    /// To the right.
    case right
  }

  /// The way beyond which it goes, in points.
  public var distance = 100.0
  /// Where it is out of sight, in points.
  public var exit = 400.0
  /// How far it turns with each point, in degrees.
  public var turn = 0.02
  /// What takes it away or back.
  public var spring = Spring.standard
  /// Where it went; nil while it is there.
  public private(set) var side: Side?
  /// The card.
  public private(set) var card = Content()

  /// Creates a card that is there.
  public init() {}

  /// Takes in a moment of a swipe; none of a card that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard side == nil, let release = card.track(swipe, by: swipe.translation.x) else { return }
    let offset = card.offset(at: swipe.time)
    if release == .lifted, abs(offset) > distance { side = offset > 0 ? .right : .left }
    card.release(to: place, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
  }

  /// How far it is turned, in degrees clockwise.
  public func rotation(at time: Int64) -> Double { turn * card.offset(at: time) }

  private var place: Double {
    switch side {
    case .left: -exit
    case .right: exit
    case nil: 0
    }
  }
}
