public import GestureCore

/// A card that goes to the left or to the right, turning a little as it goes; up and down do not move it.
public struct SwipeCard: Equatable, Sendable {
  /// The way beyond which it goes, in points.
  public var distance = 100.0
  /// Where it is out of sight, in points.
  public var exit = 400.0
  /// How far it turns with each point, in degrees.
  public var turn = 0.02
  /// What takes it away or back.
  public var spring = Spring.standard
  /// Where it went: −1 to the left, 1 to the right, 0 while it is there.
  public private(set) var side = 0
  /// The card.
  public private(set) var card = Content()

  /// Creates a card that is there.
  public init() {}

  /// Takes in a moment of a swipe; none of a card that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard side == 0 else { return }
    switch swipe.phase {
    case .begin:
      card.grab(at: swipe.time)
      card.follow(swipe.translation.x)
    case .update:
      card.follow(swipe.translation.x)
    case .end:
      card.follow(swipe.translation.x)
      if abs(swipe.translation.x) > distance { side = swipe.translation.x > 0 ? 1 : -1 }
      card.release(to: Double(side) * exit, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
    case .cancel:
      card.release(to: 0, velocity: 0, spring: spring, at: swipe.time)
    }
  }

  /// How far it is turned, in degrees clockwise.
  public func rotation(at time: Int64) -> Double { turn * card.offset(at: time) }
}
