import FlickInteractions
import Testing

/// What each interaction does beside its decision.
///
/// Tests/Web/feel.test.mjs tests the same of flick.js.
@Suite struct `An interaction` {
  /// A swipe whose begin has a slop of 10 points.
  private func swipe(
    _ phase: Swipe.Phase, id: Int64 = 1, at time: Duration, x: Double = 0, y: Double = 0,
    velocity: SwipeVector = .zero
  ) -> Swipe {
    var swipe = Swipe(
      id: id, phase: phase, time: time, translation: SwipeVector(x: x, y: y), velocity: velocity)
    if phase == .begin { swipe.slop = 10 }
    return swipe
  }

  @Test func `is used alike on one axis and on both`() {
    let corners = CornerThrow.Corners(width: 300, height: 200)
    let interactions: [any Interaction] = [
      CardCarousel(count: 5), Pager(count: 3, size: 600, nested: [DraggableCard(), nil, nil]), BottomSheet(),
      SwipeCard(), PullToRefresh(), DraggableCard(), CornerThrow(rectangle: corners),
    ]
    for interaction in interactions { isUsed(interaction) }
  }

  private func isUsed(_ interaction: some Interaction) {
    var interaction = interaction
    let swipes = stroke(x: -110, y: 100)
    for swipe in swipes.dropLast() { interaction.handle(swipe) }
    #expect(interaction.isHeld, "\(interaction)")
    interaction.handle(lift(swipes))
    _ = interaction.draw(at: .milliseconds(305))
    #expect(!interaction.isHeld, "\(interaction)")
    #expect(interaction.isMoving(at: .milliseconds(310)), "\(interaction)")
    #expect(!interaction.isMoving(at: .seconds(60)), "\(interaction)")
    #expect(interaction.zone("a").name == "a")
  }

  @Test func `starts from rest when a swipe begins`() {
    var carousel = CardCarousel(count: 5)
    carousel.handle(swipe(.begin, at: .zero, x: -12))
    #expect(abs(carousel.offset(at: .zero) + 2) < 1e-9)
    var kept = CardCarousel(count: 5, keepsSlop: true)
    kept.handle(swipe(.begin, at: .zero, x: -12))
    #expect(kept.offset(at: .zero) == -12)
  }

  @Test func `stops under a press and goes on after it`() {
    var carousel = CardCarousel(count: 5)
    carousel.go(to: 3, at: .zero)
    let drawn = carousel.draw(at: .milliseconds(96))
    carousel.press(at: .milliseconds(90))
    #expect(carousel.content.motion == .pressed)
    #expect(carousel.offset(at: .milliseconds(900)) == drawn)
    carousel.resume(at: .milliseconds(900))
    #expect(abs(carousel.offset(at: .seconds(60)) + 888) < 1e-6)
    #expect(carousel.index == 3)
  }

  @Test func `follows beyond its ends as a rubber band`() {
    var carousel = CardCarousel(count: 5)
    carousel.handle(swipe(.begin, at: .zero, x: 10))
    carousel.handle(swipe(.update, at: .milliseconds(10), x: 210))
    #expect(
      abs(carousel.offset(at: .milliseconds(10)) - RubberBand(extent: 280).displacement(ofPull: 200)) < 1e-9)
    var sheet = BottomSheet()
    sheet.handle(swipe(.begin, at: .zero, y: 10))
    sheet.handle(swipe(.update, at: .milliseconds(10), y: 210))
    #expect(
      abs(sheet.offset(at: .milliseconds(10)) - RubberBand(extent: 600).displacement(ofPull: 200)) < 1e-9)
  }

  @Test func `does not jump if a finger pushed it against its bound`() {
    var card = DismissibleCard()
    card.handle(swipe(.begin, at: .zero, y: -12))
    card.handle(swipe(.end, at: .milliseconds(80), y: -160, velocity: SwipeVector(y: -2000)))
    for time in stride(from: 80, to: 600, by: 16) { #expect(card.draw(at: .milliseconds(time)) == 0) }
  }

  @Test func `moves by go and put, and returns after a cancel`() {
    var card = SwipeCard()
    card.go(to: .left, at: .zero)
    #expect(card.isDismissed && card.isMoving(at: .milliseconds(100)))
    card.put(at: nil)
    #expect(!card.isDismissed && card.offset(at: .milliseconds(100)) == 0)
    card.handle(swipe(.begin, at: .milliseconds(200), x: 10))
    card.handle(swipe(.update, at: .milliseconds(210), x: 210))
    card.cancel(at: .milliseconds(220))
    card.handle(swipe(.end, at: .milliseconds(230), x: 310, velocity: SwipeVector(x: 2000)))
    #expect(!card.isDismissed && !card.content.isHeld)
    #expect(abs(card.offset(at: .seconds(60))) < 1e-6)
  }

  @Test func `ignores fingers while it is disabled`() {
    var card = DismissibleCard()
    card.handle(swipe(.begin, at: .zero, y: 10))
    card.isDisabled = true
    card.handle(swipe(.update, at: .milliseconds(10), y: 300))
    card.handle(swipe(.end, at: .milliseconds(20), y: 300))
    #expect(!card.isDismissed && card.offset(at: .milliseconds(20)) == 0)
    card.go(to: .down, at: .milliseconds(30))
    #expect(card.isDismissed)
  }

  @Test func `jumps for users who prefer less motion`() {
    var sheet = BottomSheet()
    sheet.reducesMotion = true
    for swipe in stroke(y: -200) { sheet.handle(swipe) }
    #expect(
      sheet.index == 1 && sheet.offset(at: .milliseconds(300)) == -300
        && !sheet.isMoving(at: .milliseconds(300)))
  }

  @Test func `stays under the fingers when one more joins, also for users who prefer less motion`() {
    var sheet = BottomSheet()
    sheet.reducesMotion = true
    sheet.handle(swipe(.begin, at: .zero, y: -10))
    sheet.handle(swipe(.update, at: .milliseconds(10), y: -110))
    let drawn = sheet.offset(at: .milliseconds(10))
    var joined = swipe(.cancel, at: .milliseconds(20), y: -110)
    joined.cancelReason = "fingers"
    sheet.handle(joined)
    sheet.handle(swipe(.begin, id: 2, at: .milliseconds(20), y: 0))
    #expect(drawn < -50 && abs(sheet.offset(at: .milliseconds(20)) - drawn) < 1e-9)
  }

  @Test func `scrolls the list of the highest sheet by the same finger`() {
    var sheet = BottomSheet(index: 1, scrollable: 500)
    sheet.handle(swipe(.begin, at: .zero, y: -10))
    sheet.handle(swipe(.update, at: .milliseconds(10), y: -310))
    #expect(sheet.offset(at: .milliseconds(10)) == -600 && sheet.scroll(at: .milliseconds(10)) == 0)
    sheet.handle(swipe(.update, at: .milliseconds(20), y: -430))
    #expect(sheet.offset(at: .milliseconds(20)) == -600 && sheet.scroll(at: .milliseconds(20)) == 120)
    sheet.handle(swipe(.end, at: .milliseconds(30), y: -430, velocity: SwipeVector(y: -400)))
    #expect(sheet.index == 2)
    // UIScrollView: 0.4995 s at 400 points a second.
    #expect(abs(sheet.scroll(at: .seconds(60)) - 319.8) < 0.1)
    #expect(abs(sheet.scroll(at: .milliseconds(130)) - (120 + 199.8 * 0.1814)) < 0.5)
    sheet.handle(swipe(.begin, id: 2, at: .seconds(70), y: 10))
    sheet.handle(swipe(.update, id: 2, at: .milliseconds(70_010), y: 10 + 319.8 + 40))
    #expect(
      abs(sheet.offset(at: .milliseconds(70_010)) + 560) < 0.1 && sheet.scroll(at: .milliseconds(70_010)) == 0
    )
    sheet.handle(swipe(.cancel, id: 2, at: .milliseconds(70_020), y: 369.8))
    sheet.scroll(to: 80, at: .seconds(80))
    #expect(abs(sheet.scroll(at: .seconds(81)) - 80) < 0.5)
    #expect(abs(sheet.scroll(at: .seconds(140)) - 80) < 1e-6)
    sheet.resize(scrollable: 40, at: .seconds(140))
    #expect(abs(sheet.scroll(at: .seconds(200)) - 40) < 1e-6)
  }

  @Test func `rests between cards if the row is free`() {
    var carousel = CardCarousel(count: 5, isFree: true)
    carousel.handle(swipe(.begin, at: .zero, x: -10))
    carousel.handle(swipe(.end, at: .milliseconds(100), x: -110, velocity: SwipeVector(x: -600)))
    #expect(
      abs(carousel.offset(at: .seconds(60)) + 100 + 600 * (Projection.scrolling.duration / .seconds(1)))
        < 1e-6)
    #expect(carousel.index == 1)
    #expect(carousel.zone("cards").snapPoints.isEmpty)
  }

  @Test func `survives other sizes, also none`() {
    var carousel = CardCarousel(count: 5)
    carousel.put(at: 4)
    carousel.resize(count: 2, width: 280, at: .zero)
    #expect(carousel.index == 1)
    #expect(abs(carousel.offset(at: .zero) + 1184) < 1e-9, "it moves there, and does not jump")
    #expect(abs(carousel.offset(at: .seconds(60)) + 296) < 1e-6)
    carousel.resize(count: 0, at: .seconds(60))
    for swipe in stroke(id: 9, x: -400, velocity: SwipeVector(x: -3000), from: .seconds(70)) {
      carousel.handle(swipe)
    }
    #expect(carousel.index == 0 && abs(carousel.offset(at: .seconds(160))) < 1e-6)
    var sheet = DismissibleSheet(height: 0)
    for swipe in stroke(y: 30) { sheet.handle(swipe) }
    #expect(sheet.offset(at: .seconds(60)).isFinite)
  }

  @Test func `has a zone that decides as it does`() {
    #expect(CardCarousel(count: 3).zone("a").snapPoints == [0, -296, -592])
    #expect(CardCarousel(count: 65).zone("a").snapPoints.isEmpty)
    #expect(BottomSheet().zone("b").axis == .vertical)
    let zone = DismissibleSheet(height: 300).zone("c")
    #expect(zone.commitIf == [.predicted] && zone.predictedThreshold == 150 && zone.directions == [.down])
    #expect(SwipeCard().zone("d").commitIf == [.distance, .velocity])
    #expect(DraggableCard().zone("e").axis == nil)
  }
}

@Suite struct `A draggable card with a press` {
  @Test func `is lifted and stays where it was`() {
    var card = DraggableCard.floating
    card.go(to: SwipeVector(x: 200, y: -100), at: .zero)
    let drawn = card.draw(at: .milliseconds(64))
    card.press(at: .milliseconds(60))
    #expect(card.isLifted && card.offset(at: .milliseconds(500)) == drawn)
    #expect(abs(card.shadow(at: .seconds(60)).opacity - 0.3) < 1e-9)
    card.resume(at: .milliseconds(500))
    #expect(!card.isLifted && abs(card.offset(at: .seconds(60)).x - 200) < 1e-6)
    card.put(at: .zero)
    card.isDisabled = true
    card.handle(Swipe(id: 1, phase: .begin, translation: SwipeVector(x: 20)))
    #expect(card.offset(at: .zero) == .zero)
  }
}
