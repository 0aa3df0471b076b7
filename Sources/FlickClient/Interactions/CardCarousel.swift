public import GestureCore

/// Cards in a row, of which one is in front; a flick brings the card at which it would have landed.
///
/// What goes by the way alone leaves a flick of 100 points where it was; what goes by where it would land does not.
public struct CardCarousel: Equatable, Sendable {
  /// How many cards there are.
  public let count: Int
  /// From one card to the next, in points.
  public let stride: Double
  /// What brings the card in front to its place.
  public var spring = Spring.standard
  /// The card in front.
  public private(set) var index = 0
  /// The row: where its first card lies off the front.
  public private(set) var row = Content()

  /// Creates a row of cards of so many points, with a gap between them.
  public init(count: Int, width: Double = 280, spacing: Double = 16) {
    precondition(count > 0, "a carousel has a card")
    self.count = count
    stride = width + spacing
  }

  /// Takes in a moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    switch swipe.phase {
    case .begin:
      row.grab(at: swipe.time)
      row.follow(swipe.translation.x)
    case .update:
      row.follow(swipe.translation.x)
    case .end:
      row.follow(swipe.translation.x)
      let landing = row.offset(at: swipe.time) - swipe.translation.x + swipe.predictedEndTranslation.x
      index = min(max(Int((-landing / stride).rounded()), 0), count - 1)
      row.release(to: -Double(index) * stride, velocity: swipe.velocity.x, spring: spring, at: swipe.time)
    case .cancel:
      row.release(to: -Double(index) * stride, velocity: 0, spring: spring, at: swipe.time)
    }
  }
}
