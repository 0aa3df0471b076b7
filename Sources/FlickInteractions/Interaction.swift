@_exported public import FlickClient

/// Content that swipes move, and that a spring brings to rest: a card, a sheet or a row.
///
/// Pass each swipe to ``handle(_:)``, and draw the content at ``draw(at:)`` in each frame. Times
/// are on the swipes' own clock: see `Swipe.time`.
///
/// The content of an ``AxisInteraction`` moves along one axis, that of a ``FreeInteraction`` on
/// both.
public protocol Interaction: Equatable, Sendable {
  /// Where a swipe can send the content.
  associatedtype Position: Equatable
  /// An offset of the content: a number along one axis, or a vector.
  associatedtype Offset: Equatable

  /// The spring on which the content comes to rest.
  var spring: Spring { get set }
  /// Whether fingers do not move the content.
  var isDisabled: Bool { get set }
  /// Whether the content jumps to its target, for users who prefer less motion.
  var reducesMotion: Bool { get set }
  /// Whether held content is drawn at the swipe's `Swipe.lookaheadTranslation`.
  var looksAhead: Bool { get set }
  /// Whether a finger is on the content.
  var isHeld: Bool { get }
  /// The offset at which the content rests.
  var target: Offset { get }

  /// Handles one moment of a swipe or of a press.
  mutating func handle(_ swipe: Swipe)
  /// Stops content in flight, because a finger has landed.
  mutating func press(at time: Duration)
  /// Lets pressed content go on, because the finger has lifted without a swipe.
  mutating func resume(at time: Duration)
  /// Returns where a release of this swipe now would send the content.
  func meant(_ swipe: Swipe) -> Position
  /// Moves to a position on the spring, without a finger.
  mutating func go(to position: Position, at time: Duration)
  /// Moves to a position immediately, without a spring.
  mutating func put(at position: Position)
  /// Takes the content from its finger: it returns, and ignores the rest of the swipe.
  mutating func cancel(at time: Duration)
  /// Returns the offset to draw in a frame.
  mutating func draw(at time: Duration) -> Offset
  /// Returns the offset at a time.
  func offset(at time: Duration) -> Offset
  /// Returns whether the content needs redrawing.
  func isMoving(at time: Duration) -> Bool
  /// Returns the zone with which flickd decides as this interaction does.
  func zone(_ name: String) -> SwipeZone
}

/// An interaction whose content moves along one axis.
public protocol AxisInteraction: Interaction where Offset == Double {
  /// The content's motion.
  var content: SwipeContent { get set }
  /// The axis along which the content moves.
  var axis: SwipeZone.Axis { get }
  /// Whether the content follows a finger now.
  var canFollow: Bool { get }
  /// The spring to the ``Interaction/target``.
  var releaseSpring: Spring { get }

  /// Sets the position without moving the content.
  ///
  /// The interaction calls this function before it moves the content. `swipe` is the swipe that was
  /// released.
  mutating func choose(_ position: Position, after swipe: Swipe?)
}

extension AxisInteraction {
  /// True.
  public var canFollow: Bool { true }
  /// The ``spring``.
  public var releaseSpring: Spring { spring }
  /// Whether a finger is on the content.
  public var isHeld: Bool { content.isHeld }

  /// Handles one moment of a swipe or of a press.
  public mutating func handle(_ swipe: Swipe) {
    if swipe.isPress {
      return swipe.phase == .press ? press(at: swipe.time) : resume(at: swipe.time)
    }
    follow(swipe)
  }

  /// Follows a swipe, which is not a press, and comes to rest after its end.
  mutating func follow(_ swipe: Swipe) {
    guard !isDisabled else { return cancel(at: swipe.time) }
    guard canFollow else { return }
    guard let release = content.track(swipe, along: axis, looksAhead: looksAhead) else { return }
    if release == .lifted { choose(meant(swipe), after: swipe) }
    settle(velocity: nil, at: swipe.time, isHandedOn: swipe.isHandedOn)
  }

  /// Stops content in flight, because a finger has landed.
  public mutating func press(at time: Duration) {
    if !isDisabled, canFollow { content.press(at: time) }
  }

  /// Lets pressed content go on, because the finger has lifted without a swipe.
  public mutating func resume(at time: Duration) { content.resume(at: time) }

  /// Moves to a position on the spring, without a finger.
  public mutating func go(to position: Position, at time: Duration) {
    choose(position, after: nil)
    settle(velocity: nil, at: time)
  }

  /// Moves to a position immediately, without a spring.
  public mutating func put(at position: Position) {
    choose(position, after: nil)
    content.put(at: target)
  }

  /// Takes the content from its finger: it returns, and ignores the rest of the swipe.
  public mutating func cancel(at time: Duration) {
    if content.isHeld { settle(velocity: 0, at: time) }
  }

  /// Returns the offset to draw in a frame.
  public mutating func draw(at time: Duration) -> Double { content.draw(at: time) }
  /// Returns the offset at a time.
  public func offset(at time: Duration) -> Double { content.offset(at: time) }
  /// Returns whether the content needs redrawing.
  public func isMoving(at time: Duration) -> Bool { content.isFlying(at: time) }

  /// `isHandedOn`: a further finger joined, so the next swipe takes the content from where it is.
  mutating func settle(velocity: Double?, at time: Duration, isHandedOn: Bool = false) {
    if reducesMotion, !isHandedOn {
      content.put(at: target)
    } else {
      content.release(to: target, velocity: velocity, spring: releaseSpring, at: time)
    }
  }
}

extension SwipeContent {
  /// Follows a swipe along an axis, with its velocity and its slop.
  mutating func track(_ swipe: Swipe, along axis: SwipeZone.Axis, looksAhead: Bool) -> Release? {
    let drawn = (looksAhead ? swipe.lookaheadTranslation : nil) ?? swipe.translation
    let (x, y) = (swipe.translation.x, swipe.translation.y)
    let length = (x * x + y * y).squareRoot()
    let part = length > 0 ? min((swipe.slop ?? 0) / length, 1) : 0
    return track(
      swipe, by: drawn.along(axis), velocity: swipe.velocity.along(axis),
      slop: swipe.translation.along(axis) * part)
  }
}

extension SwipeVector {
  /// Returns the component along an axis.
  func along(_ axis: SwipeZone.Axis) -> Double { axis == .horizontal ? x : y }
}
