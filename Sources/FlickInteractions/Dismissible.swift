public import FlickClient

/// A card that a long displacement or a fast flick downwards dismisses; either is enough.
///
/// With a distance alone, a fast flick of 80 points would return. With a speed alone, a slow drag
/// over most of the screen would return.
public struct DismissibleCard: LeavingInteraction {
  /// The displacement beyond which the card is dismissed.
  public var distanceThreshold: Double
  /// The speed beyond which the card is dismissed, per second.
  public var speedThreshold: Double
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight: 800 points.
  public var exit: Double
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
  /// The card's motion, downwards only.
  public var content: SwipeContent

  /// Creates a card that is present; a threshold of nil is 200 points, or 800 points per second.
  ///
  /// `unit` is that of the subscription.
  public init(
    distanceThreshold: Double? = nil, speedThreshold: Double? = nil, keepsSlop: Bool = false,
    unit: SwipeSubscription.Unit = .points
  ) {
    let point = unit.point(along: .vertical)
    self.distanceThreshold = distanceThreshold ?? 200 * point
    self.speedThreshold = speedThreshold ?? 800 * point
    exit = 800 * point
    content = SwipeContent(bounds: 0 ... .infinity, keepsSlop: keepsSlop)
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
      name, leaving: [.down], along: axis, by: [.distance, .velocity], distance: distanceThreshold,
      speed: speedThreshold,
      reversal: reversal, spring: spring)
  }

  /// Returns the progress at a time: 1 at the distance that dismisses the card.
  public func progress(at time: Duration) -> Double {
    min(max(content.offset(at: time) / distanceThreshold, 0), 1)
  }

  /// Returns the opacity at a time.
  ///
  /// It falls smoothly from 1 at half of the distance to 0.7, at which white text is readable.
  public func opacity(at time: Duration) -> Double {
    let faded = max(2 * progress(at: time) - 1, 0)
    return 1 - 0.3 * faded * faded * (3 - 2 * faded)
  }
}

/// A sheet that is dismissed if its predicted end is below the middle of its height.
///
/// One check covers slow drags and fast flicks.
public struct DismissibleSheet: LeavingInteraction {
  /// The height.
  public let height: Double
  /// The fraction of the height beyond which the sheet is dismissed.
  public var fraction = 0.5
  /// The speed beyond which a release is a flick, whose direction counts: 800 points per second.
  public var speedThreshold: Double
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The direction in which the sheet left; nil while it is presented.
  public private(set) var side: Swipe.Direction?
  /// The sheet's motion; never above its resting offset.
  public var content: SwipeContent

  /// Creates a sheet with a height; nil for 400 points.
  ///
  /// `unit` is that of the subscription.
  public init(height: Double? = nil, keepsSlop: Bool = false, unit: SwipeSubscription.Unit = .points) {
    let point = unit.point(along: .vertical)
    self.height = height ?? 400 * point
    speedThreshold = 800 * point
    content = SwipeContent(bounds: 0 ... .infinity, keepsSlop: keepsSlop)
  }

  /// Whether the sheet is presented.
  public var isPresented: Bool { side == nil }
  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .vertical }
  /// The offset at which the content rests.
  public var target: Double { isDismissed ? height : 0 }
  /// Sets the position without moving the content.
  public mutating func choose(_ position: Swipe.Direction?, after swipe: Swipe?) { side = position }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    SwipeZone(
      name, leaving: [.down], along: axis, by: [.predicted], speed: speedThreshold,
      predicted: height * fraction,
      reversal: reversal, spring: spring)
  }
}
