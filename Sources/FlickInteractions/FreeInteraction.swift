public import FlickClient

/// An interaction whose content a finger moves on both axes.
public protocol FreeInteraction: Interaction where Offset == SwipeVector {
  /// The horizontal motion; positive to the right.
  var x: SwipeContent { get set }
  /// The vertical motion; positive downwards.
  var y: SwipeContent { get set }

  /// Sets the position without moving the content.
  mutating func choose(_ position: Position)
}

extension FreeInteraction {
  /// Whether a finger is on the content.
  public var isHeld: Bool { x.isHeld || y.isHeld }

  /// Returns the zone of the content, which takes swipes of both axes.
  ///
  /// The content ignores the hand-off of its spring. Without a spring, flickd would report no
  /// presses.
  public func zone(_ name: String) -> SwipeZone { SwipeZone(name, spring: spring, hasPresses: true) }

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
    _ = y.track(swipe, along: .vertical, looksAhead: looksAhead)
    guard let release = x.track(swipe, along: .horizontal, looksAhead: looksAhead) else { return }
    if release == .lifted { choose(meant(swipe)) }
    settle(to: target, velocity: nil, at: swipe.time, isHandedOn: swipe.isHandedOn)
  }

  /// Stops content in flight, because a finger has landed.
  ///
  /// Both axes stop, also the one that has arrived: the finger holds all of the content.
  public mutating func press(at time: Duration) {
    guard !isDisabled else { return }
    x.press(at: time)
    y.press(at: time)
  }

  /// Lets pressed content go on, because the finger has lifted without a swipe.
  public mutating func resume(at time: Duration) {
    x.resume(at: time)
    y.resume(at: time)
  }

  /// Moves to a position on the spring, without a finger.
  public mutating func go(to position: Position, at time: Duration) {
    choose(position)
    settle(to: target, velocity: nil, at: time)
  }

  /// Moves to a position immediately, without a spring.
  public mutating func put(at position: Position) {
    choose(position)
    x.put(at: target.x)
    y.put(at: target.y)
  }

  /// Takes the content from its finger: it returns, and ignores the rest of the swipe.
  public mutating func cancel(at time: Duration) {
    if isHeld { settle(to: target, velocity: 0, at: time) }
  }

  /// Returns the offset to draw in a frame.
  public mutating func draw(at time: Duration) -> SwipeVector {
    SwipeVector(x: x.draw(at: time), y: y.draw(at: time))
  }
  /// Returns the offset at a time.
  public func offset(at time: Duration) -> SwipeVector {
    SwipeVector(x: x.offset(at: time), y: y.offset(at: time))
  }
  /// Returns whether the content needs redrawing.
  public func isMoving(at time: Duration) -> Bool { x.isFlying(at: time) || y.isFlying(at: time) }

  /// `isHandedOn`: a further finger joined, so the next swipe takes the content from where it is.
  mutating func settle(
    to offset: SwipeVector, velocity: Double?, at time: Duration, isHandedOn: Bool = false
  ) {
    if reducesMotion, !isHandedOn {
      x.put(at: offset.x)
      y.put(at: offset.y)
    } else {
      x.release(to: offset.x, velocity: velocity, spring: spring, at: time)
      y.release(to: offset.y, velocity: velocity, spring: spring, at: time)
    }
  }
}
