import FlickProtocol
import GestureCore
import Testing

@testable import Pipeline

@Suite struct `A swipe that begins in the frame in which another finger cancels one` {
  /// The evaluation of the second swipe of 10 mm to the left, after 40 mm of the first one.
  private func second(after reason: CancelReason, from start: (x: Double, y: Double)) throws
    -> SwipeEvaluation
  {
    var cards = ZoneSpec<Double>.cards
    cards.rectangle = ZoneRectangle(x: 0, y: 200, width: 1200, height: 200)
    let panel = try EvaluatedPanel([cards], unit: .points)
    #expect(panel.evaluate(.begin, swipe: 1, from: (100, 50), by: (-2, 0)).zone?.name == "cards")
    _ = panel.evaluate(.cancel(reason), swipe: 1, from: (100, 50), by: (-40, 0))
    _ = panel.evaluate(.begin, swipe: 2, from: start, by: (0, -2))
    return panel.evaluate(.end, swipe: 2, from: start, by: (-10, 0))
  }

  @Test(arguments: [(100.0, 50.0), (100, 90)])
  func `moves the same content, from where it was`(x: Double, y: Double) throws {
    let snap = try #require(try second(after: .fingers, from: (x, y)).zone?.snap)
    // 50 of 46.1 mm.
    #expect([snap.from, snap.index] == [0, 1])
  }

  @Test func `belongs to its own zone after any other cancel`() throws {
    #expect(try second(after: .palm, from: (100, 90)).zone == nil)
    // The second swipe begins along y, which the zone does not accept.
    #expect(try second(after: .palm, from: (100, 50)).zone == nil)
  }
}
