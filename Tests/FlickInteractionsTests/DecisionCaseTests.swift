import FlickInteractions
import TestKit
import Testing

/// The cases of Tests/Cases/decisions.json, which Tests/Web/decisions.test.mjs reads too.
private struct DecisionCases: Decodable {
  struct Options: Decodable {
    var reversal: String?
    var height: Double?
    var count: Int?
    var detents: [Double]?
  }
  struct Leaving: Decodable {
    var name: String
    var interaction: String
    var options: Options
    var t: Double
    var v: Double
    var side: String?
  }
  struct Snapping: Decodable {
    var name: String
    var interaction: String
    var options: Options
    var begin: Int
    var t: Double
    var v: Double
    var index: Int
  }

  /// A swipe with its path; only what the line of its end contains.
  struct Path: Decodable {
    struct Options: Decodable { var reversal: String? }
    var name: String
    var options: Options
    var path: [[Double]]
    var v: [Double]
    var direction: String?
    var speed: Double
    var travel: Double
    var recoil: [String: Double]?
  }

  var leaving: [Leaving]
  var snapping: [Snapping]
  var paths: [Path]
}

@Suite struct `One decision` {
  private let cases: DecisionCases

  init() throws {
    cases = try CaseTable("decisions").cases()
  }

  /// The direction in which a case's interaction left after its swipe, as flick.js names it.
  private func side(_ row: DecisionCases.Leaving) throws -> String? {
    let reversal = try #require(SwipeZone.Reversal(word: row.options.reversal ?? "follow"))
    let down = stroke(y: row.t, velocity: SwipeVector(y: row.v))
    switch row.interaction {
    case "DismissibleCard":
      var card = DismissibleCard()
      card.reversal = reversal
      for swipe in down { card.handle(swipe) }
      return card.isDismissed ? "down" : nil
    case "DismissibleSheet":
      var sheet = DismissibleSheet(height: row.options.height ?? 400)
      sheet.reversal = reversal
      for swipe in down { sheet.handle(swipe) }
      return sheet.isPresented ? nil : "down"
    case "SpringCard":
      var card = SpringCard()
      card.reversal = reversal
      for swipe in down { card.handle(swipe) }
      return card.isDismissed ? "down" : nil
    default:
      var card = SwipeCard()
      card.reversal = reversal
      for swipe in stroke(x: row.t, velocity: SwipeVector(x: row.v)) { card.handle(swipe) }
      return card.side?.word
    }
  }

  @Test func `dismisses as stated`() throws {
    #expect(cases.leaving.count >= 800)
    #expect(Set(cases.leaving.map(\.interaction)).count == 4)
    for row in cases.leaving {
      #expect(try side(row) == row.side, "\(row.interaction): \(row.name), \(row.options)")
    }
  }

  @Test func `selects the stated snap point`() throws {
    #expect(cases.snapping.count >= 400)
    for row in cases.snapping {
      let index: Int
      if row.interaction == "CardCarousel" {
        var carousel = CardCarousel(count: try #require(row.options.count))
        for swipe in stroke(x: -296 * Double(row.begin)) { carousel.handle(swipe) }
        #expect(carousel.index == row.begin)
        // The row is at rest again.
        let swipes = stroke(id: 2, x: row.t, velocity: SwipeVector(x: row.v), from: .seconds(200))
        for swipe in swipes { carousel.handle(swipe) }
        index = carousel.index
      } else {
        var sheet = BottomSheet(detents: SnapPoints(try #require(row.options.detents)), index: row.begin)
        for swipe in stroke(y: row.t, velocity: SwipeVector(y: row.v)) { sheet.handle(swipe) }
        #expect(sheet.content.start.isFinite)
        index = sheet.index
      }
      #expect(index == row.index, "\(row.interaction): \(row.name)")
    }
  }

  @Test func `uses the velocity that counted, without the components of a recoil`() throws {
    let paths = cases.paths.filter { $0.options.reversal == nil && $0.direction != nil }
    #expect(paths.count >= 800)
    for row in paths {
      let last = try #require(row.path.last)
      let (t, v) = (SwipeVector(x: last[0], y: last[1]), SwipeVector(x: row.v[0], y: row.v[1]))
      let swipe = Swipe(
        id: 1, phase: .end, translation: t, velocity: v, predictedEndTranslation: t + v * 0.25,
        decision: Swipe.Decision(
          kind: .drag, commit: false, speed: row.speed, travel: row.travel, travelThreshold: 40,
          recoil: row.recoil.map { .init(x: $0["x"], y: $0["y"]) }))
      let isHorizontal = row.direction == "left" || row.direction == "right"
      let used = swipe.decisiveVelocity
      #expect(abs(isHorizontal ? used.x : used.y) == row.speed, "\(row)")
      #expect(swipe.decisiveEndTranslation == t + used * 0.25, "\(row)")
    }
  }

  @Test func `measures the finger, also if the finger caught the content in flight`() {
    var card = DismissibleCard()
    for swipe in stroke(y: 190) { card.handle(swipe) }
    // 20 ms after the release, the card is more than 150 points away.
    #expect(card.content.offset(at: .milliseconds(320)) > 150)
    for swipe in stroke(id: 2, y: 100, from: .milliseconds(320)) { card.handle(swipe) }
    #expect(!card.isDismissed)
  }

  @Test func `has one answer in an empty list of snap points: the current one`() {
    let points = SnapPoints([])
    #expect(points.target(landing: -500, velocity: -900, from: 3) == 3)
    #expect(points.nearest(to: 9) == 0)
    #expect(points.nearest(to: 9, velocity: 1, current: 2) == 2)
    #expect(points.index(of: 2) == 2)
    #expect(points.offset(of: 2) == 0)
    #expect(points.progress(at: -100, from: 2) == 0)
  }

  @Test(.enabled(if: Tools.areWanted("python3"), "needs Python"))
  func `is what decisions.py computes in exact fractions`() async throws {
    let outcome = try await CaseTable("decisions").check()
    #expect(outcome.code == 0, "\(outcome.output)")
  }
}
