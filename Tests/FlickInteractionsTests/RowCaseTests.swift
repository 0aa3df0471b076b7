import FlickInteractions
import TestKit
import Testing

/// The cases of Tests/Cases/decisions.json for rows, decks, refreshes and corners.
///
/// Tests/Web/rows.test.mjs and deck.test.mjs read them too.
struct RowCases: Decodable {
  struct Options: Decodable {
    var count: Int
    var size: Double?
    var axis: String?
    var perView: Int?
    var maxSteps: Int?
    var isLooping: Bool?
    var isWrapping: Bool?
    var isRightToLeft: Bool?
  }
  struct Row: Decodable {
    var interaction: String
    var options: Options
    var snapPoints: [Double]?
    var maxSteps: Int?
    var wrap: Double?
  }
  struct Stroke: Decodable {
    var row: Int
    var begin: Int
    var t: Double
    var v: Double
    var index: Int
    var target: Double
  }
  struct Go: Decodable {
    var row: Int
    var begin: Int
    var go: Int
    var index: Int
    var target: Double
    var drawn: [[Double]]
  }
  struct Pair: Decodable {
    var x: Double
    var y: Double
    var vector: SwipeVector { SwipeVector(x: x, y: y) }
  }
  struct Rectangle: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }
  struct Corner: Decodable {
    var rectangle: Rectangle
    var begin: String
    var t: Pair
    var v: Pair
    var corner: String
  }
  struct Refresh: Decodable {
    var threshold: Double
    var extent: Double
    var t: Double
    var v: Double
    var isRefreshing: Bool
  }

  var rows: [Row]
  var strokes: [Stroke]
  var goes: [Go]
  var corners: [Corner]
  var refreshes: [Refresh]
}

extension RowCases.Row {
  /// The interaction of the row, with a part in front.
  func made(index: Int) throws -> any RowInteraction {
    switch interaction {
    case "CardCarousel":
      CardCarousel(
        count: options.count, index: index, perView: options.perView ?? 1,
        axis: options.axis == "y" ? .vertical : .horizontal, isLooping: options.isLooping ?? false,
        isRightToLeft: options.isRightToLeft ?? false, maxSteps: options.maxSteps)
    case "Pager":
      Pager(
        count: options.count, size: try #require(options.size), index: index,
        isLooping: options.isLooping ?? false, isRightToLeft: options.isRightToLeft ?? false)
    default:
      Dial(count: options.count, index: index, isWrapping: options.isWrapping ?? true)
    }
  }
}

@Suite struct `A row of parts` {
  private let cases: RowCases

  init() throws {
    cases = try CaseTable("decisions").cases()
  }

  /// Passes the swipe of a case to its interaction.
  private func check(_ row: RowCases.Stroke, _ content: some RowInteraction) {
    var content = content
    let words = Comment(rawValue: "\(row)")
    #expect(content.index == row.begin, words)
    let isHorizontal = content.axis == .horizontal
    let velocity = isHorizontal ? SwipeVector(x: row.v) : SwipeVector(y: row.v)
    let swipes = isHorizontal ? stroke(x: row.t, velocity: velocity) : stroke(y: row.t, velocity: velocity)
    for swipe in swipes {
      if swipe.phase == .end { #expect(content.meant(swipe) == row.index, words) }
      content.handle(swipe)
    }
    #expect(content.index == row.index, words)
    #expect(abs(content.target - row.target) < 1e-9, words)
    #expect(abs(content.offset(at: .seconds(100)) - row.target) < 1e-6, words)
  }

  @Test func `selects the stated part in the stated direction`() throws {
    #expect(cases.strokes.count >= 1500)
    for stroke in cases.strokes { check(stroke, try cases.rows[stroke.row].made(index: stroke.begin)) }
  }

  private func check(_ row: RowCases.Go, _ content: some RowInteraction) {
    var content = content
    let words = Comment(rawValue: "\(row)")
    content.go(to: row.go, at: .zero)
    #expect(content.index == row.index, words)
    #expect(abs(content.offset(at: .seconds(60)) - row.target) < 1e-6, words)
    content.put(at: row.index)
    for (part, stated) in row.drawn.enumerated() {
      let offset = content.offset(of: part, at: .zero)
      #expect(stated.contains { abs($0 - offset) < 1e-9 }, words)
    }
  }

  @Test func `goes to a part in the stated direction, and draws each part in the round of the view`() throws {
    #expect(cases.goes.count >= 400)
    for go in cases.goes { check(go, try cases.rows[go.row].made(index: go.begin)) }
  }

  @Test func `has the stated snap points in its zone`() throws {
    #expect(cases.rows.count >= 15)
    for row in cases.rows {
      let zone = try row.made(index: 0).zone("row")
      #expect(zone.snapPoints == row.snapPoints ?? [] && zone.wrap == row.wrap, "\(row)")
      #expect(zone.maxSteps == row.maxSteps && zone.hasPresses, "\(row)")
    }
    #expect(CardCarousel(count: 5, index: 1, isLooping: true).zone("cards").offset == -296)
    #expect(Dial(count: 12).zone("dial").axis == .vertical)
  }
}

@Suite struct `A carousel in a loop` {
  @Test func `moves on from card to card while it flies`() {
    var row = CardCarousel(count: 3, isLooping: true)
    for step in 1...7 {
      row.go(to: (row.index + 1) % 3, at: .milliseconds(50 * step))
      #expect(row.index == step % 3)
    }
    #expect(abs(row.offset(at: .seconds(60)) + 7 * 296) < 1e-6)
  }

  @Test func `keeps its card if the number or the size of the cards changes`() {
    var row = CardCarousel(count: 5, isLooping: true)
    for _ in 0..<12 { row.go(to: row.index + 1, at: .zero) }
    row.resize(width: 300, at: .seconds(60))
    #expect(row.index == 2)
    #expect(abs(row.offset(at: .seconds(60)) + 12 * 296) < 1e-6)
    #expect(abs(row.offset(at: .seconds(160)) + 12 * 316) < 1e-6)
    row.resize(count: 1, at: .seconds(160))
    #expect(row.index == 0 && row.zone("a").wrap == nil)
    #expect(abs(row.offset(at: .seconds(260))) < 1e-6)
  }

  @Test func `does not get further away if it moves by itself for months`() {
    var row = CardCarousel(count: 3, width: 900, spacing: 100, isLooping: true)
    for step in 1...5000 {
      let time = Duration.seconds(3 * step)
      row.go(to: row.index + 1, at: time)
      #expect(row.index == step % 3)
      #expect(abs(row.offset(at: time + .milliseconds(1500)) - row.offset(at: time) + 1000) < 0.5)
    }
    #expect(abs(row.content.start) < 1.1e6)
  }

  @Test func `survives an index without end`() {
    var row = CardCarousel(count: 5, isLooping: true)
    for index in [Int.max, Int.min, 7, -9] {
      row.go(to: index, at: .zero)
      #expect((0..<5).contains(row.index) && row.offset(at: .zero).isFinite)
    }
  }
}

@Suite struct `A pager` {
  private func swipe(
    _ phase: Swipe.Phase, id: Int64 = 1, at time: Duration, x: Double = 0, y: Double = 0
  ) -> Swipe {
    var swipe = Swipe(id: id, phase: phase, time: time, translation: SwipeVector(x: x, y: y))
    if phase == .begin { swipe.slop = 10 }
    return swipe
  }

  private var pager: Pager<CardCarousel> {
    Pager(count: 3, size: 600, nested: [CardCarousel(count: 3, axis: .vertical), nil])
  }

  @Test func `passes a swipe to the interaction of its axis, from its begin to its end`() {
    var pager = pager
    pager.handle(swipe(.begin, at: .zero, x: 9, y: -10))
    pager.handle(swipe(.update, at: .milliseconds(10), x: -300, y: -90))
    #expect(pager.offset(at: .milliseconds(10)) == 0 && !pager.isHeld && pager.front?.isHeld == true)
    #expect(pager.meant(swipe(.update, at: .milliseconds(10), x: -900)) == 0)
    pager.handle(swipe(.end, at: .milliseconds(20), x: -900, y: -200))
    #expect(pager.index == 0 && pager.front?.index == 1)
    // Equal displacements are of the horizontal axis, as in a zone.
    pager.handle(swipe(.begin, id: 2, at: .milliseconds(100), x: -10, y: 10))
    #expect(pager.isHeld)
    pager.handle(swipe(.end, id: 2, at: .milliseconds(200), x: -400))
    #expect(pager.index == 1 && pager.front == nil)
    for phase in [Swipe.Phase.begin, .update, .end] {
      pager.handle(swipe(phase, id: 3, at: .milliseconds(300), y: 90))
    }
    #expect(!pager.isHeld && pager.index == 1)
  }

  @Test func `follows the axis of the zone if a line is rounded`() {
    var pager = pager
    var begin = swipe(.begin, at: .zero, x: 7.07, y: 7.07)
    begin.zone = "page"
    begin.decision = Swipe.Decision(kind: .drag, commit: false, direction: .down)
    pager.handle(begin)
    #expect(!pager.isHeld && pager.front?.isHeld == true)
  }

  @Test func `ignores a second swipe while the first one holds its interaction`() {
    var pager = pager
    pager.handle(swipe(.begin, at: .zero, y: -10))
    pager.handle(swipe(.begin, id: 2, at: .milliseconds(5), x: -10))
    pager.handle(swipe(.update, id: 2, at: .milliseconds(10), x: -300))
    pager.handle(swipe(.end, at: .milliseconds(20), y: -200))
    pager.handle(swipe(.end, id: 2, at: .milliseconds(30), x: -500))
    #expect(pager.index == 0 && pager.front?.index == 1 && pager.offset(at: .milliseconds(30)) == 0)
  }

  @Test func `stops pages and nested content under a press, and lets the other axis go on`() {
    var pager = Pager(
      count: 3, size: 600,
      nested: [nil, CardCarousel(count: 3, axis: .vertical)])
    pager.nested[1]?.go(to: 2, at: .zero)
    pager.go(to: 1, at: .zero)
    let drawn = (pager.draw(at: .milliseconds(64)), pager.nested[1]?.draw(at: .milliseconds(64)))
    pager.press(at: .milliseconds(60))
    #expect(
      pager.offset(at: .milliseconds(200)) == drawn.0
        && pager.front?.offset(at: .milliseconds(200)) == drawn.1)
    pager.handle(swipe(.begin, at: .milliseconds(200), y: 10))
    #expect(!pager.isHeld && pager.front?.isHeld == true)
    #expect(abs(pager.offset(at: .seconds(60)) + 600) < 1e-6)
    pager.handle(swipe(.end, at: .milliseconds(300), y: 20))
    pager.press(at: .milliseconds(310))
    pager.resume(at: .milliseconds(320))
    #expect(!pager.isHeld && pager.front?.isHeld == false)
  }

  @Test func `has zones of both axes, with the options of the page in front`() {
    var pager = pager
    #expect(pager.zones("pages", nested: "cards").map(\.axis) == [.horizontal, .vertical])
    pager.put(at: 2)
    #expect(pager.zones("pages", nested: "cards").map(\.name) == ["pages"])
  }
}

@Suite struct `A dial` {
  @Test func `has an angle, and two ends if it does not wrap`() {
    var dial = Dial(count: 12, step: 30)
    dial.go(to: 9, at: .zero)
    #expect(dial.index == 9)
    #expect(abs(dial.angle(at: .seconds(60)) - 90) < 1e-6)
    #expect(Dial(count: 0).angle(at: .zero) == 0)
    var ended = Dial(count: 12, isWrapping: false)
    ended.go(to: -3, at: .zero)
    #expect(ended.index == 0)
    ended.resize(count: 3, step: 10, at: .zero)
    ended.go(to: 9, at: .zero)
    #expect(ended.index == 2 && ended.zone("a").snapPoints == [0, -10, -20])
  }
}
