import FlickInteractions
import TestKit
import Testing

/// A moment of a swipe, whose begin has a slop of 10 points.
private func swipe(
  _ phase: Swipe.Phase, id: Int64 = 1, at time: Duration, x: Double = 0, y: Double = 0,
  velocity: SwipeVector = .zero
) -> Swipe {
  var swipe = Swipe(
    id: id, phase: phase, time: time, translation: SwipeVector(x: x, y: y), velocity: velocity,
    predictedEndTranslation: SwipeVector(x: x, y: y) + velocity * 0.25)
  if phase == .begin { swipe.slop = 10 }
  return swipe
}

@Suite struct `A deck of cards` {
  @Test func `returns the side to which a swipe sends its top card`() {
    var deck = CardDeck(count: 2)
    var side = deck.handle(swipe(.begin, at: .zero, x: 12))
    #expect(side == nil)
    #expect(deck.meant(swipe(.update, at: .milliseconds(10), x: -150)) == .left && deck.index == 0)
    side = deck.handle(swipe(.end, at: .milliseconds(20), x: -150))
    #expect(side == .left)
    deck.handle(swipe(.begin, id: 2, at: .milliseconds(30), x: 12))
    side = deck.handle(swipe(.end, id: 2, at: .milliseconds(90), x: 80, velocity: SwipeVector(x: 1050)))
    #expect(side == .right)
    #expect(deck.isEmpty && deck.top == nil && deck.side(of: 0) == .left && deck.side(of: 1) == .right)
    side = deck.handle(swipe(.end, id: 3, at: .milliseconds(100), x: 900))
    #expect(side == nil)
    deck.count = 3
    #expect(!deck.isEmpty && deck.top?.side == nil)
    #expect(deck.zone("deck") == SwipeCard().zone("deck"))
  }

  @Test func `raises the next card with the displacement of the top card`() {
    var deck = CardDeck(count: 3)
    deck.handle(swipe(.begin, at: .zero, x: -10))
    for (x, part) in [(-10.0, 0.0), (-35, 0.25), (-60, 0.5), (-200, 1), (-35, 0.25)] {
      deck.handle(swipe(.update, at: .milliseconds(10), x: x))
      #expect(abs(deck.depth(of: 1, at: .milliseconds(10)) - 1 + part * part * (3 - 2 * part)) < 1e-9)
    }
    deck.handle(swipe(.cancel, at: .milliseconds(20), x: -35))
    #expect(abs(deck.depth(of: 1, at: .seconds(60)) - 1) < 1e-9)
  }

  @Test func `lets the next cards follow without a step, as cards leave and return`() {
    var deck = CardDeck(count: 9)
    var last = (0..<9).map { deck.pose(of: $0, at: .zero) }
    for milliseconds in stride(from: 0, to: 2000, by: 16) {
      let time = Duration.milliseconds(milliseconds)
      switch milliseconds {
      case 160, 320, 480: deck.go(to: .left, at: time)
      case 640, 720: deck.undo(at: time)
      default: break
      }
      _ = deck.draw(at: time)
      let poses = (0..<9).map { deck.pose(of: $0, at: time) }
      for (pose, before) in zip(poses, last) {
        #expect(abs(pose.scale - before.scale) < 0.03, "at \(time)")
        #expect(abs(pose.x - before.x) < 60, "at \(time)")
      }
      last = poses
    }
    #expect(deck.index == 1 && !deck.isMoving(at: .seconds(2)))
    #expect((1...4).map { deck.depth(of: $0, at: .seconds(3)) } == [0, 1, 2, 3])
    #expect(deck.pose(of: 0, at: .seconds(3)).x == -400 && !deck.pose(of: 0, at: .seconds(3)).isVisible)
  }

  @Test func `brings the last card back from where it is, and a finger stops it`() {
    var deck = CardDeck(count: 3, index: 1)
    deck.go(to: .left, at: .zero)
    let flying = deck.pose(of: 1, at: .milliseconds(100)).x
    #expect(flying < -20 && flying > -400)
    var isBack = deck.undo(at: .milliseconds(100))
    #expect(isBack)
    #expect(abs(deck.pose(of: 1, at: .milliseconds(100)).x - flying) < 1e-9)
    isBack = deck.undo(at: .seconds(60))
    #expect(isBack)
    isBack = deck.undo(at: .seconds(60))
    #expect(!isBack)
    let drawn = deck.draw(at: .milliseconds(60_100))
    deck.press(at: .milliseconds(60_100))
    #expect(deck.isHeld && deck.offset(at: .seconds(61)) == drawn)
    deck.resume(at: .seconds(61))
    #expect(abs(deck.offset(at: .seconds(120))) < 1e-6)
  }

  @Test func `ignores the rest of a swipe whose card it sent away`() {
    var deck = CardDeck(count: 5)
    deck.handle(swipe(.begin, at: .zero, x: 10))
    deck.go(to: .left, at: .milliseconds(20))
    var side = deck.handle(swipe(.end, at: .milliseconds(40), x: 300, velocity: SwipeVector(x: 3000)))
    #expect(side == nil)
    #expect(deck.index == 1 && deck.offset(at: .milliseconds(50)) == 0)
    deck.handle(swipe(.begin, id: 2, at: .milliseconds(60), x: 10))
    deck.isDisabled = true
    side = deck.handle(swipe(.end, id: 2, at: .milliseconds(80), x: 300))
    #expect(side == nil)
    #expect(deck.index == 1)
    deck.reducesMotion = true
    deck.go(to: .right, at: .milliseconds(90))
    #expect(deck.index == 2 && deck.side(of: 1) == .right && deck.pose(of: 1, at: .milliseconds(90)).x == 400)
  }
}

@Suite struct `Pull to refresh` {
  @Test func `refreshes as stated`() throws {
    let cases = try CaseTable("decisions").cases(RowCases.self).refreshes
    #expect(cases.count >= 60)
    for row in cases {
      var refresh = PullToRefresh(threshold: row.threshold, extent: row.extent)
      let end = swipe(.end, at: .seconds(1), y: row.t, velocity: SwipeVector(y: row.v))
      #expect(refresh.meant(end) == row.isRefreshing, "\(row)")
      refresh.handle(end)
      #expect(refresh.isRefreshing == row.isRefreshing, "\(row)")
      #expect(abs(refresh.offset(at: .seconds(60)) - (row.isRefreshing ? row.threshold : 0)) < 1e-6, "\(row)")
    }
  }

  @Test func `shows its state, rests at the threshold, and returns when it has finished`() {
    var refresh = PullToRefresh()
    let distance = refresh.distance
    #expect(refresh.state == .resting)
    refresh.handle(swipe(.begin, at: .zero, y: 10))
    #expect(refresh.state == .pulled && refresh.progress(at: .zero) == 0)
    refresh.handle(swipe(.update, at: .milliseconds(10), y: distance + 1))
    #expect(refresh.state == .ready)
    let stretched = RubberBand(extent: 256).displacement(ofPull: distance - 9)
    #expect(abs(refresh.offset(at: .milliseconds(10)) - stretched) < 1e-9)
    refresh.handle(swipe(.end, at: .milliseconds(30), y: distance + 30))
    #expect(refresh.state == .refreshing && abs(refresh.offset(at: .seconds(60)) - 64) < 1e-6)
    refresh.handle(swipe(.begin, id: 2, at: .seconds(60), y: 10))
    refresh.handle(swipe(.update, id: 2, at: .milliseconds(60_010), y: 60))
    let held = refresh.offset(at: .milliseconds(60_010))
    refresh.finish(at: .milliseconds(60_020))
    #expect(refresh.offset(at: .milliseconds(60_020)) == held && refresh.state == .pulled)
    refresh.handle(swipe(.cancel, id: 2, at: .milliseconds(60_030), y: 60))
    #expect(abs(refresh.offset(at: .seconds(120))) < 1e-6)
  }

  @Test func `returns if the refresh ends under a press`() {
    var refresh = PullToRefresh()
    refresh.go(to: true, at: .milliseconds(64))
    refresh.press(at: .milliseconds(80))
    refresh.finish(at: .milliseconds(90))
    refresh.resume(at: .milliseconds(100))
    #expect(abs(refresh.offset(at: .seconds(60))) < 1e-6)
  }
}

@Suite struct `A card that is thrown to a corner` {
  @Test func `flies to the stated corner`() throws {
    let cases = try CaseTable("decisions").cases(RowCases.self).corners
    #expect(cases.count >= 40)
    for row in cases {
      let rectangle = CornerThrow.Corners(
        x: row.rectangle.x, y: row.rectangle.y, width: row.rectangle.width, height: row.rectangle.height)
      let begin = try #require(CornerThrow.Corner(rawValue: row.begin))
      var card = CornerThrow(rectangle: rectangle, corner: begin)
      let end = swipe(.end, at: .milliseconds(100), x: row.t.x, y: row.t.y, velocity: row.v.vector)
      #expect(card.meant(end).rawValue == row.corner, "\(row)")
      card.handle(end)
      #expect(card.corner.rawValue == row.corner, "\(row)")
      let offset = card.offset(at: .seconds(60))
      #expect(abs(offset.x - card.target.x) < 1e-6 && abs(offset.y - card.target.y) < 1e-6, "\(row)")
    }
  }

  @Test func `moves freely, stops under a press, and follows another rectangle`() {
    let corners = CornerThrow.Corners(x: -100, y: 20, width: 900, height: 400)
    var card = CornerThrow(rectangle: corners, corner: .topLeft, extent: 90)
    card.handle(swipe(.begin, at: .zero, x: 6, y: 8))
    #expect(card.offset(at: .zero) == SwipeVector(x: -100, y: 20))
    card.handle(swipe(.update, at: .milliseconds(10), x: 106, y: -92))
    #expect(abs(card.offset(at: .zero).x) < 1e-9)
    #expect(abs(card.offset(at: .zero).y - 20 - RubberBand(extent: 90).displacement(ofPull: -100)) < 1e-9)
    card.handle(swipe(.cancel, at: .milliseconds(20), x: 500, y: 300))
    #expect(card.corner == .topLeft)
    card.go(to: .bottomRight, at: .seconds(60))
    let drawn = card.draw(at: .milliseconds(60_064))
    card.press(at: .milliseconds(60_060))
    #expect(card.isHeld && card.offset(at: .seconds(61)) == drawn)
    card.resume(at: .seconds(61))
    card.resize(CornerThrow.Corners(width: 500, height: 300), at: .seconds(120))
    #expect(abs(card.offset(at: .seconds(120)).x - 800) < 1e-6)
    #expect(abs(card.offset(at: .seconds(180)).x - 500) < 1e-6)
    card.put(at: .bottomLeft)
    #expect(card.offset(at: .zero) == SwipeVector(x: 0, y: 300))
    #expect(card.zone("picture").axis == nil)
  }
}
