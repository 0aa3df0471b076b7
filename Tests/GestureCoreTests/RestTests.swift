import Testing

@testable import GestureCore

@Suite struct `A finger that rests or a panel that is late` {
  static let rates = [60.0, 120, 250]
  static let delays = Array(stride(from: 0.0, through: 125, by: 5))
  /// Far above the rule's 124.7 mm/s, in mm/s.
  private static let speed = 400.0

  /// A stroke of 90 ms at a steady speed, then a rest; the panel reports the lift `late` ms late.
  private func stroke(
    _ glass: inout Glass, number: Int, rate: Double, resting rest: Double = 0, late: Double
  ) throws -> Double {
    glass.stroke(
      from: Double(number) * 3000, lasting: 90, step: 1000 / rate, liftLate: 1000 / rate + rest + late,
      finger: UInt64(number + 1)
    ) { ($0 * Self.speed / 1000, 0) }
    let end = try #require(glass.log.facts.last)
    #expect(end.phase == .end)
    return end.estimate.velocity.x
  }

  @Test(arguments: rates, delays)
  func `keeps the flick on a panel that is known to be late`(rate: Double, late: Double) throws {
    var glass = Glass(RecognitionSettings(liftDelay: Interval(microseconds: Int64(late * 1000))))
    #expect(try stroke(&glass, number: 0, rate: rate, late: late) > 0.9 * Self.speed)
  }

  @Test(arguments: rates, delays)
  func `keeps the flick after five lifts that teach the lift delay`(rate: Double, late: Double) throws {
    var glass = Glass()
    for number in 0..<5 { _ = try stroke(&glass, number: number, rate: rate, late: late) }
    for number in 5..<12 {
      #expect(try stroke(&glass, number: number, rate: rate, late: late) > 0.9 * Self.speed)
    }
  }

  @Test(arguments: rates, [0.0, 40, 85, 125])
  func `gives no flick after a rest of 150 ms or more, known or learned`(rate: Double, late: Double) throws {
    var known = Glass(RecognitionSettings(liftDelay: Interval(microseconds: Int64(late * 1000))))
    var learned = Glass()
    for number in 0..<5 { _ = try stroke(&learned, number: number, rate: rate, late: late) }
    for (number, rest) in stride(from: 150.0, through: 1000, by: 25).enumerated() {
      #expect(try stroke(&known, number: number, rate: rate, resting: rest, late: late) == 0)
      #expect(try stroke(&learned, number: number + 5, rate: rate, resting: rest, late: late) == 0)
    }
  }

  @Test(arguments: rates)
  func `learns no lift delay from rests alone`(rate: Double) throws {
    var glass = Glass()
    for (number, rest) in stride(from: 150.0, through: 1000, by: 25).enumerated() {
      #expect(try stroke(&glass, number: number, rate: rate, resting: rest, late: 0) == 0)
    }
    let delay = glass.recognizer.liftDelay
    #expect(delay == .zero)
  }

  // MARK: Heartbeats

  /// A finger that moves 40 mm in 80 ms, then is reported as still every 8 ms for `rest` ms.
  private func glass(resting rest: Int, liftDelay: Interval?) -> Glass {
    var glass = Glass(RecognitionSettings(liftDelay: liftDelay))
    glass.frame(at: 0, .landed, 50, 50)
    for step in 1...10 { glass.frame(at: Double(step) * 8, .moved, 50 + Double(step) * 4, 50) }
    for step in 0..<(rest / 8) { glass.frame(at: 88 + Double(step) * 8, .still, 90, 50) }
    return glass
  }

  @Test(arguments: [nil, Interval.zero, .milliseconds(125)])
  func `is reported once from heartbeats, for any duration and lift delay`(liftDelay: Interval?)
    throws
  {
    var glass = glass(resting: 10_000, liftDelay: liftDelay)
    let moves = glass.log.facts.prefix { $0.translation.x < 40 }.count
    let still = glass.log.facts[(moves + 1)...]
    #expect(still.count <= 11, "what comes before 80 ms are over, and one")
    #expect(still.count { $0.estimate.velocity == .zero } == 1)
    #expect(try #require(still.last).instant <= Instant(microseconds: 168_000))
    glass.frame(at: 10_100, .lifted, 90, 50)
    let end = try #require(glass.log.facts.last)
    #expect(end.phase == .end)
    #expect(end.estimate.velocity == .zero)
  }

  @Test func `continues at its own speed after a rest with heartbeats`() throws {
    var glass = glass(resting: 800, liftDelay: nil)
    for step in 1...5 { glass.frame(at: 888 + Double(step) * 8, .moved, 90, 50 + Double(step) * 3) }
    let last = try #require(glass.log.facts.last)
    #expect(last.phase == .update)
    #expect(last.estimate.velocity.y > 300)
  }

  @Test func `is measured by the device clock, and its silence by the kernel's`() throws {
    var recognizer = Recognizer(settings: RecognitionSettings())
    var numbering = SwipeNumbering()
    var log = FactLog()
    var frame = ContactFrame()
    func play(_ report: Contact.Report, x: Double, at arrival: Int64, scanned: Int64?) {
      frame.removeAll()
      frame.instant = Instant(microseconds: arrival)
      frame.scanned = scanned.map { Instant(microseconds: $0) }
      frame.append(Contact(id: Contact.ID(number: 1), report: report, location: PanelPoint(x: x, y: 5)))
      _ = recognizer.process(&frame, numbering: &numbering, into: &log)
    }
    play(.landed, x: 10, at: 0, scanned: -500)
    for step in 1...10 {
      // Every report comes 0.3 ms later than the previous one.
      let scanned = Int64(step) * 8000
      play(.moved, x: 10 + Double(step) * 2, at: scanned + Int64(step) * 300, scanned: scanned - 500)
    }
    play(.lifted, x: 30, at: 91_000, scanned: 90_000)
    let end = try #require(log.facts.last)
    #expect(abs(end.estimate.velocity.x - 250) < 0.1)
    #expect(end.age == .milliseconds(8))
    #expect(end.duration == .milliseconds(91))
  }
}
