import Testing

@testable import GestureCore

/// A finger that rolled off the glass once turned a drag of 124 mm around.
@Suite struct `The retreat of a swipe` {
  private let rule = DecisionRule(predicted: .init(x: 100, y: 100))

  /// The end of a swipe of fingers that land 20 mm apart and visit these positions, in mm, at
  /// constant speeds.
  private func end(fingers: Int = 1, _ positions: [(x: Double, y: Double, milliseconds: Double)]) throws
    -> SwipeFact
  {
    var glass = Glass()
    var (time, x, y) = (0.0, 0.0, 0.0)
    func lines(_ report: Contact.Report) -> [(UInt64, Contact.Report, Double, Double)] {
      (1...UInt64(fingers)).map { ($0, report, 50 + x, 20 * Double($0) + y) }
    }
    glass.frame(at: 0, lines(.landed))
    for position in positions {
      let (start, fromX, fromY) = (time, x, y)
      while time < start + position.milliseconds {
        time += 8
        let part = min((time - start) / position.milliseconds, 1)
        (x, y) = (fromX + (position.x - fromX) * part, fromY + (position.y - fromY) * part)
        glass.frame(at: time, lines(.moved))
      }
    }
    glass.frame(at: time + 8, lines(.lifted))
    let end = try #require(glass.log.facts.last)
    try #require(end.phase == .end && end.fingers == fingers)
    return end
  }

  @Test(arguments: 1...3) func `follows the centroid`(fingers: Int) throws {
    let recoil = try end(fingers: fingers, [(90, 6, 400), (87, 6, 24)])
    #expect(abs(recoil.retreat.x.length - 3) < 1e-5 && recoil.retreat.x.hasTurned)
    #expect(recoil.retreat.y == .none || recoil.retreat.y.length < 1e-5)
    #expect(recoil.estimate.velocity.x < -124.7)
    let found = rule.decide(recoil)
    #expect(found.commit && found.kind == .drag && found.direction == .right && found.speed == 0)
    #expect(abs(try #require(found.recoil?.x) - 3) < 1e-5)
  }

  @Test(arguments: 1...3) func `lets a flick back go its own direction`(fingers: Int) throws {
    let flick = try end(fingers: fingers, [(0, 40, 600), (0, 25, 64)])
    let found = rule.decide(flick)
    #expect(found.commit && found.kind == .flick && found.direction == .up && found.recoil == nil)
    #expect(abs(flick.retreat.y.length - 15) < 1e-5)
  }

  @Test func `counts from the last turn, so a wave ends as its last movement`() throws {
    // Out, back by 12 mm, out again by 10 mm: the recoil of 3 mm is measured from there.
    let wave = try end([(60, 0, 300), (48, 0, 100), (58, 0, 100), (55, 0, 24)])
    #expect(abs(wave.retreat.x.length - 3) < 1e-9)
    #expect(rule.decide(wave).direction == .right)
    // A step of 1 mm out is within the slop: the finger goes on back.
    let step = try end([(60, 0, 300), (54, 0, 60), (55, 0, 16), (52, 0, 16)])
    #expect(abs(step.retreat.x.length - 8) < 1e-9 && step.retreat.x.hasTurned)
    #expect(rule.decide(step).recoil == nil)
  }

  @Test func `is none beyond the start`() throws {
    let through = try end([(20, 0, 200), (-10, 0, 100)])
    #expect(through.retreat.x == .none)
    #expect(rule.decide(through).direction == .left && rule.decide(through).commit)
  }

  @Test func `changes no decision that ignores the reversal, and none without a path`() throws {
    var textbook = rule
    textbook.reversal = .ignore
    let recoil = try end([(90, 0, 400), (87, 0, 24)])
    let found = textbook.decide(recoil)
    #expect(found.direction == .right && found.kind == .flick && found.speed < 0 && found.recoil == nil)
    let unknown = rule.decide(
      translation: recoil.translation, velocity: recoil.estimate.velocity, travel: recoil.travel)
    #expect(unknown.direction == .left && unknown.recoil == nil)
  }

  @Test func `explains the eight directions too`() throws {
    var eight = rule
    eight.axis = .nearestOfEight(cosineOfTolerance: 0)
    let recoil = try end([(60, 60, 400), (57, 57, 24)])
    let found = eight.decide(recoil)
    #expect(found.direction == .rightDown && found.commit && found.speed == 0)
    #expect(found.recoil?.x != nil && found.recoil?.y != nil)
  }
}
