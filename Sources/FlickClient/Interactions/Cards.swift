/// A card that fades as a finger pulls it down, dismissed by displacement or predicted end.
///
/// The spring starts with the velocity of the card. Upwards the card follows as a rubber band.
public struct SpringCard: LeavingInteraction {
  /// The displacement beyond which the card is dismissed, in points.
  public var distanceThreshold: Double
  /// The predicted end beyond which the card is dismissed, in points.
  public var predictedThreshold: Double
  /// The speed beyond which a release is a flick, whose direction counts, in points per second.
  public var speedThreshold = 800.0
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight, in points.
  public var exit = 1000.0
  /// The displacement over which the card fades, in points.
  public var fading = 400.0
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

  /// Creates a card that is present; `extent` limits how far a finger pulls it up.
  public init(
    distanceThreshold: Double = 200, predictedThreshold: Double = 500, extent: Double = 400,
    keepsSlop: Bool = false
  ) {
    self.distanceThreshold = distanceThreshold
    self.predictedThreshold = predictedThreshold
    content = SwipeContent(bounds: 0 ... .infinity, band: RubberBand(extent: extent), keepsSlop: keepsSlop)
  }

  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .vertical }
  /// The offset at which the content rests.
  public var target: Double { isDismissed ? exit : 0 }
  /// Sets the place without moving the content.
  public mutating func choose(_ place: Swipe.Direction?, after swipe: Swipe?) { side = place }

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
  /// The displacement beyond which the card is swiped away, in points.
  public var distanceThreshold: Double
  /// The speed beyond which the card is swiped away, in points per second.
  public var speedThreshold: Double
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight, in points.
  public var exit = 400.0
  /// The rotation per point of displacement, in degrees.
  public var turn = 0.02
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

  /// Creates a card that is present; the thresholds are in points and points per second.
  public init(distanceThreshold: Double = 100, speedThreshold: Double = 800, keepsSlop: Bool = false) {
    self.distanceThreshold = distanceThreshold
    self.speedThreshold = speedThreshold
    content = SwipeContent(keepsSlop: keepsSlop)
  }

  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .horizontal }
  /// The offset at which the content rests.
  public var target: Double { side.map { $0 == .left ? -exit : exit } ?? 0 }
  /// Sets the place without moving the content.
  public mutating func choose(_ place: Swipe.Direction?, after swipe: Swipe?) { side = place }

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
