public import FlickClient

/// A card that a finger moves freely, as picture in picture.
///
/// At a release the card flies to the corner that is nearest to its predicted end.
public struct CornerThrow: FreeInteraction {
  /// A corner of the rectangle.
  public enum Corner: String, CaseIterable, Sendable {
    /// The top left corner.
    case topLeft = "top_left"
    /// The top right corner.
    case topRight = "top_right"
    /// The bottom left corner.
    case bottomLeft = "bottom_left"
    /// The bottom right corner.
    case bottomRight = "bottom_right"
  }

  /// The offsets of a card at its four corners.
  public struct Corners: Equatable, Sendable {
    /// The offset at the left corners.
    public var x: Double
    /// The offset at the top corners.
    public var y: Double
    /// The distance between the left and the right corners, 0 or more.
    public var width: Double
    /// The distance between the top and the bottom corners, 0 or more.
    public var height: Double

    /// Creates the corners of a rectangle.
    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
      precondition(width >= 0 && height >= 0, "a rectangle needs a width and a height of 0 or more")
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The corner at which the card rests, or to which it moves.
  public private(set) var corner: Corner
  /// The offsets of the card at its corners.
  public private(set) var rectangle: Corners
  /// The spring of the flight.
  public var spring = Spring.standard
  /// Whether fingers do not move the card.
  public var isDisabled = false
  /// Whether the card jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether a held card is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The horizontal motion; positive to the right.
  public var x: SwipeContent
  /// The vertical motion; positive downwards.
  public var y: SwipeContent

  /// Creates a card at a corner; `extent` limits how far a finger pulls it beyond the rectangle.
  ///
  /// An `extent` of nil is 120 points. `unit` is that of the subscription.
  public init(
    rectangle: Corners, corner: Corner = .bottomRight, extent: Double? = nil, keepsSlop: Bool = false,
    unit: SwipeSubscription.Unit = .points
  ) {
    self.rectangle = rectangle
    self.corner = corner
    let start = rectangle.offset(of: corner)
    func band(along axis: SwipeZone.Axis) -> RubberBand {
      RubberBand(extent: extent ?? 120 * unit.point(along: axis))
    }
    x = SwipeContent(
      at: start.x, bounds: rectangle.columns, band: band(along: .horizontal), keepsSlop: keepsSlop)
    y = SwipeContent(at: start.y, bounds: rectangle.rows, band: band(along: .vertical), keepsSlop: keepsSlop)
  }

  /// The offset of the card at its corner.
  public var target: SwipeVector { rectangle.offset(of: corner) }

  /// Returns the corner to which a release of this swipe now would send the card.
  public func meant(_ swipe: Swipe) -> Corner {
    let (end, velocity) = (swipe.decisiveEndTranslation, swipe.decisiveVelocity)
    let isRight = rectangle.columns.isUpper(
      landing: x.start + end.x, velocity: velocity.x, isUpper: corner.isRight)
    let isBottom = rectangle.rows.isUpper(
      landing: y.start + end.y, velocity: velocity.y, isUpper: corner.isBottom)
    return isBottom ? (isRight ? .bottomRight : .bottomLeft) : (isRight ? .topRight : .topLeft)
  }

  /// Sets the corner without moving the card.
  public mutating func choose(_ position: Corner) { corner = position }

  /// Sets another rectangle: the card moves to its corner, or stays in the hand.
  public mutating func resize(_ rectangle: Corners, at time: Duration) {
    self.rectangle = rectangle
    x.confine(to: rectangle.columns, spring: spring, at: time)
    y.confine(to: rectangle.rows, spring: spring, at: time)
    if !isHeld { settle(to: target, velocity: nil, at: time) }
  }
}

extension CornerThrow.Corner {
  fileprivate var isRight: Bool { self == .topRight || self == .bottomRight }
  fileprivate var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
}

extension CornerThrow.Corners {
  fileprivate var columns: ClosedRange<Double> { x...x + width }
  fileprivate var rows: ClosedRange<Double> { y...y + height }

  fileprivate func offset(of corner: CornerThrow.Corner) -> SwipeVector {
    SwipeVector(x: corner.isRight ? x + width : x, y: corner.isBottom ? y + height : y)
  }
}

extension ClosedRange<Double> {
  /// Returns whether content that would land at an offset is nearer to the upper bound.
  fileprivate func isUpper(landing: Double, velocity: Double, isUpper: Bool) -> Bool {
    SnapPoints([lowerBound, upperBound])
      .target(landing: landing, velocity: velocity, from: isUpper ? 1 : 0) == 1
  }
}
