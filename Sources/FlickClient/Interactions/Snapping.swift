/// A sheet at the bottom of the screen that rests at one of several heights.
///
/// The predicted end selects the height. A hard flick over 40 % of the distance arrives; by its
/// displacement alone it would return.
public struct BottomSheet: Equatable, Sendable {
  /// The heights at which the sheet rests, as offsets in points; up is negative.
  public let detents: SnapPoints
  /// The spring that moves the sheet.
  public var spring = Spring.standard
  /// The number of the sheet's height among the ``detents``.
  public private(set) var index: Int
  /// The sheet's motion.
  public private(set) var sheet: Content

  /// Creates a sheet that rests at one of the heights; the default is hidden, half and full.
  public init(detents: SnapPoints = SnapPoints([0, -300, -600]), index: Int = 0) {
    self.detents = detents
    self.index = index
    sheet = Content(at: detents.offset(of: index))
  }

  /// Handles one moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    guard let release = sheet.track(swipe, by: swipe.translation.y) else { return }
    if release == .lifted {
      index = detents.target(
        landing: sheet.start + swipe.decisiveEndTranslation.y, velocity: swipe.decisiveVelocity.y, from: index
      )
    }
    sheet.release(
      to: detents.offset(of: index), velocity: swipe.decisiveVelocity.y, spring: spring, at: swipe.time)
  }
}

/// A row of cards with one in front; the predicted end selects the card in front.
///
/// By its displacement alone, a flick of 100 points would not change the card.
public struct CardCarousel: Equatable, Sendable {
  /// The number of cards.
  public let count: Int
  /// The distance from one card to the next, in points.
  public let stride: Double
  /// The spring that centres the card in front.
  public var spring = Spring.standard
  /// The index of the card in front.
  public private(set) var index = 0
  /// The row's motion: offset 0 with the first card in front, −``stride`` with the second.
  public private(set) var row = Content()

  /// Creates a row of any number of cards; `width` is that of one card, in points, `spacing` the
  /// gap.
  public init(count: Int, width: Double = 280, spacing: Double = 16) {
    precondition(
      count >= 0 && width + spacing > 0, "a carousel needs a count of 0 or more, and a width above 0")
    self.count = count
    stride = width + spacing
  }

  /// Handles one moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    guard let release = row.track(swipe, by: swipe.translation.x) else { return }
    if release == .lifted {
      index = card(
        landing: row.start + swipe.decisiveEndTranslation.x, velocity: swipe.decisiveVelocity.x)
    }
    row.release(
      to: -Double(index) * stride, velocity: swipe.decisiveVelocity.x, spring: spring, at: swipe.time)
  }

  /// Returns the index of the card that a swipe selects, by the function of snap points.
  ///
  /// A dial with one card in each round has any number of cards; the row has two ends.
  private func card(landing offset: Double, velocity: Double) -> Int {
    let dial = SnapPoints([0], period: stride)
    return min(max(-dial.target(landing: offset, velocity: velocity, from: -index), 0), max(count - 1, 0))
  }
}
