public import FlickClient

/// A card that fades as a finger pulls it down, dismissed by displacement or predicted end.
///
/// The spring starts with the velocity of the card. Upwards the card follows as a rubber band.
public struct SpringCard: LeavingInteraction {
  /// The displacement beyond which the card is dismissed.
  public var distanceThreshold: Double
  /// The predicted end beyond which the card is dismissed.
  public var predictedThreshold: Double
  /// The speed beyond which a release is a flick, whose direction counts: 800 points per second.
  public var speedThreshold: Double
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight: 1000 points.
  public var exit: Double
  /// The displacement over which the card fades: 400 points.
  public var fading: Double
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The direction in which the card left; nil while it is present.
  public private(set) var side: Swipe.Direction?
  /// The card's motion.
  public var content: SwipeContent

  /// Creates a card that is present.
  ///
  /// A threshold of nil is 200 points, or 500 points for the predicted end. `extent` limits how far
  /// a finger pulls the card up; nil for 400 points. `unit` is that of the subscription.
  public init(
    distanceThreshold: Double? = nil, predictedThreshold: Double? = nil, extent: Double? = nil,
    keepsSlop: Bool = false, unit: SwipeSubscription.Unit = .points
  ) {
    let point = unit.point(along: .vertical)
    self.distanceThreshold = distanceThreshold ?? 200 * point
    self.predictedThreshold = predictedThreshold ?? 500 * point
    speedThreshold = 800 * point
    exit = 1000 * point
    fading = 400 * point
    content = SwipeContent(
      bounds: 0 ... .infinity, band: RubberBand(extent: extent ?? 400 * point), keepsSlop: keepsSlop)
  }

  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .vertical }
  /// The offset at which the content rests.
  public var target: Double { isDismissed ? exit : 0 }
  /// Sets the position without moving the content.
  public mutating func choose(_ position: Swipe.Direction?, after swipe: Swipe?) { side = position }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    SwipeZone(
      name, leaving: [.down], along: axis, by: [.distance, .predicted], distance: distanceThreshold,
      speed: speedThreshold,
      predicted: predictedThreshold, reversal: reversal, spring: spring)
  }

  /// Returns the opacity at a time: 0.5 when fully faded.
  public func opacity(at time: Duration) -> Double {
    1 - min(max(content.offset(at: time) / fading, 0), 1) * 0.5
  }
}

/// A card that is swiped away to the left or right, by distance or by speed.
///
/// It rotates a little as it moves. Vertical movement does not move the card.
public struct SwipeCard: LeavingInteraction {
  /// The displacement beyond which the card is swiped away.
  public var distanceThreshold: Double
  /// The speed beyond which the card is swiped away, per second.
  public var speedThreshold: Double
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight: 400 points.
  public var exit: Double
  /// The rotation per unit of displacement, in degrees: 0.02° per point.
  public var turn: Double
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The direction in which the card was swiped away; nil while the card is present.
  public private(set) var side: Swipe.Direction?
  /// The card's motion.
  public var content: SwipeContent

  /// Creates a card that is present; a threshold of nil is 100 points, or 800 points per second.
  ///
  /// `unit` is that of the subscription.
  public init(
    distanceThreshold: Double? = nil, speedThreshold: Double? = nil, keepsSlop: Bool = false,
    unit: SwipeSubscription.Unit = .points
  ) {
    let point = unit.point(along: .horizontal)
    self.distanceThreshold = distanceThreshold ?? 100 * point
    self.speedThreshold = speedThreshold ?? 800 * point
    exit = 400 * point
    turn = 0.02 / point
    content = SwipeContent(keepsSlop: keepsSlop)
  }

  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .horizontal }
  /// The offset at which the content rests.
  public var target: Double { side.map { $0 == .left ? -exit : exit } ?? 0 }
  /// Sets the position without moving the content.
  public mutating func choose(_ position: Swipe.Direction?, after swipe: Swipe?) { side = position }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    SwipeZone(
      name, leaving: [.left, .right], along: axis, by: [.distance, .velocity], distance: distanceThreshold,
      speed: speedThreshold,
      reversal: reversal, spring: spring)
  }

  /// Returns the rotation at a time, in degrees clockwise.
  public func rotation(at time: Duration) -> Double { turn * content.offset(at: time) }
}
