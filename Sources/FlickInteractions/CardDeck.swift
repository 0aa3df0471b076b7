public import FlickClient

/// Cards on top of each other; a swipe sends the top card to the left or to the right.
///
/// The top card is a ``SwipeCard``. The cards below it rise as it leaves, without a step when the
/// next one becomes the top card.
public struct CardDeck: Equatable, Sendable {
  /// How to draw a card.
  public struct Pose: Equatable, Sendable {
    /// The displacement to the right.
    public var x: Double
    /// The displacement downwards.
    public var y: Double
    /// The scale.
    public var scale: Double
    /// The rotation, in degrees clockwise.
    public var rotation: Double
    /// Whether the card is in the stack, or still on its way.
    public var isVisible: Bool
  }

  /// The number of cards.
  public var count: Int
  /// The number of cards of the stack that are drawn.
  public var visible = 3
  /// By how much each card is smaller than the one above it.
  public var shrink = 0.06
  /// How far each card is below the one above it: 14 points.
  public var peek: Double
  /// Whether fingers do not move the top card.
  public var isDisabled = false
  /// Whether cards jump to their target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether a held card is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The index of the top card: the number of cards that have left.
  public private(set) var index: Int
  /// A card at rest, with the options of all cards.
  private let card: SwipeCard
  /// The top card, and those that move, by their index.
  private var cards: [Int: SwipeCard] = [:]
  /// Where each card left, by its index.
  private var sides: [Int: Swipe.Direction] = [:]
  private var route = Route<Int>()
  /// The card that a finger pressed.
  private var pressed: Int?

  /// Creates a deck; all of its cards have the options of `card`, which has not moved.
  ///
  /// `unit` is that of the subscription.
  public init(
    count: Int, index: Int = 0, card: SwipeCard? = nil, unit: SwipeSubscription.Unit = .points
  ) {
    let card = card ?? SwipeCard(unit: unit)
    self.count = count
    self.index = index
    self.card = card
    peek = 14 * unit.point(along: .vertical)
    cards[index] = card
  }

  /// Whether all cards have left.
  public var isEmpty: Bool { index >= count }
  /// The top card; nil in an empty deck.
  public var top: SwipeCard? { isEmpty ? nil : cards[index] }
  /// Whether a finger is on the top card.
  public var isHeld: Bool { top?.isHeld ?? false }

  /// Returns the zone with which flickd decides as the top card does.
  public func zone(_ name: String) -> SwipeZone { card.zone(name) }

  /// Returns the side to which a card left; nil if it is in the deck.
  public func side(of number: Int) -> Swipe.Direction? { sides[number] }

  /// Handles one moment of a swipe or of a press.
  ///
  /// Returns the side to which the swipe sent the top card; nil if it did not.
  @discardableResult public mutating func handle(_ swipe: Swipe) -> Swipe.Direction? {
    if swipe.isPress {
      if swipe.phase == .press { press(at: swipe.time) } else { resume(at: swipe.time) }
      return nil
    }
    guard !isDisabled else {
      cancel(at: swipe.time)
      return nil
    }
    prepare()
    let isHeld = route.receiver.flatMap { cards[$0]?.isHeld } ?? false
    guard let number = route.receiver(of: swipe, isHeld: isHeld, choice: isEmpty ? nil : index) else {
      return nil
    }
    cards[number]?.handle(swipe)
    return pass()
  }

  /// Stops a top card in flight, because a finger has landed.
  public mutating func press(at time: Duration) {
    guard !isDisabled, !isEmpty else { return }
    pressed = index
    cards[index]?.press(at: time)
  }

  /// Lets a pressed card go on, because the finger has lifted without a swipe.
  public mutating func resume(at time: Duration) {
    if let pressed { cards[pressed]?.resume(at: time) }
  }

  /// Returns the side to which a release of this swipe now would send the top card.
  ///
  /// Nil if the card would return.
  public func meant(_ swipe: Swipe) -> Swipe.Direction? { top?.meant(swipe) }

  /// Sends the top card to a side on the spring, without a finger.
  public mutating func go(to side: Swipe.Direction?, at time: Duration) {
    guard !isEmpty else { return }
    prepare()
    cards[index]?.go(to: side, at: time)
    _ = pass()
  }

  /// Removes the top card immediately.
  public mutating func put(at side: Swipe.Direction?) {
    guard !isEmpty else { return }
    cards[index]?.put(at: side)
    _ = pass()
  }

  /// Brings the last card back on the spring; returns whether there was one.
  @discardableResult public mutating func undo(at time: Duration) -> Bool {
    guard index > 0 else { return false }
    cancel(at: time)
    turn(to: index - 1)
    sides[index] = nil
    prepare()
    cards[index]?.go(to: nil, at: time)
    return true
  }

  /// Takes the top card from its finger: it returns, and ignores the rest of the swipe.
  public mutating func cancel(at time: Duration) {
    if !isEmpty { cards[index]?.cancel(at: time) }
  }

  /// Returns the offset of the top card to draw in a frame; ``pose(of:at:)`` describes each card.
  public mutating func draw(at time: Duration) -> Double {
    for number in cards.keys {
      _ = cards[number]?.draw(at: time)
      if number != index, cards[number]?.isMoving(at: time) == false { cards[number] = nil }
    }
    return offset(at: time)
  }

  /// Returns the offset of the top card at a time.
  public func offset(at time: Duration) -> Double { top?.offset(at: time) ?? 0 }
  /// Returns whether a card needs redrawing.
  public func isMoving(at time: Duration) -> Bool { cards.values.contains { $0.isMoving(at: time) } }

  /// Returns how many cards are on a card, without a step as they leave: 0 for the top card.
  public func depth(of number: Int, at time: Duration) -> Double {
    cards.reduce(Double(max(number - index, 0))) { depth, entry in
      guard entry.key < number else { return depth }
      return depth + (entry.key < index ? 1 : 0) - entry.value.risen(at: time)
    }
  }

  /// Returns how to draw a card.
  public func pose(of number: Int, at time: Duration) -> Pose {
    let moving = cards[number]
    let x = moving?.offset(at: time) ?? rest(of: number)
    let depth = depth(of: number, at: time)
    let drawn = min(depth, Double(max(visible - 1, 0)))
    let isInStack = number < count && depth < Double(visible)
    return Pose(
      x: x, y: peek * drawn, scale: 1 - shrink * drawn, rotation: card.turn * x,
      isVisible: number < index ? moving?.isMoving(at: time) ?? false : isInStack)
  }

  /// The offset of a card that does not move: in the deck, or where it left.
  private func rest(of number: Int) -> Double {
    number >= index ? 0 : sides[number] == .left ? -card.exit : card.exit
  }

  /// Sets the present options of the deck on its top card.
  private mutating func prepare() {
    cards[index]?.reducesMotion = reducesMotion
    cards[index]?.looksAhead = looksAhead
  }

  /// Makes a card the top card.
  private mutating func turn(to number: Int) {
    var next = cards[number] ?? card
    if number < index, cards[number] == nil { next.put(at: sides[number] ?? .right) }
    cards[number] = next
    index = number
  }

  /// Continues with the next card if the top card has left; returns the side.
  private mutating func pass() -> Swipe.Direction? {
    guard let side = cards[index]?.side else { return nil }
    sides[index] = side
    turn(to: index + 1)
    return side
  }
}

extension SwipeCard {
  /// How far the cards below this card have risen, 0 to 1.
  ///
  /// All the way at the distance that sends the card away.
  fileprivate func risen(at time: Duration) -> Double {
    let part = min(abs(content.offset(at: time)) / min(distanceThreshold, exit), 1)
    return part * part * (3 - 2 * part)
  }
}
