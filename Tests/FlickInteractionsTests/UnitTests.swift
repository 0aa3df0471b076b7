import FlickInteractions
import TestKit
import Testing

/// A subscription's unit, with cards as an app would make them in it.
struct UnitCase: CustomTestStringConvertible, Sendable {
  var unit: SwipeSubscription.Unit
  /// The width of a card, without a gap.
  var width: Double
  var testDescription: String { "\(unit)" }

  static let all = [
    UnitCase(unit: .points, width: 280), UnitCase(unit: .millimeters, width: 60),
    UnitCase(unit: .fraction, width: 1), UnitCase(unit: .fraction, width: 0.25),
    UnitCase(unit: .pixels(width: 80, height: 48), width: 80),
    UnitCase(unit: .pixels(width: 3840, height: 2160), width: 3840),
  ]
}

/// Draws an interaction from its release on, as the documents show; returns the last drawn offset.
private func lastFrame(of content: inout some AxisInteraction, from release: Duration) -> Double {
  var time = release
  var drawn = content.draw(at: time)
  while content.isMoving(at: time), time < release + .seconds(60) {
    time += .microseconds(16_667)
    drawn = content.draw(at: time)
  }
  return drawn
}

/// A release along an axis after a displacement, with a velocity.
private func release(_ displacement: Double, _ velocity: Double, along axis: SwipeZone.Axis, id: Int64 = 1)
  -> [Swipe]
{
  func vector(_ length: Double) -> SwipeVector {
    axis == .horizontal ? SwipeVector(x: length) : SwipeVector(y: length)
  }
  return stroke(
    id: id, x: vector(displacement).x, y: vector(displacement).y, velocity: vector(velocity),
    from: .seconds(10 * id))
}

@Suite struct `Content in any unit` {
  /// In widths of a card, and widths a second.
  static let releases: [(displacement: Double, velocity: Double)] = [
    (-0.3, -1), (-0.6, -4), (-0.1, 0), (-0.49, 0.5), (0.4, 3),
  ]

  /// Within 0.5 of any unit, cards in fractions stopped halfway.
  @Test(arguments: UnitCase.all, releases)
  func `rests within 0.2 % of a card, with and without its unit`(
    unit: UnitCase, release stroke: (displacement: Double, velocity: Double)
  ) {
    for isNamed in [true, false] {
      let words: SwipeSubscription.Unit = isNamed ? unit.unit : .points
      for isLooping in [false, true] {
        var carousel = CardCarousel(
          count: 4, width: unit.width, spacing: 0, isLooping: isLooping, unit: words)
        for id: Int64 in 1...3 {
          let swipes = release(
            stroke.displacement * unit.width, stroke.velocity * unit.width, along: .horizontal, id: id)
          for swipe in swipes { carousel.handle(swipe) }
          let drawn = lastFrame(of: &carousel, from: lift(swipes).time)
          #expect(abs(drawn - carousel.target) <= 0.002 * unit.width, "\(drawn) of \(carousel.target)")
        }
        carousel.go(to: 0, at: .seconds(90))
        #expect(abs(lastFrame(of: &carousel, from: .seconds(90)) - carousel.target) <= 0.002 * unit.width)
      }
    }
  }

  @Test(arguments: UnitCase.all) func `rests in each interaction`(unit: UnitCase) {
    func check(_ content: some AxisInteraction, size: Double, _ shares: [(Double, Double)]) {
      for (displacement, velocity) in shares {
        var content = content
        let swipes = release(displacement * size, velocity * size, along: content.axis)
        for swipe in swipes { content.handle(swipe) }
        let drawn = lastFrame(of: &content, from: lift(swipes).time)
        let end = content.offset(at: .seconds(200))
        #expect(abs(drawn - end) <= 0.002 * size, "\(content) is drawn at \(drawn) of \(end)")
      }
    }
    let back = [(0.1, 0.0), (0.08, 0.2), (-0.05, -0.1)]
    let size = unit.width
    check(Pager(count: 3, size: size), size: size, back + [(-0.6, -1)])
    check(Dial(count: 9, step: size), size: size, back + [(-3.2, -4)])
    let sheet = BottomSheet(detents: SnapPoints([0, -0.5 * size, -size]), unit: unit.unit)
    check(sheet, size: size, back + [(-0.3, -2)])
    check(BottomSheet(detents: sheet.detents, scrollable: 9 * size, unit: unit.unit), size: size, back)
    check(DismissibleSheet(height: size), size: size, back + [(0.7, 1)])
    var card = SwipeCard(distanceThreshold: 0.3 * size, speedThreshold: size)
    card.exit = size
    check(card, size: size, back + [(0.5, 1.5)])
    check(PullToRefresh(threshold: 0.3 * size), size: size, back + [(0.9, 0)])
    check(DismissibleCard(unit: unit.unit), size: 200 * unit.unit.point(along: .vertical), back)
    check(SpringCard(unit: unit.unit), size: 200 * unit.unit.point(along: .vertical), back + [(1.2, 2)])
  }

  @Test(arguments: UnitCase.all) func `rests on both axes`(unit: UnitCase) {
    func check(_ content: some FreeInteraction) {
      var content = content
      let swipes = stroke(x: -0.7 * unit.width, y: 0.2 * unit.width, velocity: SwipeVector(x: unit.width))
      for swipe in swipes { content.handle(swipe) }
      var time = lift(swipes).time
      var drawn = content.draw(at: time)
      while content.isMoving(at: time), time < .seconds(60) {
        time += .milliseconds(16)
        drawn = content.draw(at: time)
      }
      let off = drawn - content.offset(at: .seconds(200))
      #expect(max(abs(off.x), abs(off.y)) <= 0.002 * unit.width, "\(content)")
    }
    check(DraggableCard())
    let corners = CornerThrow.Corners(width: unit.width, height: unit.width)
    check(CornerThrow(rectangle: corners, unit: unit.unit))
  }

  @Test func `has a tolerance that an app can set`() {
    var content = SwipeContent()
    content.go(to: 1, at: .zero)
    #expect(content.isFlying(at: .milliseconds(500)))
    content.tolerance = 0.5
    content.go(to: 2, at: .seconds(9))
    #expect(!content.isFlying(at: .milliseconds(9500)))
    #expect(Flight(from: 0, to: 1).settlingDuration() == Spring.standard.settlingDuration)
    #expect(Flight(from: 1, to: 1).settlingDuration() == .zero)
  }
}

@Suite struct `The defaults of an interaction` {
  @Test(arguments: UnitCase.all) func `have the same length on the glass in every unit`(unit: UnitCase) {
    let (x, y) = (unit.unit.point(along: .horizontal), unit.unit.point(along: .vertical))
    func isNear(_ found: Double, _ expected: Double) -> Bool { abs(found - expected) < 1e-9 * abs(expected) }
    let card = DismissibleCard(unit: unit.unit)
    #expect(isNear(card.distanceThreshold, 200 * y) && isNear(card.speedThreshold, 800 * y))
    #expect(isNear(card.exit, 800 * y))
    let sheet = DismissibleSheet(unit: unit.unit)
    #expect(isNear(sheet.height, 400 * y) && isNear(sheet.speedThreshold, 800 * y))
    let swiped = SwipeCard(unit: unit.unit)
    #expect(isNear(swiped.distanceThreshold, 100 * x) && isNear(swiped.exit, 400 * x))
    #expect(isNear(swiped.turn * swiped.exit, 8))
    let spring = SpringCard(unit: unit.unit)
    #expect(isNear(spring.predictedThreshold, 500 * y) && isNear(spring.speedThreshold, 800 * y))
    #expect(isNear(spring.content.band?.extent ?? 0, 400 * y) && isNear(spring.fading, 400 * y))
    let bottom = BottomSheet(unit: unit.unit)
    #expect(isNear(bottom.detents.offsets[2], -600 * y) && isNear(bottom.content.band?.extent ?? 0, 600 * y))
    let small = BottomSheet(detents: SnapPoints([0, -10 * y]), unit: unit.unit)
    #expect(isNear(small.content.band?.extent ?? 0, 300 * y))
    #expect(isNear(CardCarousel(count: 3, unit: unit.unit).stride, 296 * x))
    #expect(isNear(Dial(count: 3, unit: unit.unit).step, 40 * y))
    #expect(isNear(PullToRefresh(unit: unit.unit).threshold, 64 * y))
    #expect(isNear(CardDeck(count: 3, unit: unit.unit).peek, 14 * y))
    let corners = CornerThrow.Corners(width: x, height: y)
    #expect(isNear(CornerThrow(rectangle: corners, unit: unit.unit).x.band?.extent ?? 0, 120 * x))
  }

  @Test func `are 31.2 mm for 200 points, on every panel`() {
    #expect(abs(DismissibleCard(unit: .millimeters).distanceThreshold - 31.166) < 0.001)
    let panel = FlickService.Panel(id: "p", width: 510, height: 287)
    #expect(abs(SwipeSubscription.Unit.fraction.point(along: .horizontal, on: panel) * 510 - 0.15583) < 1e-5)
    let pixels = SwipeSubscription.Unit.pixels(width: 1020, height: 574)
    #expect(abs(pixels.point(along: .vertical, on: panel) - 2 * 0.15583) < 1e-4)
  }

  /// The decisions of defaults are those of points, from the same movement of the finger.
  @Test(arguments: UnitCase.all, [11 as UInt64, 12]) func `decide alike in every unit`(
    unit: UnitCase, seed: UInt64
  ) {
    var dice = Dice(seed: seed)
    let point = unit.unit.point(along: .vertical)
    for _ in 0..<300 {
      let (displacement, velocity) = (dice.roll(-100, 500), dice.roll(-2000, 2000))
      let (inPoints, inUnit) = (
        lift(release(displacement, velocity, along: .vertical)),
        lift(release(displacement * point, velocity * point, along: .vertical))
      )
      let words = Comment(rawValue: "\(displacement) points at \(velocity)")
      #expect(DismissibleCard().meant(inPoints) == DismissibleCard(unit: unit.unit).meant(inUnit), words)
      #expect(DismissibleSheet().meant(inPoints) == DismissibleSheet(unit: unit.unit).meant(inUnit), words)
      #expect(SpringCard().meant(inPoints) == SpringCard(unit: unit.unit).meant(inUnit), words)
      #expect(BottomSheet().meant(inPoints) == BottomSheet(unit: unit.unit).meant(inUnit), words)
      #expect(PullToRefresh().meant(inPoints) == PullToRefresh(unit: unit.unit).meant(inUnit), words)
    }
  }
}
