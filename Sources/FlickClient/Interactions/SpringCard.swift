/// A card that fades as a finger pulls it down, dismissed by displacement or predicted end.
///
/// The spring starts with the finger's velocity.
public struct SpringCard: Equatable, Sendable {
  /// The displacement beyond which the card is dismissed, in points.
  public var distance = 200.0
  /// The predicted end beyond which the card is dismissed, in points.
  public var predicted = 500.0
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
    let landing = card.start + swipe.predictedEndTranslation.y
    isDismissed = release == .lifted && (card.offset(at: swipe.time) > distance || landing > predicted)
    card.release(to: isDismissed ? exit : 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// Returns the opacity at a time: 0.5 when fully faded.
  public func opacity(at time: Int64) -> Double {
    1 - min(max(card.offset(at: time) / fading, 0), 1) * 0.5
  }
}
