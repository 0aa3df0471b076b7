import TestKit
import Testing

@testable import GestureCore

@Suite struct `A gap in the reports of a swipe` {
  private static let settings = RecognitionSettings(bridgeGaps: .milliseconds(50))

  /// A drag of `speed` mm/s from 50 mm, without reports from `lift` to `landing`, and then as
  /// contact 2.
  private func drag(
    _ settings: RecognitionSettings = settings, speed: Double = 100, lift: Double = 200, gap: Double,
    off: Double = 0, end: Double = 600
  ) -> [SwipeFact] {
    var glass = Glass(settings)
    func x(_ time: Double) -> Double { 50 + speed * time / 1000 }
    for time in stride(from: 0, to: lift, by: 10) {
      glass.frame(at: time, time == 0 ? .landed : .moved, x(time), 50)
    }
    glass.frame(at: lift, .lifted, x(lift - 10), 50)
    for time in stride(from: lift + gap, to: end, by: 10) {
      glass.frame(at: time, time == lift + gap ? .landed : .moved, x(time) + off, 50, finger: 2)
    }
    glass.frame(at: end, .lifted, x(end - 10) + off, 50, finger: 2)
    _ = glass.recognizer.advance(to: Instant(microseconds: 2_000_000), into: &glass.log)
    return glass.log.facts
  }

  @Test(arguments: [(10.0, true), (49, true), (50, false), (51, false)])
  func `is bridged if it is shorter than the setting`(gap: Double, isBridged: Bool) throws {
    let facts = drag(gap: gap)
    #expect(facts.count { $0.phase == .end } == (isBridged ? 1 : 2))
    let end = try #require(facts.last)
    #expect(abs(end.location.x - 50 - 0.1 * (end.instant.microseconds == 600_000 ? 590 : 190)) < 1.1)
    if isBridged {
      #expect(abs(end.translation.x - 59) < 1.1 && end.duration == .milliseconds(600))
      #expect(facts.allSatisfy { $0.swipe.number == 1 })
      #expect(!facts.contains { $0.phase == .update && $0.estimate.velocity == .zero && $0.travel > 5 })
      #expect(abs(end.estimate.velocity.x - 100) < 2)
    }
  }

  @Test func `is not bridged by default`() {
    #expect(drag(RecognitionSettings(), gap: 10).count { $0.phase == .end } == 2)
  }

  @Test(arguments: [(4.9, true), (5.1, false), (-4.9, true), (-5.1, false)])
  func `is bridged only near where the finger would be by its velocity`(off: Double, isBridged: Bool) {
    // 1 m/s: 30 mm beyond the last report.
    #expect(drag(speed: 300, gap: 40, off: off, end: 300).count { $0.phase == .end } == (isBridged ? 1 : 2))
  }

  @Test func `is not bridged before the swipe has travelled 6 mm, because it may be a tap`() {
    #expect(drag(speed: 100, lift: 60, gap: 10).count { $0.phase == .end } == 2)
    #expect(drag(speed: 100, lift: 80, gap: 10).count { $0.phase == .end } == 1)
  }

  @Test func `sends the end as of the lift if no finger lands`() throws {
    func ends(_ settings: RecognitionSettings) throws -> SwipeFact {
      var glass = Glass(settings)
      glass.stroke(lasting: 80, liftLate: 20) { (x: $0 / 2, y: 0) }
      #expect(glass.deadline == (settings.bridgeGaps > .zero ? Instant(microseconds: 150_000) : nil))
      glass.frame(at: 120, .landed, 200, 50, finger: 2)
      _ = glass.recognizer.advance(to: Instant(microseconds: 1_000_000), into: &glass.log)
      return try #require(glass.log.facts.last { $0.phase == .end })
    }
    let (now, later) = (try ends(RecognitionSettings()), try ends(Self.settings))
    #expect(now.instant == later.instant && now.translation == later.translation)
    #expect(now.estimate == later.estimate && now.age == later.age && now.duration == later.duration)
  }

  @Test func `sends the end at once if the panel is lost`() {
    var glass = Glass(Self.settings)
    glass.stroke(lasting: 80) { (x: $0 / 2, y: 0) }
    #expect(glass.log.phases.last == .update)
    let deadline = glass.recognizer.endGaps(into: &glass.log)
    #expect(glass.log.phases.last == .end && deadline == nil)
    glass.stroke(from: 200, lasting: 80, finger: 2) { (x: $0 / 2, y: 0) }
    #expect(glass.log.facts.last?.swipe.number == 2)
  }

  @Test func `teaches no lift delay if it is bridged, and the usual one if it is not`() {
    for isBridged in [true, false] {
      var glass = Glass(Self.settings)
      var finger: UInt64 = 0
      for number in 0..<6 {
        let begin = Double(number) * 1000
        finger += 1
        glass.stroke(from: begin, lasting: 80, liftLate: 30, finger: finger) { (x: $0 / 2, y: 0) }
        guard isBridged else { continue }
        finger += 1
        glass.frame(at: begin + 118, .landed, 110, 50, finger: finger)
        for step in 0..<20 {
          glass.frame(at: begin + 126 + 8 * Double(step), .moved, 112, 50, finger: finger)
        }
        glass.frame(at: begin + 400, .lifted, 112, 50, finger: finger)
      }
      _ = glass.recognizer.advance(to: Instant(microseconds: 9_000_000), into: &glass.log)
      let delay = glass.recognizer.learnedLiftDelay
      #expect(delay == (isBridged ? nil : .milliseconds(30)))
    }
  }

  @Test func `is bridged by the nearest finger, and any other swipes by itself`() {
    var glass = Glass(Self.settings)
    glass.stroke(lasting: 80) { (x: $0 / 2, y: 0) }
    glass.frame(at: 108, [(2, .landed, 104, 54), (3, .landed, 104, 51)])
    for step in 1...10 {
      let displacement = Double(step) * 4
      glass.frame(
        at: 108 + Double(step) * 8,
        [(2, .moved, 104, 54 + displacement), (3, .moved, 104 + displacement, 51)])
    }
    glass.frame(at: 196, [(2, .lifted, 104, 94), (3, .lifted, 144, 51)])
    _ = glass.recognizer.advance(to: Instant(microseconds: 9_000_000), into: &glass.log)
    let first = glass.log.facts.filter { $0.swipe.number == 1 }
    #expect(first.last?.location.x == 144 || first.contains { $0.phase == .cancel(.fingers) })
    #expect(first.allSatisfy { $0.location.y < 52 })
  }

  @Test(arguments: [(false, true), (true, false)])
  func `is not bridged where a contact must not be followed`(lift: Bool, landing: Bool) {
    var lines: [(time: Int64, id: UInt64, report: Contact.Report, x: Double, isPrivate: Bool)] = []
    for step in 0...10 {
      lines.append((Int64(step) * 8, 1, step == 0 ? .landed : .moved, Double(step) * 4, false))
    }
    lines.append((88, 1, .lifted, 40, lift))
    lines.append((96, 2, .landed, 48, landing))
    var glass = Glass(Self.settings)
    var frame = ContactFrame()
    for line in lines {
      frame.removeAll()
      frame.instant = Instant(microseconds: line.time * 1000)
      var contact = Contact(
        id: Contact.ID(number: line.id), report: line.report, location: PanelPoint(x: line.x, y: 5))
      contact.isPrivate = line.isPrivate
      frame.append(contact)
      _ = glass.recognizer.process(&frame, numbering: &glass.numbering, into: &glass.log)
    }
    _ = glass.recognizer.endGaps(into: &glass.log)
    #expect(glass.log.phases.last == .end && glass.log.facts.last?.location.x == 40)
  }
}
