import FlickInteractions
import Testing

// Each test compares our outcome with that of a rule that looks at one number: see `NaiveRules`.

@Suite struct `A carousel of cards` {
  @Test(arguments: [
    // 100 points with a predicted end at 350 reach the next card; by displacement alone the same
    // card stays.
    (displacement: -100.0, predicted: -350.0, index: 1, naive: 0),
    (-100, -110, 0, 0), (-160, -170, 1, 1), (-100, -750, 3, 0), (-100, -5000, 4, 0), (100, 350, 0, 0),
    // Pulled over and flicked back: by displacement alone the page would turn.
    (-150, -20, 0, 1), (-147.9, -147.9, 0, 1), (-148.1, -148.1, 1, 1), (-100, -Double.infinity, 4, 0),
  ])
  func `brings the card nearest to the predicted end`(
    displacement: Double, predicted: Double, index: Int, naive: Int
  ) {
    var carousel = CardCarousel(count: 5)
    #expect(carousel.stride == 296)
    let swipes = stroke(
      x: displacement, velocity: SwipeVector(x: displacement), landing: SwipeVector(x: predicted))
    for swipe in swipes { carousel.handle(swipe) }
    #expect(carousel.index == index)
    #expect(NaiveRules.card(after: lift(swipes)) == naive)
    #expect(carousel.content.start == -296 * Double(index))
    #expect(abs(carousel.content.offset(at: .seconds(60)) + 296 * Double(index)) < 1e-9)
  }

  @Test func `moves back from any card as it moves forward`() {
    var carousel = CardCarousel(count: 5)
    for swipe in stroke(x: -100, velocity: SwipeVector(x: -2000)) { carousel.handle(swipe) }
    #expect(carousel.index == 2)
    let back = stroke(id: 2, x: 100, landing: SwipeVector(x: 350), from: .seconds(9))
    for swipe in back { carousel.handle(swipe) }
    #expect(carousel.index == 1)
    #expect(NaiveRules.card(after: lift(back), at: 2) == 2)
  }

  @Test func `follows the finger exactly and continues at its velocity`() {
    var carousel = CardCarousel(count: 5)
    let swipes = stroke(x: -100, velocity: SwipeVector(x: -1000))
    carousel.handle(swipes[0])
    #expect(carousel.content.offset(at: .zero) == -10)
    carousel.handle(swipes[1])
    #expect(carousel.content.motion == .held(by: 1))
    #expect(carousel.content.offset(at: .milliseconds(150)) == -50)
    carousel.handle(swipes[2])
    #expect(carousel.content.offset(at: .milliseconds(300)) == -100)
    // The row continues at one point a millisecond; an animation that starts at rest would stop the
    // card first.
    #expect(abs(carousel.content.offset(at: .milliseconds(301)) + 101) < 0.02)
    #expect(abs(NaiveRules.eased(from: -100, to: -296, after: 0.001) + 100) < 0.02)
  }

  @Test func `is caught in flight at its current position`() {
    var carousel = CardCarousel(count: 5)
    for swipe in stroke(x: -100, velocity: SwipeVector(x: -1000)) { carousel.handle(swipe) }
    #expect(carousel.content.isFlying(at: .milliseconds(400)))
    let offset = carousel.content.offset(at: .milliseconds(400))
    #expect(offset < -150 && offset > -296)
    carousel.handle(Swipe(id: 2, phase: .begin, time: .milliseconds(400), translation: SwipeVector(x: 4)))
    #expect(abs(carousel.content.offset(at: .milliseconds(400)) - (offset + 4)) < 1e-9)
    carousel.handle(Swipe(id: 2, phase: .cancel, time: .milliseconds(450)))
    #expect(carousel.index == 1)
    #expect(carousel.content.start == -296)
    #expect(!carousel.content.isFlying(at: .seconds(60)))
  }

  @Test func `follows only the first finger on it`() {
    var carousel = CardCarousel(count: 5)
    carousel.handle(Swipe(id: 1, phase: .begin, translation: SwipeVector(x: -20)))
    for swipe in stroke(id: 2, x: 500, velocity: SwipeVector(x: 4000)) { carousel.handle(swipe) }
    #expect(carousel.content.motion == .held(by: 1))
    #expect(carousel.content.offset(at: .milliseconds(300)) == -20)
  }
}

@Suite struct `A bottom sheet` {
  @Test(arguments: [
    // 40 % of the way to the half detent with a hard flick reaches it; the nearest detent would be
    // the old one.
    (from: 0, displacement: -120.0, velocity: -1200.0, index: 1, naive: 0),
    // The same displacement slowly, and 60 % slowly.
    (0, -120, 0, 0, 0), (0, -180, 0, 1, 1),
    // Hard enough for two detents, and against the displacement.
    (0, -120, -2400, 2, 0), (1, 100, 1500, 0, 1), (2, 200, -800, 2, 1),
    // Half of the distance stays at rest and moves on at the lowest speed.
    (1, -150, 0, 1, 1), (1, -150, -1, 2, 1), (0, 50, 4000, 0, 0),
  ])
  func `moves to the intended detent`(
    from: Int, displacement: Double, velocity: Double, index: Int, naive: Int
  ) {
    var sheet = BottomSheet(index: from)
    let swipes = stroke(y: displacement, velocity: SwipeVector(y: velocity))
    for swipe in swipes { sheet.handle(swipe) }
    #expect(sheet.index == index)
    #expect(NaiveRules.detent(after: lift(swipes), at: from) == naive)
    #expect(sheet.content.start == [0, -300, -600][index])
  }

  @Test func `returns to its detent if the swipe is cancelled`() {
    var sheet = BottomSheet(index: 1)
    for swipe in stroke(y: -280).dropLast() { sheet.handle(swipe) }
    sheet.handle(
      Swipe(id: 1, phase: .cancel, time: .milliseconds(200), translation: SwipeVector(y: -280)))
    #expect(sheet.index == 1)
    #expect(sheet.content.offset(at: .milliseconds(200)) == -580)
    #expect(sheet.content.start == -300)
  }
}

@Suite struct `A dismissible card` {
  @Test(arguments: [
    // 80 points at 900 points a second: displacement alone would return the card.
    (displacement: 80.0, velocity: 900.0, goes: true, byDisplacement: false, bySpeed: true),
    // 60 % of 400 points, slowly: speed alone would return the card.
    (240, 50, true, true, false),
    // Neither criterion, or just below one.
    (150, 300, false, false, false), (200, 800, false, false, false), (200.1, 0, true, true, false),
    (100, 800.1, true, false, true), (-300, -2000, false, false, false),
  ])
  func `leaves by distance or by speed`(
    displacement: Double, velocity: Double, goes: Bool, byDisplacement: Bool, bySpeed: Bool
  ) {
    var card = DismissibleCard()
    let swipes = stroke(y: displacement, velocity: SwipeVector(y: velocity))
    for swipe in swipes { card.handle(swipe) }
    #expect(card.isDismissed == goes)
    #expect(NaiveRules.goesByDisplacement(lift(swipes)) == byDisplacement)
    #expect(NaiveRules.goesBySpeed(lift(swipes)) == bySpeed)
    #expect(card.content.start == (goes ? 800 : 0))
  }

  @Test func `returns after a pull down that ends in a flick up`() {
    var card = DismissibleCard()
    let swipes = stroke(y: 150, velocity: SwipeVector(y: -1500))
    for swipe in swipes { card.handle(swipe) }
    #expect(!card.isDismissed)
    // Without its sign, the speed would have dismissed the card.
    #expect(abs(lift(swipes).velocity.y) > card.speedThreshold)
  }

  @Test func `moves only down, and fades beyond half of its distance`() {
    var card = DismissibleCard()
    card.handle(Swipe(id: 1, phase: .begin, translation: SwipeVector(y: -50)))
    #expect(card.content.offset(at: .zero) == 0)
    card.handle(Swipe(id: 1, phase: .update, translation: SwipeVector(y: 100)))
    #expect(card.opacity(at: .zero) == 1)
    card.handle(Swipe(id: 1, phase: .update, translation: SwipeVector(y: 150)))
    #expect(abs(card.opacity(at: .zero) - 0.85) < 1e-12)
    #expect(card.progress(at: .zero) == 0.75)
    card.handle(Swipe(id: 1, phase: .cancel, translation: SwipeVector(y: 450)))
    #expect(!card.isDismissed)
  }

  @Test func `ignores swipes after it is dismissed`() {
    var card = DismissibleCard()
    for swipe in stroke(y: 300) { card.handle(swipe) }
    let gone = card
    for swipe in stroke(id: 2, y: 20, from: .milliseconds(500)) { card.handle(swipe) }
    #expect(card == gone)
  }
}

@Suite struct `A dismissible sheet` {
  @Test(arguments: [
    // 150 of 400 points with a predicted end at 250 dismiss it; displacement alone would not.
    (displacement: 150.0, velocity: 400.0, goes: true, naive: false),
    (150, 200, false, false), (150, 201, true, false), (220, 0, true, true), (90, 1000, true, false),
    // Beyond the middle and flicked up: the sheet stays.
    (220, -400, false, true), (-50, 0, false, false),
  ])
  func `leaves if predicted to end below its middle`(
    displacement: Double, velocity: Double, goes: Bool, naive: Bool
  ) {
    var sheet = DismissibleSheet()
    let swipes = stroke(y: displacement, velocity: SwipeVector(y: velocity))
    for swipe in swipes { sheet.handle(swipe) }
    #expect(sheet.isPresented == !goes)
    #expect(NaiveRules.goesByDisplacement(lift(swipes), distance: sheet.height / 2) == naive)
    #expect(sheet.content.start == (goes ? 400 : 0))
    #expect(sheet.offset(at: .milliseconds(300)) == max(displacement, 0))
  }
}

@Suite struct `A draggable card` {
  @Test func `is raised while held, follows both axes and springs back`() {
    var card = DraggableCard()
    let swipes = stroke(x: 120, y: -80, velocity: SwipeVector(x: 500, y: 0))
    card.handle(swipes[0])
    #expect(card.isLifted)
    #expect(card.scale(at: .zero) == 1)
    #expect(abs(card.scale(at: .seconds(60)) - 1.05) < 1e-9)
    #expect(abs(card.shadow(at: .seconds(60)).radius - 12) < 1e-9)
    #expect(card.zIndex(at: .zero) == 1)
    card.handle(swipes[1])
    #expect(card.offset(at: .milliseconds(150)) == SwipeVector(x: 60, y: -40))
    card.handle(swipes[2])
    #expect(!card.isLifted)
    #expect(card.scale(at: .milliseconds(301)) > 1.04)
    #expect(abs(card.scale(at: .seconds(60)) - 1) < 1e-9)
    #expect(abs(card.shadow(at: .seconds(60)).radius - 6) < 1e-9)
    #expect(card.zIndex(at: .seconds(60)) == 0)
    // The card continues before it turns; an eased animation returns immediately.
    #expect(card.offset(at: .milliseconds(310)).x > 120)
    #expect(NaiveRules.eased(from: 120, to: 0, after: 0.01) < 120)
    #expect(abs(card.offset(at: .seconds(60)).x) < 1e-9)
    #expect(abs(card.offset(at: .seconds(60)).y) < 1e-9)
  }
}

@Suite struct `A card that leaves to either side` {
  @Test(arguments: [
    (displacement: 101.0, side: Swipe.Direction?.some(.right), offset: 400.0), (100, nil, 0),
    (-101, .left, -400),
    (-40, nil, 0),
  ])
  func `leaves beyond 100 points and rotates as it moves`(
    displacement: Double, side: Swipe.Direction?, offset: Double
  ) {
    var card = SwipeCard()
    let swipes = stroke(x: displacement, y: 500)
    card.handle(swipes[0])
    card.handle(swipes[1])
    #expect(abs(card.rotation(at: .milliseconds(150)) - 0.02 * displacement / 2) < 1e-12)
    card.handle(swipes[2])
    #expect(card.side == side)
    #expect(card.content.start == offset)
  }
}

@Suite struct `A card on a spring` {
  @Test(arguments: [
    (displacement: 201.0, predicted: 201.0, goes: true, naive: true), (120, 501, true, false),
    (120, 500, false, false),
    (199, 300, false, false),
  ])
  func `leaves by displacement or by predicted end`(
    displacement: Double, predicted: Double, goes: Bool, naive: Bool
  ) {
    var card = SpringCard()
    let swipes = stroke(
      y: displacement, velocity: SwipeVector(y: (predicted - displacement) * 4),
      landing: SwipeVector(y: predicted))
    for swipe in swipes { card.handle(swipe) }
    #expect(card.isDismissed == goes)
    #expect(NaiveRules.goesByDisplacement(lift(swipes)) == naive)
    #expect(card.content.start == (goes ? 1000 : 0))
  }

  @Test func `continues at the finger's speed, unlike an eased animation`() {
    var card = SpringCard()
    let swipes = stroke(y: 150, velocity: SwipeVector(y: 2000))
    for swipe in swipes { card.handle(swipe) }
    let ours = card.content.offset(at: .milliseconds(310)) - 150
    #expect(ours > 19 && ours < 30, "10 ms at 2000 points a second, and the spring's pull")
    #expect(NaiveRules.eased(from: 150, to: 1000, after: 0.01) - 150 < 5)
  }

  @Test func `fades to half as it moves`() {
    var card = SpringCard()
    card.handle(Swipe(id: 1, phase: .begin, translation: SwipeVector(y: 200)))
    #expect(card.opacity(at: .zero) == 0.75)
    card.handle(Swipe(id: 1, phase: .update, translation: SwipeVector(y: 900)))
    #expect(card.opacity(at: .zero) == 0.5)
  }
}
