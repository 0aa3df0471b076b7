/// A card that fades as it is pulled down, and goes by its way or by where it would land; its
/// spring takes over the finger's velocity.
public struct SpringCard: Equatable, Sendable {
  /// The way beyond which it goes, in points.
  public var distance = 200.0
  /// The predicted end beyond which it goes, in points.
  public var predicted = 500.0
  /// Where it is out of sight, in points.
  public var exit = 1000.0
  /// The way over which it fades, in points.
  public var fading = 400.0
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
    guard !isDismissed, let release = card.track(swipe, by: swipe.translation.y) else { return }
    let landing = card.start + swipe.predictedEndTranslation.y
    isDismissed = release == .lifted && (card.offset(at: swipe.time) > distance || landing > predicted)
    card.release(to: isDismissed ? exit : 0, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// How much of it is seen at a moment: half where it has faded.
  public func opacity(at time: Int64) -> Double {
    1 - min(max(card.offset(at: time) / fading, 0), 1) * 0.5
  }
}
