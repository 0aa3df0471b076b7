public import GestureCore

/// A card that is swiped away downwards: by a long way or by a fast flick, either is enough.
public struct DismissibleCard: Equatable, Sendable {
  /// The way beyond which it goes, in points.
  public var distance = 200.0
  /// The speed beyond which it goes, in points per second.
  public var speed = 800.0
  /// Where it is out of sight, in points.
  public var exit = 800.0
  /// What takes it away or back.
  public var spring = Spring.standard
  /// Whether it was swiped away.
  public private(set) var isDismissed = false
  /// The card.
  public private(set) var card = Content()

  /// Creates a card that is there.
  public init() {}

  /// Takes in a moment of a swipe; none of a card that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard !isDismissed else { return }
    switch swipe.phase {
    case .begin:
      card.grab(at: swipe.time)
      card.follow(max(swipe.translation.y, 0))
    case .update:
      card.follow(max(swipe.translation.y, 0))
    case .end:
      card.follow(max(swipe.translation.y, 0))
      isDismissed = swipe.translation.y > distance || swipe.velocity.y > speed
      card.release(
        to: isDismissed ? exit : 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
    case .cancel:
      card.release(to: 0, velocity: 0, spring: spring, at: swipe.time)
    }
  }

  /// How far it is gone at a moment: 1 at the distance at which it goes.
  public func progress(at time: Int64) -> Double { min(max(card.offset(at: time) / distance, 0), 1) }

  /// How much of it is seen: all of it up to half of the way.
  public func opacity(at time: Int64) -> Double {
    let progress = progress(at: time)
    return progress > 0.5 ? 1 - progress : 1
  }
}
