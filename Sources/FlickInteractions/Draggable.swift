public import FlickClient

/// A card that lifts, follows the finger one to one on both axes, and springs back.
public struct DraggableCard: FreeInteraction {
  /// The shadow of a card; its colour is black.
  public struct Shadow: Equatable, Sendable {
    /// The opacity, 0 to 1.
    public var opacity: Double
    /// The radius, in points.
    public var radius: Double
    /// The displacement downwards, in points.
    public var y: Double

    /// Creates a shadow.
    public init(opacity: Double, radius: Double, y: Double) {
      self.opacity = opacity
      self.radius = radius
      self.y = y
    }
  }

  /// The spring of the return.
  public var spring = Spring(response: .milliseconds(300), dampingFraction: 0.7)
  /// The spring of scale and shadow.
  public var liftSpring = Spring(response: .milliseconds(200))
  /// The scale of a lifted card; above 1, because the card appears nearer.
  public var liftedScale = 1.05
  /// The shadow of a resting card.
  public var restingShadow = Shadow(opacity: 0.33, radius: 6, y: 0)
  /// The shadow of a lifted card.
  public var liftedShadow = Shadow(opacity: 0.33, radius: 12, y: 0)
  /// Whether fingers do not move the card.
  public var isDisabled = false
  /// Whether the card jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether a held card is drawn at the swipe's `Swipe.lookaheadTranslation`.
  public var looksAhead = false
  /// The horizontal motion; positive to the right.
  public var x: SwipeContent
  /// The vertical motion; positive downwards.
  public var y: SwipeContent
  /// The lift, in thousandths.
  private var raised = SwipeContent()

  /// Creates a card at rest.
  public init(keepsSlop: Bool = false) {
    x = SwipeContent(keepsSlop: keepsSlop)
    y = SwipeContent(keepsSlop: keepsSlop)
  }

  /// A card that seems to leave the page.
  public static var floating: DraggableCard {
    var card = DraggableCard()
    card.spring = Spring(response: .milliseconds(350))
    card.liftSpring = Spring(response: .milliseconds(250))
    card.liftedScale = 1.03
    card.restingShadow = Shadow(opacity: 0.1, radius: 5, y: 2)
    card.liftedShadow = Shadow(opacity: 0.3, radius: 20, y: 10)
    return card
  }

  /// Handles one moment of a swipe or of a press.
  public mutating func handle(_ swipe: Swipe) {
    if swipe.isPress {
      return swipe.phase == .press ? press(at: swipe.time) : resume(at: swipe.time)
    }
    follow(swipe)
    raise(at: swipe.time)
  }

  /// Stops a card in flight, because a finger has landed.
  public mutating func press(at time: Duration) {
    guard !isDisabled else { return }
    x.press(at: time)
    y.press(at: time)
    raise(at: time)
  }

  /// Lets a pressed card go on, because the finger has lifted without a swipe.
  public mutating func resume(at time: Duration) {
    x.resume(at: time)
    y.resume(at: time)
    raise(at: time)
  }

  /// The displacement at which the card rests after a swipe: none.
  public var target: SwipeVector { .zero }

  /// Returns where a release of this swipe now would send the card: back.
  public func meant(_ swipe: Swipe) -> SwipeVector { target }

  /// Does nothing: a swipe sends the card back.
  public mutating func choose(_ position: SwipeVector) {}

  /// Moves on the spring, without a finger.
  public mutating func go(to position: SwipeVector, at time: Duration) {
    settle(to: position, velocity: nil, at: time)
    raise(at: time)
  }

  /// Moves immediately, without a spring.
  public mutating func put(at position: SwipeVector) {
    x.put(at: position.x)
    y.put(at: position.y)
    raised.put(at: 0)
  }

  /// Takes the card from its finger: it returns, and ignores the rest of the swipe.
  public mutating func cancel(at time: Duration) {
    guard isLifted else { return }
    settle(to: target, velocity: 0, at: time)
    raise(at: time)
  }

  /// Whether a finger is on the card.
  public var isLifted: Bool { isHeld }

  /// Returns how far the card is lifted: 0 at rest, 1 under a finger, between them on a spring.
  public func lift(at time: Duration) -> Double { raised.offset(at: time) / 1000 }

  /// Returns the scale at which to draw the card.
  public func scale(at time: Duration) -> Double { 1 + (liftedScale - 1) * lift(at: time) }

  /// Returns the shadow of the card.
  public func shadow(at time: Duration) -> Shadow {
    let lift = lift(at: time)
    func between(_ part: KeyPath<Shadow, Double>) -> Double {
      restingShadow[keyPath: part] + (liftedShadow[keyPath: part] - restingShadow[keyPath: part]) * lift
    }
    return Shadow(opacity: between(\.opacity), radius: max(between(\.radius), 0), y: between(\.y))
  }

  /// Returns 1 above other cards, until the card lies on the page again.
  public func zIndex(at time: Duration) -> Int { isLifted || isMoving(at: time) ? 1 : 0 }

  /// Returns whether the card needs redrawing.
  public func isMoving(at time: Duration) -> Bool {
    x.isFlying(at: time) || y.isFlying(at: time) || raised.isFlying(at: time)
  }

  private mutating func raise(at time: Duration) {
    let target: Double = isLifted ? 1000 : 0
    if reducesMotion {
      raised.put(at: target)
    } else if raised.start != target {
      raised.go(to: target, spring: liftSpring, at: time)
    }
  }
}
