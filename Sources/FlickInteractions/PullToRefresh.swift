public import FlickClient

/// Content that a finger pulls down against a rubber band; beyond the threshold it refreshes.
///
/// Released beyond the threshold, the content rests there while ``isRefreshing``. The velocity does
/// not count: a list arrives at its top with a flick, and a refresh replaces what the user reads,
/// so a refresh needs a displacement at which the user sees, under the finger, that a release will
/// refresh. Set ``isDisabled`` while the list is not at its top.
public struct PullToRefresh: AxisInteraction {
  /// What the content does.
  public enum State: Equatable, Sendable {
    /// It rests, or returns.
    case resting
    /// A finger holds it, and a release would not refresh.
    case pulled
    /// A finger holds it, and a release would refresh.
    case ready
    /// It refreshes.
    case refreshing
  }

  /// The offset at which the content rests while it refreshes.
  public let threshold: Double
  /// Whether the content refreshes.
  public private(set) var isRefreshing = false
  /// The spring of the refresh and of the return.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The displacement of the finger, which the rubber band maps to the offset.
  public var content: SwipeContent
  private let band: RubberBand
  /// The speed beyond which a flick back does not refresh.
  private let speedThreshold: Double
  /// Whether a release after the last moment of the swipe would have refreshed.
  private var isBeyond = false

  /// Creates content that rests; `extent` limits how far a finger pulls it, nil for 4 thresholds.
  ///
  /// `threshold` is above 0 and below `extent`; nil for 64 points. `unit` is that of the
  /// subscription.
  public init(
    threshold: Double? = nil, extent: Double? = nil, keepsSlop: Bool = false,
    unit: SwipeSubscription.Unit = .points
  ) {
    let point = unit.point(along: .vertical)
    let threshold = threshold ?? 64 * point
    let band = RubberBand(extent: extent ?? 4 * threshold)
    precondition(
      threshold > 0 && threshold < band.extent,
      "pull to refresh needs a threshold above 0 and below its extent")
    self.threshold = threshold
    self.band = band
    speedThreshold = 800 * point
    content = SwipeContent(bounds: 0 ... .infinity, keepsSlop: keepsSlop)
  }

  /// The displacement of a finger that stretches the band to the threshold.
  public var distance: Double { band.pull(forDisplacement: threshold) }
  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { .vertical }
  /// The displacement at which the content rests.
  public var target: Double { isRefreshing ? distance : 0 }
  /// Whether a release of the finger that holds the content would start a refresh.
  public var isReady: Bool { isHeld && isBeyond && !isRefreshing }
  /// What the content does.
  public var state: State { isRefreshing ? .refreshing : isReady ? .ready : isHeld ? .pulled : .resting }

  /// Handles one moment of a swipe or of a press.
  ///
  /// ``isRefreshing`` becomes true if it starts a refresh.
  public mutating func handle(_ swipe: Swipe) {
    if swipe.isPress {
      if swipe.phase == .press { press(at: swipe.time) } else { resume(at: swipe.time) }
    } else {
      follow(swipe)
    }
    if content.motion == .held(by: swipe.id) { isBeyond = isDistance(of: swipe) }
    if !isSwiped { isBeyond = false }
  }

  /// Returns whether the content refreshes after a release of this swipe now.
  public func meant(_ swipe: Swipe) -> Bool { isRefreshing || isDistance(of: swipe) }

  /// Sets whether the content refreshes, without moving it.
  public mutating func choose(_ position: Bool, after swipe: Swipe?) { isRefreshing = position }

  /// Ends the refresh: the content returns, or stays in the hand.
  public mutating func finish(at time: Duration) {
    isRefreshing = false
    if !isSwiped { settle(velocity: nil, at: time) }
  }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    SwipeZone(
      name, leaving: [.down], along: axis, by: [.distance], distance: distance, speed: speedThreshold,
      reversal: .follow, spring: spring)
  }

  /// Returns the offset at a time.
  public func offset(at time: Duration) -> Double { band.displacement(ofPull: content.offset(at: time)) }
  /// Returns the offset to draw in a frame.
  public mutating func draw(at time: Duration) -> Double { band.displacement(ofPull: content.draw(at: time)) }
  /// Returns the progress at a time: 1 at the threshold and beyond it.
  public func progress(at time: Duration) -> Double { min(offset(at: time) / threshold, 1) }

  private func isDistance(of swipe: Swipe) -> Bool { zone("").direction(of: swipe) != nil }

  private var isSwiped: Bool {
    if case .held = content.motion { true } else { false }
  }
}
