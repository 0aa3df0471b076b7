import Testing

@testable import GestureCore

@Suite struct `Fingers that land near each other` {
  /// A finger that lands at `x` mm, `begin` ms after time zero, and then moves at `speed` mm/s to
  /// the right.
  private struct Finger {
    var begin = 0.0
    var x: Double
    var speed = 500.0
    var lift = 120.0
  }

  /// The facts about fingers in frames of 8 ms.
  private func reported(_ fingers: [Finger], until end: Double = 400) -> [SwipeFact] {
    var glass = Glass()
    for time in stride(from: 0.0, through: end, by: 8) {
      var lines: [(finger: UInt64, report: Contact.Report, x: Double, y: Double)] = []
      for (index, finger) in fingers.enumerated() where time >= finger.begin && time < finger.lift + 8 {
        let report: Contact.Report =
          time < finger.begin + 8 ? .landed : (time >= finger.lift ? .lifted : .moved)
        let last = min(time, finger.lift - 8)
        let x = finger.x + finger.speed * max(0, last - finger.begin) / 1000
        lines.append((UInt64(index + 1), report, x, 50))
      }
      if !lines.isEmpty { glass.frame(at: time, lines) }
    }
    return glass.log.facts
  }

  @Test func `move as one, by their centroid`() throws {
    let facts = reported([Finger(x: 50), Finger(x: 80, speed: 300), Finger(x: 110, speed: 400)])
    #expect(Set(facts.map(\.swipe.number)).count == 1)
    #expect(facts.allSatisfy { $0.fingers == 3 })
    let end = try #require(facts.last)
    #expect(end.phase == .end)
    #expect(facts.count { $0.phase == .end } == 1)
    #expect(end.start == PanelPoint(x: 80, y: 50))
    #expect(abs(end.translation.x - 0.4 * 112) < 1e-6)
    #expect(abs(end.estimate.velocity.x - 400) < 0.5)
  }

  @Test func `end at the first lift, and the others are ignored until they lift`() throws {
    let facts = reported([Finger(x: 50, lift: 120), Finger(x: 80, lift: 320)])
    let end = try #require(facts.last)
    #expect(end.phase == .end)
    #expect(end.instant == Instant(microseconds: 120_000))
    #expect(end.fingers == 2)
    #expect(
      abs(end.translation.x - (0.5 * 112 + 0.5 * 120) / 2) < 1e-9, "with where the other is in that frame")
  }

  @Test(arguments: [8.0, 40, 96])
  func `are one swipe even if they land one after the other`(later: Double) throws {
    let facts = reported([
      Finger(x: 50, speed: 10, lift: 300), Finger(begin: later, x: 80, speed: 400, lift: 304),
    ])
    #expect(facts.map(\.fingers).allSatisfy { $0 == 2 })
    let end = try #require(facts.last)
    #expect(end.start == PanelPoint(x: 65, y: 50), "where each of them landed")
    #expect(Set(facts.map(\.swipe.number)).count == 1)
  }

  @Test func `begin again together if one lands during their swipe`() throws {
    let facts = reported([Finger(x: 50, lift: 300), Finger(begin: 200, x: 160, lift: 304)])
    let cancel = try #require(facts.firstIndex { $0.phase == .cancel(.fingers) })
    #expect(facts[..<cancel].allSatisfy { $0.fingers == 1 && $0.swipe.number == 1 })
    #expect(facts[cancel].fingers == 1)
    #expect(facts[(cancel + 1)...].allSatisfy { $0.fingers == 2 && $0.swipe.number == 2 })
    #expect(facts[cancel].instant == facts[cancel + 1].instant && facts[cancel + 1].phase == .begin)
    let end = try #require(facts.last)
    #expect(end.phase == .end)
    #expect(
      abs(end.start.x - (50 + 128 + 160 + 28) / 2) < 1e-5, "each way counts from when the other is 60 ms old")
    #expect(end.duration == .milliseconds(104))
    #expect(end.idle == .zero)
  }

  @Test func `keep velocity and largest distance if one lands soon after the begin`() throws {
    let facts = reported([Finger(x: 50, lift: 128), Finger(begin: 24, x: 80, lift: 128)])
    let cancel = try #require(facts.firstIndex { $0.phase == .cancel(.fingers) })
    #expect(facts[cancel].instant == Instant(microseconds: 88_000))
    let end = try #require(facts.last)
    #expect(end.fingers == 2)
    #expect(abs(end.translation.x - 20) < 1e-5)
    #expect(abs(end.estimate.velocity.x - 500) < 1)
    #expect(end.excursion == facts[cancel].excursion && end.travel >= 20)
    #expect(end.duration == .milliseconds(104), "since the newest finger landed")
  }

  @Test(arguments: [(100.0, 1), (100.1, 2)])
  func `are two swipes if they land farther apart than a hand's width`(apart: Double, swipes: Int) {
    let facts = reported([Finger(x: 50), Finger(x: 50 + apart)])
    #expect(facts.count { $0.phase == .end } == swipes)
    #expect(facts.allSatisfy { $0.fingers == 3 - swipes })
  }

  @Test func `stay two swipes where two hands meet`() {
    let facts = reported([Finger(x: 50, speed: 400, lift: 200), Finger(x: 160, speed: -400, lift: 200)])
    #expect(facts.count { $0.phase == .end } == 2)
    #expect(!facts.contains { $0.phase == .cancel(.pinch) || $0.phase == .cancel(.fingers) })
  }

  @Test func `are cancelled when they move against each other more than together`() throws {
    var glass = Glass()
    glass.frame(at: 0, [(1, .landed, 50, 50), (2, .landed, 80, 50)])
    for step in 1...5 {
      let y = 50 + Double(step)
      glass.frame(at: Double(step) * 8, [(1, .moved, 50, y), (2, .moved, 80, y)])
    }
    for step in 1...20 {
      let displacement = Double(step)
      glass.frame(
        at: 40 + Double(step) * 8, [(1, .moved, 50 - displacement, 55), (2, .moved, 80 + displacement, 55)])
    }
    glass.frame(at: 300, [(1, .lifted, 30, 55), (2, .lifted, 100, 55)])
    let last = try #require(glass.log.facts.last)
    #expect(last.phase == .cancel(.pinch))
    // 7 mm against each other, 5 mm together, beyond the slop of 1.56 mm.
    #expect(last.instant == Instant(microseconds: 96_000))
    #expect(glass.deadline == nil)
  }

  @Test func `are not a pinch if one rests`() throws {
    let facts = reported([Finger(x: 50, speed: 0), Finger(x: 80, lift: 128)])
    #expect(facts.allSatisfy { $0.fingers == 2 })
    let end = try #require(facts.last)
    #expect(end.phase == .end)
    #expect(abs(end.translation.x - 0.5 * 120 / 2) < 1e-9)
  }

  @Test func `continue without one that lifts before the begin`() throws {
    let facts = reported([
      Finger(x: 50, speed: 0, lift: 48), Finger(x: 80, speed: 10, lift: 56),
      Finger(begin: 8, x: 110, speed: 50),
    ])
    #expect(facts.map(\.phase).first == .begin)
    #expect(try #require(facts.last).fingers == 1)
    #expect(try #require(facts.last).start == PanelPoint(x: 110, y: 50))
  }

  @Test func `do not join an ignored one`() throws {
    let facts = reported([
      Finger(x: 50, lift: 120), Finger(x: 80, lift: 400), Finger(begin: 200, x: 100, lift: 320),
    ])
    #expect(facts.filter { $0.phase == .end }.map(\.fingers) == [2, 1])
    #expect(!facts.contains { $0.phase == .cancel(.fingers) })
  }

  /// A thumb that holds the device, and a flick of 30 mm beside it.
  @Test(arguments: [(300.0, 2), (301, 1), (3000, 1)])
  func `do not join one that has rested for more than 300 ms`(later: Double, fingers: Int) throws {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50, finger: 1)
    glass.stroke(from: later, lasting: 80, finger: 2) { (x: $0 * 0.375, y: 0) }
    glass.frame(at: later + 100, .lifted, 50, 50, finger: 1)
    let end = try #require(glass.log.facts.last)
    #expect(end.phase == .end && glass.log.facts.allSatisfy { $0.swipe.number == 1 })
    #expect(end.fingers == fingers)
    #expect(abs(end.translation.x - 30 / Double(fingers)) < 1e-6)
  }

  @Test func `leave one that rests its own displacement, and its own swipe`() throws {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 90, finger: 1)
    glass.stroke(from: 400, lasting: 80, finger: 2) { (x: $0 / 4, y: 0) }
    for step in 1...10 {
      glass.frame(at: 600 + Double(step) * 8, .moved, 50, 90 - Double(step) * 2, finger: 1)
    }
    glass.frame(at: 690, .lifted, 50, 70, finger: 1)
    let ends = glass.log.facts.filter { $0.phase == .end }
    #expect(ends.map(\.fingers) == [1, 1])
    #expect(ends.map(\.translation) == [Translation(x: 20, y: 0), Translation(x: 0, y: -20)])
    #expect(ends.last?.duration == .milliseconds(690))
  }

  @Test func `rest from the last landing among those that are still down`() {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50, finger: 1)
    glass.frame(at: 250, .landed, 60, 50, finger: 2)
    glass.frame(at: 260, .lifted, 60, 50, finger: 2)
    glass.stroke(from: 400, lasting: 80, finger: 3) { (x: $0 / 4, y: 0) }
    #expect(glass.log.facts.last?.fingers == 1, "finger 1 has rested for 400 ms")
  }

  @Test func `join a swipe that has begun, however long ago they landed`() throws {
    let facts = reported(
      [Finger(x: 50, speed: 20, lift: 2000), Finger(begin: 1200, x: 120, speed: 20, lift: 2000)], until: 2010)
    #expect(try #require(facts.last).fingers == 2)
  }

  @Test func `are ten at most`() {
    let facts = reported((0..<12).map { Finger(x: 50 + 4 * Double($0)) })
    #expect(facts.filter { $0.phase == .end }.map(\.fingers) == [10, 2])
  }

  @Test func `do not cancel a lift in the same frame`() throws {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    for step in 1...10 { glass.frame(at: Double(step) * 8, .moved, 50 + Double(step) * 4, 50) }
    glass.frame(at: 88, [(2, .landed, 70, 50), (1, .lifted, 90, 50)])
    #expect(glass.log.phases.last == .end)
    #expect(!glass.log.phases.contains(.cancel(.fingers)))
  }

  @Test func `are lost together`() {
    var glass = Glass()
    glass.frame(at: 0, [(1, .landed, 50, 50), (2, .landed, 80, 50)])
    glass.frame(at: 8, [(1, .moved, 60, 50), (2, .moved, 90, 50)])
    glass.frame(at: 16, [(1, .lost(.palm), 60, 50), (2, .moved, 100, 50)])
    glass.frame(at: 24, [(2, .moved, 110, 50)])
    glass.frame(at: 32, [(2, .lifted, 110, 50)])
    #expect(glass.log.phases == [.begin, .update, .cancel(.palm)])
    #expect(glass.deadline == nil)
  }
}
