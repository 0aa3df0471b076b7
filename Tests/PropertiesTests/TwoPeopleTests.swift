import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Recordings
import TestKit
import Testing

@Suite struct `Two people at one screen` {
  /// A panel of 55 inches, with a unit of a tenth of a millimetre.
  private static var device: PanelDescription {
    var device = PanelDescription()
    device.name = "55 inches"
    device.properties = 1 << UInt64(EventCode.propDirect)
    device.keys = [EventCode.btnTouch]
    device.axes = [
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 19),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 12100, resolution: 10),
      EventCode.mtPositionY: AxisRange(minimum: 0, maximum: 6800, resolution: 10),
    ]
    return device
  }

  /// Random swipes of one to five fingers, each of which lands and lifts separately, with or
  /// without a rest before the lift, at least 200 mm apart and at about the same time; a debug
  /// build tries a part.
  @Test func `each get the decision that they get alone, over 10,000 pairs`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    let panel = LibraryPanel(Self.device)
    var ends = 0
    var commits = 0
    for seed in first..<(first + UInt64(trials(10_000, debug: 100))) {
      var generator = SplitMix64(seed: seed)
      let (one, other) = pair(on: panel.extent, &generator)
      let period = Interval(microseconds: .random(in: 5000...20_000, using: &generator))
      let alone = try [one, other].map { try reported([$0], on: panel, period: period) }
      let together = try reported([one, other], on: panel, period: period)
      // The start of each line shows which of the two hands it belongs to.
      let shares = alone.map { reported in
        together.filter { line in reported.contains { $0.start == line.start } }
      }
      // If one hand makes two swipes, because its fingers are far apart, either may be reported
      // first.
      let expected = alone.flatMap { $0.sorted(by: Line.isBefore) }
      let found = shares.flatMap { $0.sorted(by: Line.isBefore) }
      guard found == expected, found.count == together.count else {
        let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let pair =
          index.map { "\(found[$0]) and alone \(expected[$0])" }
          ?? "\(found.count) and \(expected.count) lines"
        Issue.record("seed \(seed), line \(index ?? -1): \(pair); \(together.count) in all")
        return
      }
      ends += together.count { $0.phase == .end }
      commits += together.count { $0.decision.contains(.commit) }
    }
    #expect(ends > trials(10_000, debug: 100), "\(ends) ends of pairs are too few to conclude from")
    #expect(commits > trials(1000, debug: 10))
  }

  /// One hand: the positions of its fingers at each moment.
  private struct Hand {
    /// The number of its first finger.
    var number: Int
    var begin: Instant
    var fingers: [Finger]

    struct Finger {
      var landed: Interval
      var held: Interval
      var stroke: FingerStroke

      /// The position of the hand; nil while it is not down.
      func position(at elapsed: Interval) -> PanelPoint? {
        let down = Interval(microseconds: elapsed.microseconds - landed.microseconds)
        guard down >= .zero, down <= stroke.contactDuration + held else { return nil }
        return stroke.location(at: min(down, stroke.contactDuration))
      }
    }

    /// Positions on the paths of its fingers.
    var trace: [PanelPoint] {
      fingers.flatMap { finger in
        (0...10).map {
          finger.stroke.start + (finger.stroke.target - finger.stroke.start) * (Double($0) / 10)
        }
      }
    }
  }

  private func pair(on glass: Extent, _ generator: inout SplitMix64) -> (Hand, Hand) {
    while true {
      let (one, other) = (hand(0, on: glass, &generator), hand(10, on: glass, &generator))
      let apart = one.trace.lazy.flatMap { point in other.trace.lazy.map { (point - $0).length } }.min() ?? 0
      // Between the positions of the traces there are up to 30 mm.
      if apart >= 230 { return (one, other) }
    }
  }

  private func hand(_ number: Int, on glass: Extent, _ generator: inout SplitMix64) -> Hand {
    let displacement = Translation(
      x: .random(in: -140...140, using: &generator), y: .random(in: -140...140, using: &generator))
    let middle = PanelPoint(
      x: .random(in: 100...(glass.width - 100), using: &generator),
      y: .random(in: 100...(glass.height - 100), using: &generator))
    // At most 2.3 m/s, because a panel accepts at most 3 m/s from a hand that starts.
    let duration = Interval.milliseconds(.random(in: 180...900, using: &generator))
    let share = Bool.random(using: &generator) ? 1 : Double.random(in: 0.4...0.8, using: &generator)
    let isHeld = Int.random(in: 0..<4, using: &generator) == 0
    let fingers = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      let start = PanelPoint(
        x: middle.x + .random(in: -40...40, using: &generator),
        y: middle.y + .random(in: -40...40, using: &generator))
      return Hand.Finger(
        landed: .milliseconds(.random(in: 0...60, using: &generator)),
        held: .milliseconds(isHeld ? .random(in: 0...400, using: &generator) : 0),
        stroke: FingerStroke(
          start: start, target: start + displacement * .random(in: 0.9...1.1, using: &generator),
          duration: duration,
          liftShare: share))
    }
    let begin = Instant(microseconds: 5_000_000 + .random(in: 0...400_000, using: &generator))
    return Hand(number: number, begin: begin, fingers: fingers)
  }

  /// The fields of a swipe that must not depend on another hand: the decision, the displacement and
  /// the velocity.
  private struct Line: Equatable {
    var phase: SwipePhase
    var instant: Instant
    var fingers: Int
    var decision: [Arm]
    var direction: Direction?
    var start: PanelPoint
    var translation: Translation
    var estimate: VelocityEstimate

    static func isBefore(_ one: Line, _ other: Line) -> Bool {
      (one.instant.microseconds, one.start.x, one.start.y)
        < (other.instant.microseconds, other.start.x, other.start.y)
    }

    enum Arm { case flick, commit, distance, velocity }

    init(_ fact: borrowing SwipeFact, by rule: DecisionRule) {
      let decision = rule.decide(fact)
      (phase, instant, fingers) = (fact.phase, fact.instant, fact.fingers)
      let arms: [(Arm, Bool)] = [
        (.flick, decision.kind == .flick), (.commit, decision.commit), (.distance, decision.by.distance),
        (.velocity, decision.by.velocity),
      ]
      self.decision = arms.filter(\.1).map(\.0)
      direction = decision.direction
      (start, translation, estimate) = (fact.start, fact.translation, fact.estimate)
    }
  }

  private struct Log: SwipeSink, ~Copyable {
    let rule: DecisionRule
    var lines: [Line] = []

    mutating func receive(_ fact: borrowing SwipeFact) {
      lines.append(Line(fact, by: rule))
    }
  }

  /// The facts about hands on a panel that scans at fixed moments, independent of the touches.
  private func reported(_ hands: [Hand], on panel: LibraryPanel, period: Interval) throws -> [Line] {
    let setup = try panel.setup()
    let pipeline = PanelPipeline(setup)
    var writer = try PanelWriter(panel)
    var numbering = SwipeNumbering()
    var log = Log(rule: setup.rule)
    var now = Instant(microseconds: 5_000_000)
    while now < Instant(microseconds: 7_200_000) {
      var down: [PanelWriter.Finger] = []
      for hand in hands {
        for (number, finger) in hand.fingers.enumerated() {
          guard let position = finger.position(at: now - hand.begin) else { continue }
          down.append(PanelWriter.Finger(hand.number + number, position))
        }
      }
      pipeline.advance(to: now, numbering: &numbering, into: &log)
      for event in writer.scan(down, at: now) { pipeline.consume(event, numbering: &numbering, into: &log) }
      now = now + period
    }
    try #require(pipeline.counts.message.contactsDown == 0)
    return log.lines
  }
}
