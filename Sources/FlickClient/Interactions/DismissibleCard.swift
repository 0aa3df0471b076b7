/// A card that is swiped away downwards: by a long way or by a fast flick, either is enough.
///
/// By the way alone a fast flick of 80 points would come back, by the speed alone a slow pull over
/// most of the screen.
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
  /// The card: it is pulled down only.
  public private(set) var card = Content()

  /// Creates a card that is there.
  public init() {}

  /// Takes in a moment of a swipe; none of a card that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard !isDismissed, let release = card.track(swipe, by: max(swipe.translation.y, 0)) else { return }
    isDismissed = release == .lifted && (card.offset(at: swipe.time) > distance || swipe.velocity.y > speed)
    card.release(to: isDismissed ? exit : 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// How far it is gone at a moment: 1 at the distance at which it goes.
  public func progress(at time: Int64) -> Double { min(max(card.offset(at: time) / distance, 0), 1) }

  /// How much of it is seen: all of it up to half of the way.
  public func opacity(at time: Int64) -> Double {
    let progress = progress(at: time)
    return progress > 0.5 ? 1 - progress : 1
  }
}
