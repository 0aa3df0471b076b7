public import GestureCore

/// A card that fades as it is pulled down, and goes by its way or by where it would land; its spring takes over the
/// finger's velocity.
public struct SpringCard: Equatable, Sendable {
  /// The way beyond which it goes, in points.
  public var distance = 200.0
  /// The predicted end beyond which it goes, in points.
  public var predicted = 500.0
  /// Where it is out of sight, in points.
  public var exit = 1000.0
  /// What takes it away or back.
  public var spring = Spring(duration: 0.5, bounce: 0)
  /// Whether it was pulled away.
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
      card.follow(swipe.translation.y)
    case .update:
      card.follow(swipe.translation.y)
    case .end:
      card.follow(swipe.translation.y)
      isDismissed = swipe.translation.y > distance || swipe.predictedEndTranslation.y > predicted
      card.release(
        to: isDismissed ? exit : 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
    case .cancel:
      card.release(to: 0, velocity: 0, spring: spring, at: swipe.time)
    }
  }

  /// How much of it is seen at a moment: half from 400 points on.
  public func opacity(at time: Int64) -> Double {
    1 - min(max(card.offset(at: time) / 400, 0), 1) * 0.5
  }
}
