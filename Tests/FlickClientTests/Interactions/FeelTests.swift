import FlickClient
import Testing

/// What each interaction does beside its decision.
///
/// Tests/Web/feel.test.mjs tests the same of flick.js.
@Suite struct `An interaction` {
  /// A swipe whose begin has a slop of 10 points.
  private func swipe(
    _ phase: Swipe.Phase, id: Int64 = 1, at time: Int64, x: Double = 0, y: Double = 0,
    velocity: Vector = .zero
  ) -> Swipe {
    var swipe = Swipe(id: id, phase: phase, time: time, translation: Vector(x: x, y: y), velocity: velocity)
    if phase == .begin { swipe.slop = 10 }
    return swipe
  }

  @Test func `starts from rest when a swipe begins`() {
    var carousel = CardCarousel(count: 5)
    carousel.handle(swipe(.begin, at: 0, x: -12))
    #expect(abs(carousel.offset(at: 0) + 2) < 1e-9)
    var kept = CardCarousel(count: 5, keepsSlop: true)
    kept.handle(swipe(.begin, at: 0, x: -12))
    #expect(kept.offset(at: 0) == -12)
  }

  @Test func `stops under a press and goes on after it`() {
    var carousel = CardCarousel(count: 5)
    carousel.go(to: 3, at: 0)
    let drawn = carousel.draw(at: 96_000)
    carousel.press(at: 90_000)
    #expect(carousel.content.motion == .pressed)
    #expect(carousel.offset(at: 900_000) == drawn)
    carousel.resume(at: 900_000)
    #expect(abs(carousel.offset(at: 60_000_000) + 888) < 1e-6)
    #expect(carousel.index == 3)
  }

  @Test func `follows beyond its ends as a rubber band`() {
    var carousel = CardCarousel(count: 5)
    carousel.handle(swipe(.begin, at: 0, x: 10))
    carousel.handle(swipe(.update, at: 10_000, x: 210))
    #expect(abs(carousel.offset(at: 10_000) - RubberBand(extent: 280).displacement(ofPull: 200)) < 1e-9)
    var sheet = BottomSheet()
    sheet.handle(swipe(.begin, at: 0, y: 10))
    sheet.handle(swipe(.update, at: 10_000, y: 210))
    #expect(abs(sheet.offset(at: 10_000) - RubberBand(extent: 600).displacement(ofPull: 200)) < 1e-9)
  }

  @Test func `does not jump if a finger pushed it against its bound`() {
    var card = DismissibleCard()
    card.handle(swipe(.begin, at: 0, y: -12))
    card.handle(swipe(.end, at: 80_000, y: -160, velocity: Vector(y: -2000)))
    for time in stride(from: Int64(80_000), to: 600_000, by: 16_000) { #expect(card.draw(at: time) == 0) }
  }

  @Test func `moves by go and put, and returns after a cancel`() {
    var card = SwipeCard()
    card.go(to: .left, at: 0)
    #expect(card.isDismissed && card.isMoving(at: 100_000))
    card.put(at: nil)
    #expect(!card.isDismissed && card.offset(at: 100_000) == 0)
    card.handle(swipe(.begin, at: 200_000, x: 10))
    card.handle(swipe(.update, at: 210_000, x: 210))
    card.cancel(at: 220_000)
    card.handle(swipe(.end, at: 230_000, x: 310, velocity: Vector(x: 2000)))
    #expect(!card.isDismissed && !card.content.isHeld)
    #expect(abs(card.offset(at: 60_000_000)) < 1e-6)
  }

  @Test func `ignores fingers while it is disabled`() {
    var card = DismissibleCard()
    card.handle(swipe(.begin, at: 0, y: 10))
    card.isDisabled = true
    card.handle(swipe(.update, at: 10_000, y: 300))
    card.handle(swipe(.end, at: 20_000, y: 300))
    #expect(!card.isDismissed && card.offset(at: 20_000) == 0)
    card.go(to: .down, at: 30_000)
    #expect(card.isDismissed)
  }

  @Test func `jumps for users who prefer less motion`() {
    var sheet = BottomSheet()
    sheet.reducesMotion = true
    for swipe in stroke(y: -200) { sheet.handle(swipe) }
    #expect(sheet.index == 1 && sheet.offset(at: 300_000) == -300 && !sheet.isMoving(at: 300_000))
  }

  @Test func `scrolls the list of the highest sheet by the same finger`() {
    var sheet = BottomSheet(index: 1, scrollable: 500)
    sheet.handle(swipe(.begin, at: 0, y: -10))
    sheet.handle(swipe(.update, at: 10_000, y: -310))
    #expect(sheet.offset(at: 10_000) == -600 && sheet.scroll(at: 10_000) == 0)
    sheet.handle(swipe(.update, at: 20_000, y: -430))
    #expect(sheet.offset(at: 20_000) == -600 && sheet.scroll(at: 20_000) == 120)
    sheet.handle(swipe(.end, at: 30_000, y: -430, velocity: Vector(y: -400)))
    #expect(sheet.index == 2)
    // UIScrollView: 0.4995 s at 400 points a second.
    #expect(abs(sheet.scroll(at: 60_000_000) - 319.8) < 0.1)
    #expect(abs(sheet.scroll(at: 130_000) - (120 + 199.8 * 0.1814)) < 0.5)
    sheet.handle(swipe(.begin, id: 2, at: 70_000_000, y: 10))
    sheet.handle(swipe(.update, id: 2, at: 70_010_000, y: 10 + 319.8 + 40))
    #expect(abs(sheet.offset(at: 70_010_000) + 560) < 0.1 && sheet.scroll(at: 70_010_000) == 0)
    sheet.handle(swipe(.cancel("palm"), id: 2, at: 70_020_000, y: 369.8))
    sheet.scroll(to: 80, at: 80_000_000)
    #expect(abs(sheet.scroll(at: 140_000_000) - 80) < 1e-6)
    sheet.resize(scrollable: 40, at: 140_000_000)
    #expect(abs(sheet.scroll(at: 200_000_000) - 40) < 1e-6)
  }

  @Test func `rests between cards if the row is free`() {
    var carousel = CardCarousel(count: 5, isFree: true)
    carousel.handle(swipe(.begin, at: 0, x: -10))
    carousel.handle(swipe(.end, at: 100_000, x: -110, velocity: Vector(x: -600)))
    #expect(abs(carousel.offset(at: 60_000_000) + 100 + 600 * Projection.scrolling.seconds) < 1e-6)
    #expect(carousel.index == 1)
    #expect(carousel.zone("cards").snapPoints.isEmpty)
  }

  @Test func `survives other sizes, also none`() {
    var carousel = CardCarousel(count: 5)
    carousel.put(at: 4)
    carousel.resize(count: 2, width: 280, at: 0)
    #expect(carousel.index == 1)
    #expect(abs(carousel.offset(at: 0) + 1184) < 1e-9, "it moves there, and does not jump")
    #expect(abs(carousel.offset(at: 60_000_000) + 296) < 1e-6)
    carousel.resize(count: 0, at: 60_000_000)
    for swipe in stroke(id: 9, x: -400, velocity: Vector(x: -3000), from: 70_000_000) {
      carousel.handle(swipe)
    }
    #expect(carousel.index == 0 && abs(carousel.offset(at: 160_000_000)) < 1e-6)
    var sheet = DismissibleSheet(height: 0)
    for swipe in stroke(y: 30) { sheet.handle(swipe) }
    #expect(sheet.offset(at: 60_000_000).isFinite)
  }

  @Test func `has a zone that decides as it does`() {
    #expect(CardCarousel(count: 3).zone("a").snapPoints == [0, -296, -592])
    #expect(CardCarousel(count: 65).zone("a").snapPoints.isEmpty)
    #expect(BottomSheet().zone("b").axis == .vertical)
    let zone = DismissibleSheet(height: 300).zone("c")
    #expect(zone.commitIf == [.predicted] && zone.predicted == 150 && zone.directions == [.down])
    #expect(SwipeCard().zone("d").commitIf == [.distance, .velocity])
    #expect(DraggableCard().zone("e").axis == nil)
  }
}

@Suite struct `A draggable card with a press` {
  @Test func `is lifted and stays where it was`() {
    var card = DraggableCard.floating
    card.go(to: Vector(x: 200, y: -100), at: 0)
    let drawn = card.draw(at: 64_000)
    card.press(at: 60_000)
    #expect(card.isLifted && card.offset(at: 500_000) == drawn)
    #expect(abs(card.shadow(at: 60_000_000).opacity - 0.3) < 1e-9)
    card.resume(at: 500_000)
    #expect(!card.isLifted && abs(card.offset(at: 60_000_000).x - 200) < 1e-6)
    card.put(at: .zero)
    card.isDisabled = true
    card.handle(Swipe(id: 1, phase: .begin, translation: Vector(x: 20)))
    #expect(card.offset(at: 0) == .zero)
  }
}
