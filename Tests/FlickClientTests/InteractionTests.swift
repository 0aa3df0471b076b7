import FlickClient
import GestureCore
import Testing

/// Each with what a rule makes of it that looks at the way alone: the outcomes that the seeds call incorrect.

@Suite struct `A carousel of cards` {
  @Test(arguments: [
    // 100 points that predict 350 arrive at the next card; the way alone would leave them.
    (way: -100.0, predicted: -350.0, index: 1, naive: 0),
    (-100, -110, 0, 0), (-160, -170, 1, 1), (-100, -750, 3, 0), (-100, -5000, 4, 0), (100, 350, 0, 0),
    (-147.9, -147.9, 0, 1), (-148.1, -148.1, 1, 1),
  ])
  func `brings the card at which the flick would land`(way: Double, predicted: Double, index: Int, naive: Int)
  {
    var carousel = CardCarousel(count: 5)
    for swipe in stroke(x: way, velocity: Vector(x: (predicted - way) * 4)) { carousel.handle(swipe) }
    #expect(carousel.index == index)
    #expect((way < -140 ? 1 : 0) == naive)
    #expect(carousel.row.target == -296 * Double(index))
    #expect(abs(carousel.row.offset(at: 60_000_000) + 296 * Double(index)) < 1e-9)
  }

  @Test func `follows the finger one to one, and takes over its velocity`() {
    var carousel = CardCarousel(count: 5)
    let swipes = stroke(x: -100, velocity: Vector(x: -1000))
    carousel.handle(swipes[0])
    #expect(carousel.row.offset(at: 0) == -10)
    carousel.handle(swipes[1])
    #expect(carousel.row.motion == .held)
    #expect(carousel.row.offset(at: 150_000) == -50)
    carousel.handle(swipes[2])
    #expect(carousel.row.offset(at: 300_000) == -100)
    #expect(
      abs(carousel.row.offset(at: 301_000) + 101) < 0.02, "the first millisecond goes on at 1000 points/s")
  }

  @Test func `is grabbed in flight where it is`() {
    var carousel = CardCarousel(count: 5)
    for swipe in stroke(x: -100, velocity: Vector(x: -1000)) { carousel.handle(swipe) }
    let place = carousel.row.offset(at: 400_000)
    #expect(place < -150 && place > -296)
    carousel.handle(Swipe(id: 2, phase: .begin, time: 400_000, translation: Vector(x: 4)))
    #expect(abs(carousel.row.offset(at: 400_000) - (place + 4)) < 1e-9)
    carousel.handle(Swipe(id: 2, phase: .cancel("palm"), time: 450_000))
    #expect(carousel.row.target == -296)
  }
}

@Suite struct `A bottom sheet` {
  @Test(arguments: [
    // 40 % of the way to half, flicked hard: there. Slowly: back.
    (from: 0, way: -120.0, velocity: -1200.0, index: 1, naive: 0),
    (0, -120, 0, 0, 0), (0, -180, 0, 1, 1), (0, -120, -2400, 2, 0), (1, 100, 1500, 0, 1),
    (2, 200, -800, 2, 1),
    (1, -150, 0, 1, 1), (0, 50, 4000, 0, 0),
  ])
  func `goes to the height that was meant`(from: Int, way: Double, velocity: Double, index: Int, naive: Int) {
    var sheet = BottomSheet(index: from)
    for swipe in stroke(y: way, velocity: Vector(y: velocity)) { sheet.handle(swipe) }
    #expect(sheet.index == index)
    #expect(sheet.sheet.target == [0, -300, -600][index])
    let offset = [0.0, -300, -600][from] + way
    let nearest = [0, 1, 2].min { abs(offset + 300 * Double($0)) < abs(offset + 300 * Double($1)) }
    #expect(way == -150 || nearest == naive)
  }
}

@Suite struct `A card that is swiped away` {
  @Test(arguments: [
    // 80 points at 900 points/s: the way alone would bring it back. 60 % slowly: the speed alone would.
    (way: 80.0, velocity: 900.0, goes: true, byWay: false, bySpeed: true),
    (240, 50, true, true, false), (200, 800, false, false, false), (200.1, 0, true, true, false),
    (100, 800.1, true, false, true), (150, 300, false, false, false), (-300, -2000, false, false, false),
    (250, -900, true, true, false),
  ])
  func `goes by its way or by its speed`(
    way: Double, velocity: Double, goes: Bool, byWay: Bool, bySpeed: Bool
  ) {
    var card = DismissibleCard()
    for swipe in stroke(y: way, velocity: Vector(y: velocity)) { card.handle(swipe) }
    #expect(card.isDismissed == goes)
    #expect((way > 200, velocity > 800) == (byWay, bySpeed))
    #expect(card.card.target == (goes ? 800 : 0))
  }

  @Test func `is pulled down only, and fades beyond half of its way`() {
    var card = DismissibleCard()
    card.handle(Swipe(id: 1, phase: .begin, translation: Vector(y: -50)))
    #expect(card.card.offset(at: 0) == 0)
    card.handle(Swipe(id: 1, phase: .update, translation: Vector(y: 100)))
    #expect(card.opacity(at: 0) == 1)
    card.handle(Swipe(id: 1, phase: .update, translation: Vector(y: 150)))
    #expect(card.opacity(at: 0) == 0.25)
    #expect(card.progress(at: 0) == 0.75)
  }
}

@Suite struct `A sheet that is swiped away` {
  @Test(arguments: [
    (150.0, 400.0, false), (150, 201, true), (220, 0, true), (90, 1000, true), (220, -400, false),
  ])
  func `goes if it would land below its middle`(way: Double, velocity: Double, goes: Bool) {
    var sheet = DismissibleSheet()
    let goes = way + velocity / 4 > 200
    for swipe in stroke(y: way, velocity: Vector(y: velocity)) { sheet.handle(swipe) }
    #expect(sheet.isPresented == !goes)
    #expect(sheet.sheet.target == (goes ? 400 : 0))
    #expect(sheet.offset(at: 60_000_000) >= 0)
  }
}

@Suite struct `A card that is dragged` {
  @Test func `is lifted while it is held, follows in both directions, and springs back`() {
    var card = DraggableCard()
    let swipes = stroke(x: 120, y: -80, velocity: Vector(x: 500, y: 0))
    card.handle(swipes[0])
    #expect(card.isLifted)
    #expect(card.scale == 1.05)
    card.handle(swipes[1])
    #expect(card.x.offset(at: 150_000) == 60)
    #expect(card.y.offset(at: 150_000) == -40)
    card.handle(swipes[2])
    #expect(!card.isLifted)
    #expect(card.x.offset(at: 310_000) > 120, "it goes on before it turns")
    #expect(abs(card.x.offset(at: 60_000_000)) < 1e-9)
    #expect(abs(card.y.offset(at: 60_000_000)) < 1e-9)
  }
}

@Suite struct `A card that goes to either side` {
  @Test(arguments: [(101.0, 1), (100, 0), (-101, -1), (-40, 0)])
  func `goes beyond 100 points, turning as it goes`(way: Double, side: Int) {
    var card = SwipeCard()
    let swipes = stroke(x: way, y: 500)
    card.handle(swipes[0])
    card.handle(swipes[1])
    #expect(abs(card.rotation(at: 150_000) - 0.02 * way / 2) < 1e-12)
    card.handle(swipes[2])
    #expect(card.side == side)
    #expect(card.card.target == 400 * Double(side))
  }
}

@Suite struct `A card on a spring` {
  @Test(arguments: [
    (way: 201.0, predicted: 201.0, goes: true, naive: true), (120, 501, true, false),
    (120, 500, false, false),
    (199, 300, false, false),
  ])
  func `goes by its way or by where it would land`(way: Double, predicted: Double, goes: Bool, naive: Bool) {
    var card = SpringCard()
    for swipe in stroke(y: way, velocity: Vector(y: (predicted - way) * 4)) { card.handle(swipe) }
    #expect(card.isDismissed == goes)
    #expect((way > 200) == naive)
    #expect(card.card.target == (goes ? 1000 : 0))
  }

  @Test func `fades to half as it goes`() {
    var card = SpringCard()
    card.handle(Swipe(id: 1, phase: .begin, translation: Vector(y: 200)))
    #expect(card.opacity(at: 0) == 0.75)
    card.handle(Swipe(id: 1, phase: .update, translation: Vector(y: 900)))
    #expect(card.opacity(at: 0) == 0.5)
  }
}
