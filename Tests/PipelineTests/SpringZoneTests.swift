import FlickProtocol
import Testing

@testable import GestureCore
@testable import Pipeline

/// A spring without snap points was once accepted and ignored.
@Suite struct `A zone with a spring and no snap points` {
  /// The protocol's own example: 20 mm wide, at the left edge.
  private static var drawer: ZoneSpec<Double> {
    var drawer = ZoneSpec(name: "drawer")
    drawer.rectangle = ZoneRectangle(x: 0, y: 0, width: 20, height: 100)
    drawer.axis = .x
    drawer.distanceThreshold = 15
    drawer.speedThreshold = 120
    drawer.spring = .perceived(duration: 500_000 * 1e-6, bounce: 0.15)
    return drawer
  }

  private func pull(
    _ panel: EvaluatedPanel, by t: Double, at v: Double = 0, phase: SwipePhase = .end
  ) throws -> ZoneMessage.SpringHandOff {
    let found = panel.swipe(from: (5, 50), by: (t, 0.3), at: (v, 1), phase: phase).zone
    #expect(found?.snap == nil)
    return try #require(found?.spring)
  }

  @Test func `moves to the far end on commit`() throws {
    let hand = try pull(try EvaluatedPanel([Self.drawer]), by: 8, at: 300)
    #expect(hand.target == 20)
    #expect(abs(hand.displacement - 12) < 1e-9)
    #expect(hand.velocity == 300)
    #expect(hand.spring == Spring(duration: 0.5, bounce: 0.15))
    #expect(try #require(hand.settlingMicroseconds) > 0)
    #expect(try pull(try EvaluatedPanel([Self.drawer]), by: -16).target == -20)
  }

  @Test func `gets no velocity from a swipe that travelled too little`() throws {
    let panel = try EvaluatedPanel([Self.drawer])
    _ = panel.evaluate(.begin, swipe: 1, from: (5, 50), by: (2, 0.3))
    let found = panel.evaluate(.end, swipe: 1, from: (5, 50), by: (5, 0.3), at: (300, 1), travel: 5)
    #expect(found.decision.noCommit == .shortTravel)
    #expect(found.zone?.spring?.target == 0)
    #expect(found.zone?.spring?.velocity == 0)
  }

  @Test func `returns without a commit, and after a cancel`() throws {
    let back = try pull(try EvaluatedPanel([Self.drawer]), by: 8, at: 20)
    #expect(back.target == 0)
    #expect(abs(back.displacement + 8) < 1e-9)
    #expect(back.velocity == 20)
    let lost = try pull(try EvaluatedPanel([Self.drawer]), by: 18, at: 300, phase: .cancel(.palm))
    #expect(lost.target == 0)
    #expect(lost.velocity == 0)
  }

  @Test func `continues from its target, and from the app's offset`() throws {
    let panel = try EvaluatedPanel([Self.drawer])
    let targets = try [18.0, -18, 18, 4].map { try pull(panel, by: $0).target }
    #expect(targets == [20, 0, 20, 20])
    // Caught on its way to 20, and flicked forward or back.
    #expect(panel.update(zone: "drawer", offset: 7))
    #expect(try pull(panel, by: 4, at: 300).target == 20)
    #expect(panel.update(zone: "drawer", offset: 7))
    #expect(try pull(panel, by: -4, at: -300).target == 0)
    #expect(panel.update(zone: "drawer", offset: 7))
    #expect(try pull(panel, by: 4).target == 7)
  }

  @Test func `without an axis uses the swipe's axis`() throws {
    var sheet = ZoneSpec(name: "sheet")
    sheet.spring = .perceived(duration: 500_000 * 1e-6, bounce: 0)
    let panel = try EvaluatedPanel([sheet])
    for _ in 0..<2 {
      let up = try #require(panel.swipe(by: (1, -40)).zone)
      #expect(up.axis == .y)
      #expect(up.spring?.target == -100)
      #expect(try abs(#require(up.spring).displacement + 60) < 1e-9)
      #expect(panel.swipe(by: (-40, 1)).zone?.spring?.target == -200)
    }
  }

  @Test func `has a hand-off only in its end`() throws {
    let panel = try EvaluatedPanel([Self.drawer])
    let begin = panel.evaluate(.begin, swipe: 1, from: (5, 50), by: (3, 0)).zone
    #expect(begin == ZoneMessage(name: "drawer", axis: .x))
    #expect(panel.evaluate(.update, swipe: 1, from: (5, 50), by: (9, 0)).zone?.spring == nil)
    #expect(panel.evaluate(.end, swipe: 1, from: (5, 50), by: (18, 0)).zone?.spring?.target == 20)
    var plain = Self.drawer
    plain.spring = nil
    #expect(try EvaluatedPanel([plain]).swipe(from: (5, 50), by: (18, 0)).zone?.spring == nil)
  }
}
