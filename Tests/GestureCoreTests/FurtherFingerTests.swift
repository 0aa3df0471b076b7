import TestKit
import Testing

@testable import GestureCore

@Suite struct `A further finger beside a swipe` {
  /// Keeps the facts of contacts and swipes, each as one line.
  private struct Log: SwipeSink, ~Copyable {
    var lines: [String] = []
    var swipes: [SwipeFact] = []

    mutating func receive(_ fact: borrowing SwipeFact) {
      lines.append(
        "\(fact.phase) \(fact.swipe.number) \(fact.instant.microseconds) \(fact.translation) "
          + "\(fact.estimate.velocity) \(fact.excursion) \(fact.age.microseconds) \(String(describing: fact.idle))"
      )
      swipes.append(copy fact)
    }

    mutating func receive(_ fact: borrowing ContactFact) {
      lines.append("\(fact.change) contact \(fact.contact.number) at \(fact.instant.microseconds)")
    }
  }

  /// A drag of 40 mm in 400 ms with a report every 8 ms, and further contacts.
  private struct Played: ~Copyable {
    var recognizer = Recognizer(settings: RecognitionSettings())
    var numbering = SwipeNumbering()
    var log = Log()
    var deadline: Instant?
    private var frame = ContactFrame()

    mutating func play(
      _ touches: [(id: UInt64, from: Double, to: Double, lifts: Contact.Report, x: Double, speed: Double)]
    ) {
      let times = Set(
        touches.flatMap { touch in
          stride(from: touch.from, through: touch.to, by: 8) + [touch.to]
        })
      for time in times.sorted() {
        frame.removeAll()
        frame.instant = Instant(microseconds: Int64(time * 1000))
        for touch in touches where time >= touch.from && time <= touch.to {
          let x = touch.x + touch.speed * (time - touch.from) / 1000
          frame.append(
            Contact(
              id: Contact.ID(number: touch.id),
              report: time == touch.to ? touch.lifts : time == touch.from ? .landed : .moved,
              location: PanelPoint(x: x, y: 50 + 15 * Double(touch.id))))
        }
        deadline = recognizer.process(&frame, numbering: &numbering, into: &log)
      }
    }
  }

  @Test(arguments: [0.0, 1, 8, 23, 46, 59.9], [Contact.Report.lifted, .lost(.palm)])
  func `was never there if it ends before it is 60 ms old`(age: Double, report: Contact.Report) {
    var alone = Played()
    alone.play([(1, 0, 400, .lifted, 50, 100)])
    for begin in [120.0, 203, 336] {
      for speed in [0.0, 400, -400] {
        var played = Played()
        played.play([(1, 0, 400, .lifted, 50, 100), (2, begin, begin + max(age, 1), report, 80, speed)])
        let ends = [played.log.swipes.last, alone.log.swipes.last].compactMap(\.self)
        #expect(ends.map(\.phase) == [.end, .end] && ends[0].instant == ends[1].instant)
        #expect((ends[0].translation - ends[1].translation).length < 1e-9, "at \(begin), \(speed) mm/s")
        #expect(abs(ends[0].estimate.velocity.x - ends[1].estimate.velocity.x) < 0.01)
        #expect(
          played.log.lines.filter { $0.contains("contact") }
            == alone.log.lines.filter { $0.contains("contact") })
        #expect(played.log.swipes.filter { $0.phase != .update }.count == 2)
      }
    }
  }

  @Test func `is a tap of its own if it lands and lifts in one frame far from the swipe`() {
    var glass = Played()
    var frame = ContactFrame()
    func contact(_ id: UInt64, _ report: Contact.Report, _ x: Double) -> Contact {
      Contact(id: Contact.ID(number: id), report: report, location: PanelPoint(x: x, y: 50))
    }
    frame.append(contact(1, .landed, 50))
    _ = glass.recognizer.process(&frame, numbering: &glass.numbering, into: &glass.log)
    frame.removeAll()
    frame.instant = Instant(microseconds: 8000)
    frame.append(contact(1, .moved, 60))
    for (id, x) in [(UInt64(2), 90.0), (3, 260)] {
      frame.append(contact(id, .landed, x))
      frame.append(contact(id, .lifted, x))
    }
    _ = glass.recognizer.process(&frame, numbering: &glass.numbering, into: &glass.log)
    #expect(glass.log.lines.filter { $0.contains("contact 2") } == [])
    #expect(glass.log.lines.filter { $0.contains("contact 3") }.count == 2)
  }

  @Test func `is reported when it is 60 ms old, at that time`() {
    var glass = Played()
    glass.play([(1, 0, 200, .lifted, 50, 100), (2, 99, 180, .lifted, 80, 0)])
    #expect(glass.log.lines.contains("landed contact 2 at 159000"))
    #expect(glass.log.lines.contains("lifted contact 2 at 180000"))
    #expect(glass.log.swipes.last?.phase == .end && glass.log.swipes.last?.fingers == 1)
  }

  @Test func `has a deadline when it becomes 60 ms old`() {
    var glass = Glass()
    glass.stroke(lasting: 40, liftLate: 8) { (x: $0, y: 0) }
    glass.frame(at: 100, .landed, 50, 50, finger: 2)
    glass.frame(at: 108, .moved, 60, 50, finger: 2)
    glass.frame(at: 116, .landed, 90, 50, finger: 3)
    #expect(glass.deadline == Instant(microseconds: 176_000))
    glass.frame(at: 120, .moved, 62, 50, finger: 2)
    glass.frame(at: 150, .lifted, 90, 50, finger: 3)
    #expect(glass.deadline ?? Instant(microseconds: 0) > Instant(microseconds: 176_000))
  }

  @Test func `does not hinder the learning of the lift delay`() {
    var glass = Glass()
    for number in 0..<5 {
      let begin = Double(number) * 1000
      let finger = UInt64(2 * number + 1)
      for step in 0...10 {
        let time = begin + Double(step) * 8
        glass.frame(at: time, step == 0 ? .landed : .moved, 50 + Double(step) * 4, 50, finger: finger)
        if step == 4 { glass.frame(at: time + 1, .landed, 90, 90, finger: finger + 1) }
        if step == 8 { glass.frame(at: time + 1, .lifted, 90, 90, finger: finger + 1) }
      }
      glass.frame(at: begin + 120, .lifted, 90, 50, finger: finger)
    }
    let delay = glass.recognizer.learnedLiftDelay
    #expect(delay == .milliseconds(40))
  }

  /// The content as clients draw it: a begin catches it where it is, without the slop.
  @Test func `neither freezes nor moves the content by a jump, whenever it lands and however it moves`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let speeds = [Double.random(in: 60...800, using: &generator), .random(in: 0...800, using: &generator)]
      let begin = Double.random(in: 40...250, using: &generator)
      var glass = Played()
      glass.play([
        (1, 0, 500, .lifted, 50, speeds[0]),
        (2, begin, 500, .lifted, 60 + speeds[0] * begin / 1000, speeds[1]),
      ])
      var (content, base, isHeld) = (0.0, 0.0, false)
      var last: [Int64: Double] = [:]
      for fact in glass.log.swipes {
        if fact.phase == .begin { base = content - 10 * millimetersPerPoint }
        isHeld = fact.phase == .begin || fact.phase == .update
        if isHeld { content = base + fact.translation.x }
        last[fact.instant.microseconds] = content
      }
      let steps = last.sorted { $0.key < $1.key }
      let ranges = zip(steps, steps.dropFirst()).map { ($1.value - $0.value, Double($1.key - $0.key) / 1e6) }
      let (maxSpeed, minSpeed) = (speeds.max() ?? 0, min(speeds[0], (speeds[0] + speeds[1]) / 2))
      for (step, time) in ranges.dropLast() {
        // The timestamps are whole microseconds.
        let slack = 10 * millimetersPerPoint + 2e-3
        #expect(
          step <= maxSpeed * time + 2e-3 && step >= minSpeed * time - slack,
          "\(seed), \(speeds), \(begin): \(step)")
      }
      let share = speeds[1] / speeds[0]
      guard share < 0.4 || share > 0.6 else { continue }
      let cancels = glass.log.swipes.count { $0.phase == .cancel(.fingers) }
      #expect(cancels == (share > 0.5 ? 1 : 0), "\(seed), \(speeds), \(begin)")
    }
  }

  @Test func `ends the swipe by a pinch if both move against each other`() {
    var glass = Played()
    glass.play([(1, 0, 500, .lifted, 50, 100), (2, 203, 500, .lifted, 130, -150)])
    #expect(glass.log.swipes.map(\.phase).filter { $0 != .update } == [.begin, .cancel(.pinch)])
    let contact = glass.log.lines.filter { $0.contains("contact 2") }
    #expect(contact.count == 2 && contact.last?.hasPrefix("lost") == true, "\(contact)")
  }

  @Test func `swipes by itself if there are ten already`() {
    var glass = Played()
    var touches = (1...10).map { (UInt64($0), 0.0, 400.0, Contact.Report.lifted, 50 + Double($0), 100.0) }
    touches.append((11, 200, 400, .lifted, 60, 300))
    glass.play(touches)
    #expect(glass.log.swipes.filter { $0.phase == .begin }.map(\.fingers) == [10, 1])
  }
}
