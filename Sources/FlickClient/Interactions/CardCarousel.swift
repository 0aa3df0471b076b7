/// Cards in a row, of which one is in front; a flick brings the card at which it would have landed.
///
/// By the way alone a flick of 100 points would leave the cards as they were.
public struct CardCarousel: Equatable, Sendable {
  /// How many cards there are.
  public let count: Int
  /// From one card to the next, in points.
  public let stride: Double
  /// What brings the card in front to its place.
  public var spring = Spring.standard
  /// The card in front.
  public private(set) var index = 0
  /// The row: 0 with its first card in front, −``stride`` with its second.
  public private(set) var row = Content()

  /// Creates a row of cards of so many points, with a gap between them.
  public init(count: Int, width: Double = 280, spacing: Double = 16) {
    precondition(count > 0 && width + spacing > 0, "a carousel has a card of some width")
    self.count = count
    stride = width + spacing
  }

  /// Takes in a moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    guard let release = row.track(swipe, by: swipe.translation.x) else { return }
    if release == .lifted { index = card(at: row.start + swipe.predictedEndTranslation.x) }
    row.release(to: -Double(index) * stride, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
  }

  /// The card that is nearest to the front with the row at an offset.
  private func card(at offset: Double) -> Int {
    let place = (-offset / stride).rounded()
    return place.isNaN ? index : Int(min(max(place, 0), Double(count - 1)))
  }
}
