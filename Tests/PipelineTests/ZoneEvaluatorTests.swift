import FlickProtocol
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

@Suite struct `A zone with snap points` {
  /// A swipe over cards of 296 pt, and the expected result; lengths in pt.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var t: Double
    var v = 0.0
    var index: Int
    var by: DecisionRule.CommitCriteria = []
    var offset = 0.0
    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "a flick of 100 that predicts 350 goes on", t: -100, v: -1000, index: 1,
      by: .init(predicted: true)),
    Row(name: "a drag of 100 alone stays", t: -100, index: 0),
    Row(name: "a drag of 200 that comes back stays", t: -200, v: 400, index: 0),
    Row(name: "a drag of 200 alone goes on", t: -200, index: 1, by: .init(distance: true)),
    Row(name: "the contract's example", t: -61.2, v: -1432, index: 1, by: .init(predicted: true)),
    Row(name: "a fast one passes a card", t: -150, v: -1600, index: 2, by: .init(distance: true)),
    Row(name: "half way, still: stays", t: -148, index: 0),
    Row(name: "half way by the prediction: on", t: -100, v: -192, index: 1, by: .init(predicted: true)),
    Row(name: "half way by the prediction, going back", t: -248, v: 400, index: 0),
    Row(name: "beyond the first stays", t: 300, v: 3000, index: 0),
    Row(name: "from the middle back", t: 200, index: 0, by: .init(distance: true), offset: -296),
    Row(name: "beyond the last stays", t: -500, v: -3000, index: 2, offset: -592),
  ]

  @Test(arguments: rows) func `follows the table`(row: Row) throws {
    var cards = ZoneSpec<Double>.cards
    cards.offset = row.offset
    let panel = try EvaluatedPanel([cards], unit: .points)
    let pt = millimetersPerPoint
    let found = panel.swipe(by: (row.t * pt, 0.3), at: (row.v * pt, 1))
    let snap = try #require(found.zone?.snap)
    #expect(snap.index == row.index)
    #expect(snap.steps == snap.index - snap.from)
    #expect(abs(snap.offset - Double(row.index) * -296 * pt) < 1e-9)
    #expect(found.decision.commit == (snap.index != snap.from))
    #expect(found.decision.by == row.by)
    #expect(found.decision.kind == (abs(row.v) > 800 ? .flick : .drag))
    #expect(found.zone?.name == "cards")
  }

  /// A swipe that does not commit, and its reason; lengths in pt.
  static let reasons: [(t: Double, v: Double, travel: Double, offset: Double, reason: Decision.NoCommit?)] = [
    (-100, -1000, 50, 0, nil), (-100, 0, 50, 0, .belowThresholds), (300, 3000, 50, 0, .endOfRange),
    (20, 0, 50, 0, .endOfRange), (-500, -3000, 50, -592, .endOfRange), (-20, 100, 50, -592, .endOfRange),
    (-20, -1432, 4, 0, .shortTravel), (-20, -100, 4, 0, .belowThresholds), (20, 1432, 4, 0, .endOfRange),
    (-20, -1432, 6, 0, nil),
  ]

  @Test(arguments: reasons) func `reports the first reason that applies`(
    t: Double, v: Double, travel: Double, offset: Double, reason: Decision.NoCommit?
  ) throws {
    var cards = ZoneSpec<Double>.cards
    cards.offset = offset
    let panel = try EvaluatedPanel([cards], unit: .points)
    let pt = millimetersPerPoint
    _ = panel.evaluate(.begin, swipe: 1, by: (t.sign == .minus ? -2 : 2, 0))
    let found = panel.evaluate(.end, swipe: 1, by: (t * pt, 0.3), at: (v * pt, 1), travel: travel)
    #expect(found.decision.noCommit == reason)
    #expect(found.decision.commit == (reason == nil))
    // What the content receives is what the decision used.
    #expect(found.zone?.spring?.velocity == (travel < 6 ? 0 : v * pt))
    #expect(found.predictedEnd.x == t * pt + 0.25 * v * pt)
  }

  @Test func `names a direction that it does not allow, and a minimum travel of its own`() throws {
    var cards = ZoneSpec<Double>.cards
    cards.directions = DirectionSet([.left])
    cards.flickMinTravel = 20
    let panel = try EvaluatedPanel([cards], unit: .points)
    let pt = millimetersPerPoint
    #expect(panel.swipe(by: (20 * pt, 0), at: (1432 * pt, 0)).decision.noCommit == .direction)
    _ = panel.evaluate(.begin, swipe: 1, by: (-2, 0))
    let found = panel.evaluate(.end, swipe: 1, by: (-20 * pt, 0), at: (-1432 * pt, 0), travel: 20 * pt)
    #expect(found.decision.commit)
    #expect(found.decision.travelThreshold == 20 * pt)
  }

  @Test func `returns to the index at begin when it is cancelled`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    _ = panel.swipe(by: (-31, 0))
    let found = panel.swipe(by: (-40, 0), at: (-900, 0), phase: .cancel(.palm)).zone
    let snap = try #require(found?.snap)
    #expect([snap.from, snap.index, snap.steps] == [1, 1, 0])
    let spring = try #require(found?.spring)
    #expect(abs(spring.displacement - 40) < 1e-9)
    #expect(spring.velocity == 0)
    #expect(panel.swipe(by: (-31, 0)).zone?.snap?.from == 1)
  }

  @Test func `uses the app's offset, also in mid-swipe`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    #expect(panel.update(zone: "cards", offset: -290))
    #expect(!panel.update(zone: "card", offset: 0))
    #expect(panel.swipe(by: (-5, 0)).zone?.snap?.from == 1)
    #expect(panel.evaluate(.begin, swipe: 5, by: (-2, 0)).zone?.snap?.from == 1)
    #expect(panel.update(zone: "cards", offset: -100))
    let snap = try #require(panel.evaluate(.update, swipe: 5, by: (-3, 0)).zone?.snap)
    #expect([snap.from, snap.index] == [0, 0])
    // 100 pt and 10 mm are 164 pt, past the middle.
    let end = try #require(panel.evaluate(.end, swipe: 5, by: (-10, 0)).zone?.snap)
    #expect([end.from, end.index] == [0, 1])
  }

  @Test func `uses an offset that was set before the first swipe`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    #expect(panel.update(zone: "cards", offset: -592))
    #expect(panel.swipe(by: (3, 0)).zone?.snap?.from == 2)
  }

  @Test func `keeps the content of two hands separate`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    _ = panel.evaluate(.begin, swipe: 1, by: (-2, 0))
    _ = panel.evaluate(.begin, swipe: 2, by: (-2, 0))
    #expect(panel.evaluate(.end, swipe: 1, by: (-31, 0)).zone?.snap?.index == 1)
    #expect(panel.evaluate(.end, swipe: 2, by: (-5, 0)).zone?.snap?.from == 0)
    #expect(panel.swipe(by: (-5, 0)).zone?.snap?.from == 0)
  }

  @Test func `projects by its own projection time`() throws {
    var cards = ZoneSpec<Double>.cards
    cards.projection = 499_500 * 1e-6
    let panel = try EvaluatedPanel([cards], unit: .points)
    let found = panel.swipe(by: (-10, 0), at: (-60, 0))
    #expect(found.projectionMicroseconds == 499_500)
    #expect(abs(found.predictedEnd.x + 39.97) < 1e-9)
    #expect(found.zone?.snap?.index == 1)
  }

  @Test func `reports the progress to the neighbour`() throws {
    var cards = ZoneSpec<Double>.cards
    cards.snapPoints = [0, -40]
    let panel = try EvaluatedPanel([cards])
    #expect(panel.evaluate(.begin, swipe: 1, by: (-2, 0)).progress == 0.05)
    #expect(panel.evaluate(.update, swipe: 1, by: (-30, 0)).progress == 0.75)
    #expect(panel.evaluate(.update, swipe: 1, by: (10, 0)).progress == 0)
  }

  @Test func `hands over to its spring at the release, and not before`() throws {
    var cards = ZoneSpec<Double>.cards
    cards.spring = .perceived(duration: 400_000 * 1e-6, bounce: 0.2)
    let panel = try EvaluatedPanel([cards], unit: .points)
    #expect(panel.evaluate(.update, swipe: 1, by: (-20, 0), at: (-100, 0)).zone?.spring == nil)
    let spring = try #require(panel.evaluate(.end, swipe: 1, by: (-20, 0), at: (-100, 0)).zone?.spring)
    #expect(abs(spring.spring.duration - 0.4) < 1e-9)
    #expect(abs(spring.spring.bounce - 0.2) < 1e-9)
    #expect(abs(spring.displacement - (-296 * millimetersPerPoint + 20)) < 1e-9)
    #expect(spring.velocity == -100)
    #expect((200_000..<800_000).contains(try #require(spring.settlingMicroseconds)))
  }
}

@Suite struct `The evaluator of zones` {
  /// A zone of some mm on the panel of 200 × 100 mm.
  private func zone(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, axis: Axis? = nil
  ) -> ZoneSpec<Double> {
    var zone = ZoneSpec(name: name)
    zone.rectangle = ZoneRectangle(x: x, y: y, width: width, height: height)
    zone.axis = axis
    return zone
  }

  static let starts: [(x: Double, y: Double, along: Axis, name: String?)] = [
    (100, 50, .x, "pager"), (100, 50, .y, "list"), (30, 50, .y, "list"), (30, 50, .x, nil),
    (190, 50, .x, nil), (100, 5, .y, "bar"), (100, 5, .x, "bar"), (50, 20, .x, "pager"),
    (150, 80, .x, "pager"),
    (150.1, 80, .x, nil),
  ]

  @Test(arguments: starts)
  func `chooses the innermost zone that accepts the axis`(
    x: Double, y: Double, along: Axis, name: String?
  ) throws {
    let panel = try EvaluatedPanel([
      zone("pager", 50, 20, 100, 60, axis: .x), zone("list", 20, 10, 160, 80, axis: .y),
      zone("bar", 0, 0, 200, 10),
    ])
    let found = panel.swipe(from: (x, y), by: along == .x ? (40, 4) : (4, 40))
    #expect(found.zone?.name == name)
  }

  @Test func `chooses no zone for a start in an exclude zone`() throws {
    var exclusion = zone("keyboard", 50, 20, 100, 60)
    exclusion.isExclusion = true
    let panel = try EvaluatedPanel([zone("all", 0, 0, 200, 100), exclusion, zone("key", 90, 40, 20, 20)])
    #expect(panel.swipe(from: (100, 50), by: (40, 4)).zone == nil)
    #expect(panel.swipe(from: (30, 50), by: (40, 4)).zone?.name == "all")
    #expect(!panel.update(zone: "keyboard", offset: 5))
  }

  @Test func `keeps the zone of the begin`() throws {
    let panel = try EvaluatedPanel([zone("x", 0, 0, 200, 100, axis: .x), zone("y", 0, 0, 200, 100, axis: .y)])
    #expect(panel.evaluate(.begin, swipe: 1, by: (0, 2)).zone?.name == "y")
    #expect(panel.evaluate(.update, swipe: 1, by: (50, 2)).zone?.name == "y")
    let end = panel.evaluate(.end, swipe: 1, by: (50, 2))
    #expect(end.zone?.name == "y")
    #expect(end.decision.direction == .down)
    #expect(!end.decision.commit)
  }

  @Test func `accepts a swipe up in the middle`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    #expect(panel.evaluate(.update, swipe: 8, by: (-20, 1)).zone?.name == "cards")
    #expect(panel.evaluate(.end, swipe: 9, by: (-40, 1)).zone?.snap?.index == 1)
  }

  @Test func `decides by the zone's own rule, and by the panel's without one`() throws {
    var down = zone("shade", 0, 0, 200, 20, axis: .y)
    down.directions = DirectionSet([.down])
    down.distanceThreshold = 5
    down.speedThreshold = 900
    let panel = try EvaluatedPanel([down])
    let short = panel.swipe(from: (100, 5), by: (1, 6))
    #expect(short.decision.commit)
    #expect(short.decision.distanceThreshold == 5)
    #expect(short.progress == 1.2)
    // Pulled down, then flicked up.
    let back = panel.swipe(from: (100, 5), by: (1, 20), at: (0, -901))
    #expect(back.decision.kind == .flick)
    #expect(back.decision.direction == .up)
    #expect(!back.decision.commit)
    let elsewhere = panel.swipe(from: (100, 50), by: (1, 6))
    #expect(elsewhere.zone == nil)
    #expect(!elsewhere.decision.commit)
  }

  @Test func `resolves relative thresholds of zone and panel by the zone's extent`() throws {
    var half = zone("half", 0, 0, 100, 100)
    half.commitIf = DecisionRule.CommitCriteria(predicted: true)
    let panel = try EvaluatedPanel([half])
    // P is half of the extent: 50 mm in the zone, 100 mm beside it.
    #expect(panel.swipe(from: (10, 50), by: (51, 0)).decision.commit)
    #expect(!panel.swipe(from: (10, 50), by: (49, 0)).decision.commit)

    var parts = ZoneSpec(name: "parts")
    parts.rectangle = ZoneRectangle(x: 0, y: 0, width: 0.5, height: 0.5)
    parts.distanceThreshold = 0.25
    parts.speedThreshold = 1
    let fraction = try EvaluatedPanel([parts], unit: .fraction)
    let across = fraction.swipe(from: (99, 49), by: (51, 0)).decision
    #expect([across.distanceThreshold, across.speedThreshold] == [50, 200])
    let down = fraction.swipe(from: (99, 49), by: (0, 26)).decision
    #expect([down.distanceThreshold, down.speedThreshold] == [25, 100])
    #expect(fraction.swipe(from: (101, 49), by: (51, 0)).zone == nil)
  }

  @Test func `resolves pixels by the surface`() throws {
    var zone = ZoneSpec(name: "px")
    zone.axis = .x
    zone.snapPoints = [0, -960]
    zone.rectangle = ZoneRectangle(x: 0, y: 540, width: 1920, height: 540)
    let surface = Surface(width: 1920, height: 1080)
    let panel = try EvaluatedPanel([zone], unit: .pixels, surface: surface)
    #expect(panel.swipe(from: (100, 51), by: (-60, 0)).zone?.snap?.offset == -100)
    #expect(panel.swipe(from: (100, 49), by: (-60, 0)).zone == nil)
  }

  @Test func `follows the textbook if a zone requests it`() throws {
    var zone = zone("z", 0, 0, 200, 100, axis: .x)
    zone.reversal = .ignore
    let panel = try EvaluatedPanel([zone])
    let found = panel.swipe(by: (20, 0), at: (-300, 0)).decision
    #expect(found.direction == .right)
    #expect(!found.commit)
  }

  @Test func `ignores zones beyond the sixty-fourth`() throws {
    let zones = (0...64).map { zone("z\($0)", 0, 0, 200, 100) }
    let panel = try EvaluatedPanel(zones)
    #expect(panel.swipe(by: (40, 0)).zone?.name == "z63")
    #expect(!panel.update(zone: "z64", offset: 0))
  }

  @Test func `forgets swipes without an end`() throws {
    let panel = try EvaluatedPanel([.cards], unit: .points)
    for swipe in 0..<1000 { _ = panel.evaluate(.begin, swipe: UInt64(swipe), by: (-2, 0)) }
    #expect(panel.evaluate(.end, swipe: 999, by: (-40, 0)).zone?.snap?.index == 1)
  }

  @Test func `resolves its zones again for a changed panel, and keeps the offsets`()
    throws
  {
    var half = ZoneSpec(name: "half")
    half.axis = .x
    half.snapPoints = [0, 60, 120]
    half.rectangle = ZoneRectangle(x: 0, y: 0, width: 60, height: 100)
    let first = try EvaluatedPanel([half])
    #expect(first.swipe(from: (50, 50), by: (60, 0)).zone?.snap?.index == 1)
    let second = try EvaluatedPanel([], toml: "[swipe]\nprojection = \"0ms\"\n")
    second.evaluator = first.evaluator
    let found = second.swipe(from: (50, 50), by: (3, 0), at: (800, 0))
    #expect(found.zone?.snap?.from == 1)
    #expect(found.zone?.snap?.index == 1)
    #expect(found.projectionMicroseconds == 0)
  }

  @Test(arguments: 0..<10) func `always leaves the content at a snap point`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let panel = try EvaluatedPanel([.cards, zone("list", 20, 10, 160, 80, axis: .y)], unit: .points)
    var at = 0
    for _ in 0..<300 {
      let phase: SwipePhase = random.next() % 4 == 0 ? .cancel(.stale) : .end
      let found = panel.swipe(
        by: (Double.random(in: -150...150, using: &random), Double.random(in: -90...90, using: &random)),
        at: (Double.random(in: -900...900, using: &random), 0), phase: phase)
      guard let snap = found.zone?.snap else { continue }
      #expect(snap.from == at, "seed \(seed)")
      at = snap.index
      #expect((0...2).contains(at), "seed \(seed)")
      #expect(phase == .end || snap.steps == 0, "seed \(seed)")
    }
  }
}
