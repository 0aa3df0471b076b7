public import FlickClient

/// A row of cards with one or several in front; the predicted end selects the card in front.
///
/// By its displacement alone, a flick of 100 points would not change the card.
public struct CardCarousel: RowInteraction {
  /// The cards: offset 0 with the first card in front, −``RowInteraction/stride`` with the second.
  public var row: SnapRow
  /// The size of one card along the axis.
  public private(set) var width: Double
  /// The gap between two cards.
  public private(set) var spacing: Double
  /// Whether the row continues as a scrolled view, and rests between cards.
  public let isFree: Bool
  /// Whether the first card follows the last one, if there are more cards than in the view.
  public var isLooping: Bool { row.isRing }
  /// The number of cards in the view; the last snap point is `count - perView`.
  public var perView: Int { row.perView }
  /// The spring that centres the card in front.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The row's motion.
  public var content: SwipeContent
  /// Where a free row comes to rest.
  private var landing: Double?

  /// Creates a row of any number of cards.
  ///
  /// `width` is the size of one card along the axis; nil for 280 points. `spacing` is the gap
  /// between two cards; nil for 16 points. `extent` limits how far a finger pulls the row beyond
  /// its ends; nil for the width. `unit` is that of the subscription.
  public init(
    count: Int, index: Int = 0, width: Double? = nil, spacing: Double? = nil, perView: Int = 1,
    extent: Double? = nil, axis: SwipeZone.Axis = .horizontal, isFree: Bool = false,
    isLooping: Bool = false, isRightToLeft: Bool = false, maxSteps: Int? = nil, keepsSlop: Bool = false,
    unit: SwipeSubscription.Unit = .points
  ) {
    let point = unit.point(along: axis)
    self.width = width ?? 280 * point
    self.spacing = spacing ?? 16 * point
    self.isFree = isFree
    row = SnapRow(
      count: count, stride: self.width + self.spacing, perView: perView, isRing: isLooping,
      isRightToLeft: isRightToLeft, axis: axis, maxSteps: maxSteps, index: index)
    content = row.content(band: RubberBand(extent: extent ?? self.width), keepsSlop: keepsSlop)
  }

  /// The offset at which the content rests.
  public var target: Double { landing ?? row.target }
  /// The spring to the ``target``.
  public var releaseSpring: Spring { content.spring(to: landing, otherwise: spring) }

  /// Returns the index of the card that a release of this swipe now would select.
  public func meant(_ swipe: Swipe) -> Int { row.index(of: number(meant: swipe)) }

  /// Sets the card without moving the content; in a loop, without a swipe, on the shorter way.
  ///
  /// An index beyond the loop continues in its own direction, such as `index + 1`.
  public mutating func choose(_ position: Int, after swipe: Swipe?) {
    if let swipe {
      row.select(number(meant: swipe))
    } else {
      row.select(index: position)
    }
    landing = swipe != nil && isFree ? content.landing : nil
  }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    row.zone(name, offset: content.start, spring: isFree ? SwipeContent.momentum : spring, isInZone: !isFree)
  }

  /// Sets another number of cards, or another size of them: the row moves to the card in front.
  ///
  /// A nil argument leaves its value unchanged.
  public mutating func resize(
    count: Int? = nil, width: Double? = nil, spacing: Double? = nil, perView: Int? = nil, at time: Duration
  ) {
    self.width = width ?? self.width
    self.spacing = spacing ?? self.spacing
    rearrange(count: count, stride: self.width + self.spacing, perView: perView, at: time)
  }

  private func number(meant swipe: Swipe) -> Int {
    isFree
      ? row.number(nearestTo: content.landing) : row.number(meant: swipe, from: content.start)
  }
}
