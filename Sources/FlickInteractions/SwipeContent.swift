public import FlickClient

/// Content on one axis: it follows one finger, then a spring, and never jumps.
///
///     resting ── track ──▶ held ── release ──▶ flying ── press ──▶ pressed ── resume ──▶ flying
///                           ▲                    │                    │
///                           └────── track ───────┴────── track ───────┘
///
/// Call ``draw(at:)`` in each frame: at a press and at a release the content continues from the
/// last drawn frame. Times are on the swipes' own clock: see `Swipe.time`.
public struct SwipeContent: Equatable, Sendable {
  /// How the content moves.
  public enum Motion: Equatable, Sendable {
    /// The content does not move.
    case resting
    /// The content follows the finger of the swipe with this id; do not animate it.
    case held(by: Int64)
    /// A finger stopped the content in flight, and has not swiped yet.
    case pressed
    /// The content has been moving on its spring since this time.
    case flying(Flight, since: Duration)
  }

  /// How a swipe ended.
  public enum Release: Equatable, Sendable {
    /// The finger lifted: decide now.
    case lifted
    /// The swipe was cancelled: the intent is unknown.
    case cancelled
  }

  /// How the content moves.
  public private(set) var motion = Motion.resting
  /// The offset at which a finger caught the content, or at which the content comes to rest.
  public private(set) var start: Double
  /// How far the content follows a finger beyond its bounds; nil for hard bounds.
  public let band: RubberBand?
  /// Whether the content moves by the slop when a swipe begins, instead of from rest.
  public let keepsSlop: Bool
  /// The spring on which held content follows its finger, for example `Spring.interactive`.
  ///
  /// Nil for content that is exactly where the finger is.
  public var follow: Spring?
  /// How far from its target content in flight counts as resting, in the unit of its offsets.
  ///
  /// Above 0; nil for 1/2000 of the distance or of its bounds, whichever is longer, and at most
  /// half a unit. Interactions with parts of one size set it by that size.
  public var tolerance: Double?

  /// The bounds of the content; content comes to rest within them.
  public var bounds: ClosedRange<Double> { limits.range }

  private var limits: OffsetBounds
  /// How the content follows the finger that holds it.
  private var grip = Grip()
  /// How content that follows on a spring moves to where the finger was at the last report.
  private var chase: Chase?
  /// The end of the flight, and the offsets between which the flight is drawn.
  private var flightEnd = Duration.zero
  private var drawable = OffsetBounds.none
  private var drawn: Frame?
  /// A swipe that the content no longer follows, or never did.
  private var ignored: Int64?
  /// The flight that a press stopped, and the number of fingers that press.
  private var onward: Flight?
  private var pressingFingers = 0

  /// A frame is the last one that the user saw if it was drawn at most this long ago.
  private static let recent = Duration.milliseconds(100)
  /// Content is never further away: sums of larger numbers would be infinite, or not a number.
  private static let farthest = 1e9
  /// In points, content is never visibly away from its target within this tolerance.
  private static let maxTolerance = 0.5

  private struct Frame: Equatable {
    var offset: Double
    var time: Duration
  }

  private struct Chase: Equatable {
    var flight: Flight
    var since: Duration
  }

  /// Creates content that rests at an offset.
  public init(
    at offset: Double = 0, bounds: ClosedRange<Double>? = nil, band: RubberBand? = nil,
    keepsSlop: Bool = false, follow: Spring? = nil
  ) {
    self.follow = follow
    limits = OffsetBounds(bounds)
    self.band = band
    self.keepsSlop = keepsSlop
    start = limits.clamp(Self.limited(offset, or: 0))
  }

  /// Returns the content's offset at a time.
  public func offset(at time: Duration) -> Double {
    switch motion {
    case .resting: start
    case .held, .pressed:
      chase.map { $0.flight.offset(after: time - $0.since) } ?? grip.offset(band)
    case .flying(let flight, let since):
      drawable.clamp(flight.offset(after: time - since))
    }
  }

  /// Returns the content's velocity at a time, which is not always that of the finger.
  public func velocity(at time: Duration) -> Double {
    switch motion {
    case .resting: return 0
    case .held, .pressed:
      if let chase { return chase.flight.velocity(after: time - chase.since) }
      return grip.velocity * grip.slope(band)
    case .flying(let flight, let since):
      let offset = flight.offset(after: time - since)
      return offset == drawable.clamp(offset) ? flight.velocity(after: time - since) : 0
    }
  }

  /// Returns the offset to draw in a frame, and remembers it for a press and a release.
  public mutating func draw(at time: Duration) -> Double {
    let offset = offset(at: time)
    drawn = Frame(offset: offset, time: time)
    return offset
  }

  /// Whether a finger is on the content.
  public var isHeld: Bool {
    switch motion {
    case .held, .pressed: true
    case .resting, .flying: false
    }
  }

  /// Returns whether the content is moving at a time, so that it needs redrawing.
  ///
  /// Content within its ``tolerance`` of the target counts as resting. The frame after that is the
  /// last to draw: draw a frame, and then ask whether another one is needed.
  public func isFlying(at time: Duration) -> Bool {
    guard case .flying = motion else { return false }
    return time < flightEnd
  }

  /// Follows a swipe that has moved the finger by `displacement` along the content's axis.
  ///
  /// `velocity` is that of the finger along the axis, `slop` the part of `displacement` to subtract
  /// at a begin. Returns how the swipe ended, for ``release(to:velocity:spring:at:)``; nil before.
  /// While one swipe moves the content, other swipes are ignored.
  public mutating func track(_ swipe: Swipe, by displacement: Double, velocity: Double = 0, slop: Double = 0)
    -> Release?
  {
    if swipe.phase == .begin, ignored == swipe.id { ignored = nil }
    guard ignored != swipe.id, !swipe.isPress else { return nil }
    switch motion {
    case .held(let holder) where holder == swipe.id: break
    case .held:
      ignored = swipe.id
      return nil
    case .resting, .pressed, .flying:
      let origin = swipe.phase != .begin ? displacement : keepsSlop ? 0 : slop
      grasp(from: Self.limited(origin, or: 0), at: swipe.time)
      motion = .held(by: swipe.id)
    }
    grip.displacement = Self.limited(displacement, or: grip.displacement)
    grip.velocity = Self.limited(velocity, or: 0)
    pursue(at: swipe.time)
    switch swipe.phase {
    case .begin, .update, .press, .release: return nil
    case .end:
      grip.isOver = true
      return .lifted
    case .cancel:
      grip.isOver = true
      return .cancelled
    }
  }

  /// Stops content in flight where it was last drawn: call this if a finger lands on the content.
  public mutating func press(at time: Duration) {
    if case .pressed = motion { pressingFingers += 1 }
    guard isFlying(at: time) else { return }
    grasp(from: 0, at: time)
    motion = .pressed
    pressingFingers = 1
  }

  /// Lets pressed content go on to its target, from rest: the last finger lifted without a swipe.
  public mutating func resume(at time: Duration) {
    guard case .pressed = motion else { return }
    pressingFingers -= 1
    guard pressingFingers == 0 else { return }
    let flight = onward
    fly(
      from: offset(at: time), to: flight?.target ?? start, velocity: 0, spring: flight?.spring ?? .standard,
      since: time)
  }

  /// Starts the flight to `target`; the default `velocity` is that of the content.
  public mutating func release(
    to target: Double, velocity: Double? = nil, spring: Spring = .standard, at time: Duration
  ) {
    let velocity = velocity ?? self.velocity(at: time)
    guard case .held(let holder) = motion else {
      return fly(from: offset(at: time), to: target, velocity: velocity, spring: spring, since: time)
    }
    if !grip.isOver { ignored = holder }
    // The user has not seen the positions since the last frame: they would be a jump.
    if let drawn, isRecent(at: time) {
      fly(from: drawn.offset, to: target, velocity: velocity, spring: spring, since: drawn.time)
    } else {
      fly(from: offset(at: time), to: target, velocity: velocity, spring: spring, since: time)
    }
  }

  /// Moves to another target, and keeps the current offset and velocity.
  public mutating func go(to target: Double, spring: Spring = .standard, at time: Duration) {
    release(to: target, spring: spring, at: time)
  }

  /// Moves to an offset immediately, without a spring.
  public mutating func put(at offset: Double) {
    if case .held(let holder) = motion, !grip.isOver { ignored = holder }
    motion = .resting
    drawn = nil
    start = limits.clamp(Self.limited(offset, or: start))
  }

  /// Sets other bounds; content outside of them moves to the nearest bound on a spring.
  public mutating func confine(to bounds: ClosedRange<Double>?, spring: Spring = .standard, at time: Duration)
  {
    let (offset, velocity) = (offset(at: time), velocity(at: time))
    limits = OffsetBounds(bounds)
    if isHeld {
      grip.grasp(grip.offset(band), from: grip.displacement, within: limits, band)
      pursue(at: time)
    } else if limits.clamp(start) != start {
      fly(from: offset, to: start, velocity: velocity, spring: spring, since: time)
    } else {
      drawable = band == nil ? limits.including(offset) : .none
    }
  }

  private func isRecent(at time: Duration) -> Bool {
    drawn.map { time - $0.time <= Self.recent } ?? false
  }

  /// A finger catches content in flight where the user last saw it.
  private mutating func grasp(from origin: Double, at time: Duration) {
    var offset = offset(at: time)
    if let drawn, isFlying(at: time), isRecent(at: time) { offset = drawn.offset }
    if case .flying(let flight, _) = motion { onward = flight }
    grip = Grip()
    grip.grasp(offset, from: origin, within: limits, band)
    chase = follow.map { Chase(flight: Flight(from: offset, to: offset, spring: $0), since: time) }
    start = offset
  }

  /// Sends content that follows its finger on a spring to where the finger is now.
  private mutating func pursue(at time: Duration) {
    chase = follow.map { spring in
      let flight = Flight(
        from: offset(at: time), to: grip.offset(band), velocity: velocity(at: time), spring: spring)
      return Chase(flight: flight, since: time)
    }
  }

  private mutating func fly(
    from offset: Double, to target: Double, velocity: Double, spring: Spring, since time: Duration
  ) {
    let target = limits.clamp(Self.limited(target, or: offset))
    let flight = Flight(
      from: offset, to: target, velocity: Self.limited(velocity, or: 0), spring: spring)
    motion = .flying(flight, since: time)
    flightEnd = time + flight.settlingDuration(within: tolerance(of: flight))
    drawable = band == nil ? limits.including(offset) : .none
    start = target
  }

  private func tolerance(of flight: Flight) -> Double {
    if let tolerance { return tolerance }
    let span = limits.upper - limits.lower
    let scale = max(flight.reach, span.isFinite ? span : 0)
    // If the distance is 0, every tolerance gives the same result.
    return scale > 0 ? min(scale / 2000, Self.maxTolerance) : Self.maxTolerance
  }

  /// Returns the tolerance of content with parts of this size: 0.18 % of it, at most half a unit.
  static func tolerance(ofSize size: Double) -> Double { min(size / 560, maxTolerance) }

  private static func limited(_ value: Double, or other: Double) -> Double {
    value.isFinite ? min(max(value, -farthest), farthest) : other
  }
}
