import PanelTuning
import Recordings
import Testing

@testable import GestureCore

@Suite struct `Error rates` {
  private func stroke(
    _ label: RecordingLabel, _ length: Double, _ speed: Double, travel: Double? = nil
  ) -> LabelledStroke {
    LabelledStroke(
      label: label, person: "anna",
      lift: .init(
        translation: Translation(x: length, y: 0), velocity: Velocity(x: speed, y: 0),
        travel: travel ?? length, duration: .milliseconds(100)),
      rule: MadePeople.rule)
  }

  private func tap() -> LabelledStroke {
    LabelledStroke(label: .tap, person: "anna", lift: nil, rule: MadePeople.rule)
  }

  /// Values of a table of Wilson's interval.
  @Test(arguments: [
    (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1000, 0.0002, 0.0056),
  ])
  func `have Wilson's interval`(count: Int, trials: Int, low: Double, high: Double) {
    let share = ObservedShare(count, of: trials)
    #expect(abs(share.low - low) < 1e-4 && abs(share.high - high) < 1e-4, "\(share.low) \(share.high)")
  }

  @Test func `have no share and the widest interval without strokes`() {
    let share = ObservedShare(0, of: 0)
    #expect(share.share == nil && share.low == 0 && share.high == 1)
  }

  @Test func `compare each criterion with what people meant`() {
    let strokes = [
      stroke(.flick, 20, 400), stroke(.flick, 20, 60), stroke(.drag, 50, 0), stroke(.drag, 20, 0),
      stroke(.drag, 50, 300), stroke(.tap, 8, 200), tap(), stroke(.scroll, 90, 900),
    ]
    let rates = CriterionRates.all(of: strokes, with: .present)
    func counts(_ criterion: JudgedCriterion) -> [Int] {
      rates.filter { $0.criterion == criterion }
        .flatMap { [$0.caught.count, $0.caught.trials, $0.mistaken.count, $0.mistaken.trials] }
    }
    #expect(counts(.distance) == [2, 3, 0, 2])
    #expect(counts(.velocity) == [1, 2, 2, 5])
    #expect(counts(.rule) == [3, 5, 1, 2])
    #expect(counts(.predicted) == [2, 5, 0, 2])
  }

  @Test func `do not count the speed of a stroke below the smallest travel of a flick`() {
    let short = stroke(.flick, 5, 400)
    #expect(!short.commits(with: .present))
    #expect(short.commits(with: RuleThresholds(travelThreshold: 4)))
    #expect(stroke(.flick, 2, 400, travel: 7).commits(with: .present))
  }

  @Test func `cover the plane of D and S`() {
    let strokes = [stroke(.flick, 20, 120), stroke(.drag, 35, 0), tap()]
    let plane = ErrorPlane(of: strokes, distances: [30, 40], speeds: [100, 200])
    #expect(plane.rates.map { $0.map(\.caught.count) } == [[2, 1], [1, 0]])
    #expect(
      plane.rates.joined().allSatisfy { $0.caught.trials == 2 && $0.mistaken == ObservedShare(0, of: 1) })
  }
}

@Suite struct `A stroke collector` {
  private func fact(_ phase: SwipePhase, _ collector: inout StrokeCollector) {
    collector.receive(
      SwipeFact(
        phase: phase, swipe: SwipeID(number: 1), instant: Instant(microseconds: 0), fingers: 1,
        start: PanelPoint(x: 0, y: 0), translation: Translation(x: 3, y: 4), excursion: 20, travel: 10,
        estimate: .rest, age: .zero, duration: .milliseconds(80), idle: nil))
  }

  @Test func `returns a stroke for each ended swipe, or one contact without a swipe`() throws {
    var collector = StrokeCollector(rule: MadePeople.rule)
    #expect(collector.endTouch(label: .tap, person: "a").map(\.lift) == [nil])
    for phase in [SwipePhase.begin, .update, .end, .begin, .end] { fact(phase, &collector) }
    let strokes = collector.endTouch(label: .flick, person: "a")
    #expect(strokes.count == 2)
    let lift = try #require(strokes.first?.lift)
    #expect(lift.travel == 10 && lift.translation.length == 5 && lift.duration == .milliseconds(80))
  }

  @Test func `returns nothing without a label or for cancelled swipes`() {
    var collector = StrokeCollector(rule: MadePeople.rule)
    #expect(collector.endTouch(label: nil, person: "a").isEmpty)
    for phase in [SwipePhase.begin, .cancel(.palm)] { fact(phase, &collector) }
    #expect(collector.endTouch(label: .flick, person: "a").isEmpty)
    #expect(collector.endTouch(label: .tap, person: "a").count == 1)
  }
}
