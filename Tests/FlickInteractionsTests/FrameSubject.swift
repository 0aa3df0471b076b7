import FlickInteractions

/// The content that a moment of a swipe has moved, and where it comes to rest.
struct MovedContent {
  var content: SwipeContent
  var target: Double
  var spring: Spring
}

/// An interaction as its drawn frames are tested: one offset, which one finger moves.
protocol FrameSubject {
  /// The axis along which the finger moves.
  var axis: SwipeZone.Axis { get }
  /// The number of the card that the next swipe moves; 0 without cards.
  var card: Int { get }
  /// The content that the next swipe moves.
  var held: SwipeContent { get }
  /// Passes a moment of a swipe; returns the content that it moved.
  mutating func pass(_ swipe: Swipe) -> MovedContent
  /// Draws a frame; returns the drawn offset of a card.
  mutating func frame(of card: Int, at time: Duration) -> Double
  /// Returns what is drawn at an offset of the content.
  func shown(_ offset: Double) -> Double
  /// Brings content back that a swipe has sent away.
  mutating func bringBack(at time: Duration)
}

extension FrameSubject {
  var card: Int { 0 }
  func shown(_ offset: Double) -> Double { offset }
  mutating func bringBack(at time: Duration) {}
}

extension FrameSubject where Self: AxisInteraction {
  var held: SwipeContent { content }
  mutating func pass(_ swipe: Swipe) -> MovedContent {
    handle(swipe)
    return MovedContent(content: content, target: target, spring: releaseSpring)
  }
  mutating func frame(of card: Int, at time: Duration) -> Double { draw(at: time) }
}

extension FrameSubject where Self: LeavingInteraction {
  mutating func bringBack(at time: Duration) { if isDismissed { put(at: nil) } }
}

extension FrameSubject where Self: FreeInteraction {
  var axis: SwipeZone.Axis { .horizontal }
  var held: SwipeContent { x }
  mutating func pass(_ swipe: Swipe) -> MovedContent {
    handle(swipe)
    return MovedContent(content: x, target: target.x, spring: spring)
  }
  mutating func frame(of card: Int, at time: Duration) -> Double { draw(at: time).x }
}

extension CardCarousel: FrameSubject {}
extension Dial: FrameSubject {}
extension Pager: FrameSubject {}
extension DismissibleCard: FrameSubject {}
extension DismissibleSheet: FrameSubject {}
extension SwipeCard: FrameSubject {}
extension SpringCard: FrameSubject {}
extension DraggableCard: FrameSubject {}
extension CornerThrow: FrameSubject {}

extension BottomSheet: FrameSubject {
  /// The list continues the way of the sheet.
  mutating func frame(of card: Int, at time: Duration) -> Double { draw(at: time) - scroll(at: time) }
}

extension PullToRefresh: FrameSubject {
  func shown(_ offset: Double) -> Double { RubberBand(extent: 4 * threshold).displacement(ofPull: offset) }
  mutating func bringBack(at time: Duration) { if isRefreshing { finish(at: time) } }
}

extension CardDeck: FrameSubject {
  var axis: SwipeZone.Axis { .horizontal }
  var card: Int { index }
  var held: SwipeContent { top?.content ?? SwipeContent() }
  /// A card that has left is no longer the top card, so a copy shows where it flies.
  mutating func pass(_ swipe: Swipe) -> MovedContent {
    var moved = top ?? SwipeCard()
    handle(swipe)
    return moved.pass(swipe)
  }
  mutating func frame(of card: Int, at time: Duration) -> Double {
    _ = draw(at: time)
    return pose(of: card, at: time).x
  }
  mutating func bringBack(at time: Duration) { undo(at: time) }
}

/// Every interaction, with the options that change its motion.
enum FrameSubjects: String, CaseIterable {
  case carousel, freeCarousel, loop, freeLoop, wideCarousel, rightToLeft
  case pager, nestedPager, dial, endedDial
  case deck, refresh, corners, sheet, list
  case dismissibleCard, dismissibleSheet, swipeCard, springCard, draggableCard, floatingCard

  var subject: any FrameSubject {
    switch self {
    case .carousel: CardCarousel(count: 5)
    case .freeCarousel: CardCarousel(count: 5, isFree: true)
    case .loop: CardCarousel(count: 5, isLooping: true)
    case .freeLoop: CardCarousel(count: 5, isFree: true, isLooping: true)
    case .wideCarousel: CardCarousel(count: 8, perView: 3, axis: .vertical, maxSteps: 2)
    case .rightToLeft: CardCarousel(count: 5, isRightToLeft: true)
    case .pager: Pager(count: 4, size: 600)
    case .nestedPager: Pager(count: 4, size: 600, nested: [BottomSheet(), nil])
    case .dial: Dial(count: 12)
    case .endedDial: Dial(count: 12, isWrapping: false, axis: .horizontal)
    case .deck: CardDeck(count: 1000)
    case .refresh: PullToRefresh()
    case .corners: CornerThrow(rectangle: CornerThrow.Corners(y: -200, width: 900, height: 200))
    case .sheet: BottomSheet()
    case .list: BottomSheet(scrollable: 400)
    case .dismissibleCard: DismissibleCard()
    case .dismissibleSheet: DismissibleSheet()
    case .swipeCard: SwipeCard()
    case .springCard: SpringCard()
    case .draggableCard: DraggableCard()
    case .floatingCard: DraggableCard.floating
    }
  }
}
