import Testing

@testable import GestureCore

@Suite struct `A recogniser` {
  @Test func `reports nothing for a tap`() {
    var glass = Glass()
    glass.stroke(lasting: 80) { _ in (0.4, 0.2) }
    #expect(glass.log.facts.isEmpty)
    #expect(glass.deadline == nil)
  }

  /// Such a contact once stayed for 30 s, joined the next finger, and was never released.
  @Test(arguments: [[0, 1], [1, 0]])
  func `forgets a contact that lifts in the frame of its landing`(order: [Int]) throws {
    let lines: [(UInt64, Contact.Report, Double, Double)] = [
      (1, .landed, 60, 50), (1, order[0] == 0 ? .lifted : .lost(.ghost), 60, 50),
    ]
    let tap = order.map { lines[$0] }
    var glass = Glass()
    glass.frame(at: 0, tap)
    #expect(glass.deadline == nil)
    glass.stroke(from: 50, lasting: 80, finger: 2) { time in (time, 0) }
    let end = try #require(glass.log.facts.last)
    #expect(end.phase == .end && end.fingers == 1 && end.translation == Translation(x: 80, y: 0))
    #expect(end.idle == .milliseconds(50))
    // Beside a swipe, it ends nothing.
    glass.frame(at: 1000, .landed, 50, 50, finger: 3)
    for frame in 1...10 {
      glass.frame(at: 1000 + Double(frame) * 8, .moved, 50 + Double(frame) * 4, 50, finger: 3)
    }
    let count = glass.log.facts.count
    glass.frame(at: 1088, tap.map { (4, $0.1, $0.2, $0.3) })
    #expect(glass.log.facts.count == count)
    glass.frame(at: 1096, .lifted, 94, 50, finger: 3)
    #expect(glass.log.phases.last == .end && glass.deadline == nil)
  }

  @Test func `begins a swipe when the displacement passes the slop, not the path`() {
    var glass = Glass()
    // 20 mm of path within a radius of 1 mm.
    glass.stroke(lasting: 160) { time in Int(time / 8) % 2 == 0 ? (0, 0) : (1, 0) }
    #expect(glass.log.facts.isEmpty)
    glass.stroke(from: 1000, lasting: 160) { time in (time / 8 * 0.2, 0) }
    #expect(glass.log.phases.first == .begin)
    #expect(abs(glass.log.facts[0].translation.x - 1.6) < 1e-9, "the slop is part of the translation")
  }

  @Test func `reports begin, an update per frame and one end`() {
    var glass = Glass()
    glass.stroke(lasting: 80) { time in (time, 0) }
    #expect(glass.log.phases == [.begin] + Array(repeating: .update, count: 9) + [.end])
    let end = glass.log.facts[10]
    #expect(end.translation == Translation(x: 80, y: 0))
    #expect(end.location == PanelPoint(x: 130, y: 50))
    #expect(abs(end.estimate.velocity.x - 1000) < 0.01)
    #expect(end.duration == .milliseconds(88))
    #expect(end.age == .milliseconds(8))
    #expect(end.instant == Instant(microseconds: 88_000))
  }

  @Test(arguments: [(late: 14.7, isFlick: true), (80, true), (80.001, false), (123.5, false)])
  func `treats silence as a late lift up to 80 ms, as rest beyond`(late: Double, isFlick: Bool) throws {
    var glass = Glass()
    glass.stroke(lasting: 80, liftLate: late) { time in (time, 0) }
    let end = try #require(glass.log.facts.last)
    #expect(end.phase == .end)
    #expect((end.estimate.velocity != .zero) == isFlick)
    #expect(end.age == Interval(microseconds: Int64(late * 1000)))
  }

  @Test func `waits longer on a panel that is known to report lifts late`() throws {
    var settings = RecognitionSettings()
    settings.liftDelay = .milliseconds(70)
    var glass = Glass(settings)
    glass.stroke(lasting: 80, liftLate: 123.5) { time in (time, 0) }
    #expect(try #require(glass.log.facts.last).estimate.velocity.x > 900)
    glass.stroke(from: 1000, lasting: 80, liftLate: 151, finger: 2) { time in (time, 0) }
    #expect(try #require(glass.log.facts.last).estimate.velocity == .zero)
  }

  @Test
  func `emits one update with velocity 0 for a rest, timestamped when it became certain`() {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    for frame in 1...10 { glass.frame(at: Double(frame) * 8, .moved, 50 + Double(frame) * 4, 50) }
    #expect(glass.deadline == Instant(microseconds: 160_001))
    let before = glass.log.facts.count
    glass.deadline = glass.recognizer.advance(to: Instant(microseconds: 160_000), into: &glass.log)
    #expect(glass.log.facts.count == before)
    glass.deadline = glass.recognizer.advance(to: Instant(microseconds: 900_000), into: &glass.log)
    #expect(glass.log.facts.count == before + 1)
    #expect(glass.log.facts[before].phase == .update)
    #expect(glass.log.facts[before].instant == Instant(microseconds: 160_001))
    #expect(glass.log.facts[before].estimate.velocity == .zero)
  }

  @Test func `reports the first movement after a rest at its own speed`() throws {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    glass.frame(at: 8, .moved, 54, 50)
    for frame in 0...2 { glass.frame(at: 600 + Double(frame) * 10, .moved, 59 + 5 * Double(frame), 50) }
    #expect(abs(try #require(glass.log.facts.last).estimate.velocity.x - 500) < 60)
  }

  @Test func `has no velocity below three millimetres of displacement`() throws {
    var glass = Glass()
    glass.stroke(lasting: 16) { time in (time * 0.18, 0) }
    #expect(try #require(glass.log.facts.last).estimate.velocity == .zero)
    glass.stroke(from: 500, lasting: 16, finger: 2) { time in (time * 0.19, 0) }
    #expect(try #require(glass.log.facts.last).estimate.velocity.x > 150)
  }

  /// A fingertip that rolls in a tap: it moves out, and back as fast as a flick.
  @Test(arguments: [(out: 2.5, back: 5.8, counts: false), (4, 7.9, false), (2, 8.2, true), (6.5, 9.8, true)])
  func `has no velocity within six millimetres of the landing after a turn`(
    out: Double, back: Double, counts: Bool
  ) throws {
    var glass = Glass()
    glass.stroke(lasting: 96) { time in (time < 48 ? out * time / 48 : out - back * (time - 48) / 48, 0) }
    let velocity = try #require(glass.log.facts.last).estimate.velocity
    #expect((velocity.x < -100) == counts)
    #expect((velocity == .zero) != counts)
  }

  @Test func `cancels a contact whose lift is missing, and ignores it until it lifts`() {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    glass.frame(at: 8, .moved, 60, 50)
    _ = glass.recognizer.advance(to: Instant(microseconds: 60_000_000), into: &glass.log)
    #expect(glass.log.phases == [.begin, .update, .cancel(.stale)])
    #expect(glass.log.facts[2].instant == Instant(microseconds: 30_008_000))
    glass.frame(at: 61_000, .moved, 90, 50)
    glass.frame(at: 61_008, .lifted, 90, 50)
    #expect(glass.log.facts.count == 3)
    glass.stroke(from: 62_000, lasting: 80, finger: 2) { time in (time, 0) }
    #expect(glass.log.phases.last == .end)
  }

  @Test func `does not cancel a slow drag of a minute`() {
    var glass = Glass()
    glass.stroke(lasting: 60_000, step: 20) { time in (time / 1000, 0) }
    #expect(glass.log.phases.last == .end)
  }

  @Test(arguments: [CancelReason.palm, .dropped, .unplugged, .shutdown])
  func `cancels with the reason of a lost contact and never decides`(reason: CancelReason) {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    glass.frame(at: 8, .moved, 60, 50)
    glass.frame(at: 16, .lost(reason), 60, 50)
    #expect(glass.log.phases == [.begin, .cancel(reason)])
    #expect(glass.deadline == nil)
  }

  @Test func `reports nothing for a contact that is lost before its swipe begins`() {
    var glass = Glass()
    glass.frame(at: 0, .landed, 50, 50)
    glass.frame(at: 16, .lost(.dropped), 50, 50)
    #expect(glass.log.facts.isEmpty)
  }

  @Test func `follows each of many distant contacts separately`() {
    var glass = Glass()
    let fingers = UInt64(1)...10
    glass.frame(at: 0, fingers.map { ($0, .landed, Double($0) * 101, 50) })
    for frame in 1...10 {
      glass.frame(
        at: Double(frame) * 8, fingers.map { ($0, .moved, Double($0) * 101, 50 + Double(frame) * Double($0)) }
      )
    }
    glass.frame(at: 88, fingers.map { ($0, .lifted, Double($0) * 101, 50 + 10 * Double($0)) })
    let ends = glass.log.facts.filter { $0.phase == .end }
    #expect(ends.map(\.translation.y) == fingers.map { 10 * Double($0) })
    #expect(Set(ends.map(\.swipe.number)).count == 10)
    for (end, finger) in zip(ends, fingers) {
      #expect(abs(end.estimate.velocity.y - 125 * Double(finger)) < 0.5)
    }
  }

  @Test func `follows 64 contacts and ignores the rest`() {
    var glass = Glass()
    let fingers = UInt64(1)...70
    glass.frame(at: 0, fingers.map { ($0, .landed, Double($0) * 101, 50) })
    glass.frame(at: 8, fingers.map { ($0, .moved, Double($0) * 101, 60) })
    glass.frame(at: 16, fingers.map { ($0, .lifted, Double($0) * 101, 60) })
    #expect(glass.log.facts.filter { $0.phase == .end }.count == 64)
    glass.stroke(from: 100, lasting: 80, finger: 99) { time in (time, 0) }
    #expect(glass.log.phases.last == .end)
  }

  @Test func `reports how long the panel was idle before`() {
    var glass = Glass()
    glass.stroke(lasting: 80) { time in (time, 0) }
    glass.stroke(from: 1000, lasting: 80, finger: 2) { time in (time, 0) }
    let ends = glass.log.facts.filter { $0.phase == .end }
    #expect(ends[0].idle == nil)
    #expect(ends[1].idle == .milliseconds(1000 - 88))
  }

  @Test func `measures velocity by the device clock, with more confidence`() throws {
    /// The last update of a throw of 400 mm/s with kernel timestamps up to 3 ms late.
    func update(hasClock: Bool) throws -> SwipeFact {
      var glass = Glass()
      for scan in 0...12 {
        let time = Double(scan) * 8
        let late = scan % 2 == 0 ? 0.0 : 3
        glass.frame(
          at: time + late, scanned: hasClock ? time : nil, scan == 0 ? .landed : .moved, 50 + 0.4 * time, 50)
      }
      return try #require(glass.log.facts.last)
    }
    let clocked = try update(hasClock: true)
    let unclocked = try update(hasClock: false)
    #expect(abs(clocked.estimate.velocity.x - 400) < 0.01)
    #expect(abs(unclocked.estimate.velocity.x - 400) > 1)
    #expect(clocked.estimate.confidence > unclocked.estimate.confidence)
    #expect(clocked.instant == unclocked.instant, "reported times stay on the kernel's clock")
  }
}
