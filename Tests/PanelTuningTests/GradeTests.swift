import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

/// The planted values that one source accepts.
private struct Accepted: Sendable {
  var pass: ClosedRange<Double>
  /// The values that pass or are marginal; without a second limit, the same range as `pass`.
  var marginal: ClosedRange<Double>
  /// Values just inside and just beyond a limit that 10 % would not reach: steps of a grid.
  var probes: [Double] = []

  static func atMost(_ limit: Double, marginal: Double? = nil) -> Accepted {
    Accepted(pass: 0...limit, marginal: 0...(marginal ?? limit))
  }

  static func atLeast(_ limit: Double) -> Accepted {
    Accepted(pass: limit...(.infinity), marginal: limit...(.infinity))
  }

  static func range(_ range: ClosedRange<Double>) -> Accepted { Accepted(pass: range, marginal: range) }

  /// Nothing longer than one step of the grid.
  static func zero(step: Double) -> Accepted {
    Accepted(pass: 0...step * 1.1, marginal: 0...step * 1.1, probes: [0, step, 2 * step])
  }

  func word(_ value: Double) -> String {
    pass.contains(value) ? "pass" : marginal.contains(value) ? "marginal" : "fail"
  }

  /// The limits, which are not 0 and not infinite.
  var limits: [Double] {
    probes.isEmpty
      ? [pass.lowerBound, pass.upperBound, marginal.upperBound].filter { $0 > 0 && $0.isFinite } : []
  }
}

/// A metric with the planted values that each source accepts.
private struct LimitCase: Sendable, CustomStringConvertible {
  var metric: MetricName
  /// Whether values are whole numbers, so that 10 % beyond is the next whole number.
  var isCount: Bool
  var accepted: @Sendable (_ step: Double) -> [LimitSource: Accepted]

  var description: String { metric.rawValue }

  init(
    _ metric: MetricName, isCount: Bool = false,
    _ accepted: @escaping @Sendable (_ step: Double) -> [LimitSource: Accepted]
  ) {
    (self.metric, self.isCount, self.accepted) = (metric, isCount, accepted)
  }

  /// 10 % inside and 10 % beyond each limit of each source.
  func probes(_ accepted: [LimitSource: Accepted]) -> Set<Double> {
    let limits = accepted.values.flatMap(\.limits)
    let near = limits.flatMap { isCount ? [$0 - 1, $0, $0 + 1] : [$0 * 0.9, $0 * 1.1] }
    return Set(near + accepted.values.flatMap(\.probes))
  }

  static let all: [LimitCase] = [
    LimitCase(.reportGap) { _ in [.chromeOS: .atMost(1.8, marginal: 2.8)] },
    LimitCase(.firstMoveJump) { _ in [.chromeOS: .atMost(2)] },
    LimitCase(.reportsPerSwipe, isCount: true) { _ in [.chromeOS: .atLeast(3)] },
    LimitCase(.scanTime) { _ in [.windows8: .atMost(5)] },
    // The deviation from the mean is half the distance.
    LimitCase(.restingJitter) {
      [.windows8: .zero(step: $0), .windows10: .atMost(1), .chromeOS: .atMost(1)]
    },
    LimitCase(.tapRepeatability) { _ in [.chromeOS: .atMost(0.5, marginal: 1)] },
    LimitCase(.ghosts, isCount: true) { _ in
      let none = Accepted(pass: 0...0, marginal: 0...0, probes: [0, 1])
      return [.windows8: none, .windows10: none]
    },
    LimitCase(.linearityRMS) { _ in [.chromeOS: .atMost(0.5, marginal: 1)] },
    LimitCase(.linearityMax) { _ in
      [.windows8: .atMost(1), .windows10: .atMost(1), .chromeOS: .atMost(2, marginal: 3)]
    },
    // The planted value is the sum of three steps back.
    LimitCase(.backwardMotion) {
      [.windows8: .zero(step: 3 * $0), .windows10: .zero(step: 3 * $0), .chromeOS: .atMost(1, marginal: 1.5)]
    },
    LimitCase(.diagonalAngle) { _ in [.chromeOS: .range(41...49)] },
    LimitCase(.edgeReach) {
      [.windows8: .zero(step: $0), .windows10: .zero(step: $0), .chromeOS: .atMost(0.5, marginal: 1.5)]
    },
    // Fingers of 8 mm.
    LimitCase(.fingerSeparation) { _ in [.windows8: .atMost(12), .windows10: .atMost(16)] },
    LimitCase(.secondFingerPull) { _ in [.chromeOS: .atMost(1)] },
    LimitCase(.drumroll) { _ in [.chromeOS: .atMost(2)] },
    // More than ten contacts cannot be planted on ten slots.
    LimitCase(.contacts, isCount: true) { _ in
      [.windows8: .atLeast(5), .windows10: .atLeast(5), .chromeOS: .atLeast(10)]
    },
  ]
}

private func grades(
  _ metric: MetricName, of measurements: [Measurement], table: LimitTable = LimitTable(slots: 10)
) throws -> [LimitSource: Grade] {
  let measurement = try #require(measurements.first(metric))
  return Dictionary(uniqueKeysWithValues: table.grades(of: measurement).map { ($0.row.source, $0.grade) })
}

@Suite struct `A grade` {
  @Test(arguments: LimitCase.all, MadePanel.all)
  private func `follows each limit 10 % inside and 10 % beyond it`(each: LimitCase, panel: MadePanel) throws {
    let plant = try #require(Plant.all.first { $0.metric == each.metric })
    let accepted = each.accepted(1 / Double(panel.unitsPerMillimetre))
    let slots = Double(try #require(MeasuredPanel(panel.device).slots))
    for value in each.probes(accepted) where !each.isCount || value <= slots {
      var touches = try MadeTouches(panel)
      plant.make(&touches, value)
      let measured = touches.measured(station: plant.station, MeasuredPanel(panel.device, fingerWidth: 8))
      let words = try grades(each.metric, of: measured).mapValues(\.word)
      #expect(words == accepted.mapValues { $0.word(value) }, "\(value)")
    }
  }

  @Test func `is tested for every limit that flickd can measure`() {
    let tested = LimitCase.all.flatMap { each in
      each.accepted(0.01).keys.map { [each.metric.rawValue, $0.rawValue] }
    }
    // These have tests of their own, because a panel is planted and not a touch.
    let apart: [MetricName] = [.reportRate, .statedSize, .accuracy, .latency]
    let rows = LimitTable(slots: 10).rows.filter { !apart.contains($0.metric) }
    #expect(Set(tested) == Set(rows.map { [$0.metric.rawValue, $0.source.rawValue] }))
  }

  @Test(arguments: [54, 66, 90, 110, 225.0, 275], [MadePanel.all[0], MadePanel.all[1]])
  func `judges the report rate by each source's statistic`(rate: Double, size: MadePanel) throws {
    var panel = size
    panel.rate = rate
    var touches = try MadeTouches(panel)
    for _ in 0..<8 { touches.swipe() }
    let graded = try grades(.reportRate, of: touches.measured())
    #expect((graded[.windows8]?.word == "pass") == (rate >= 100))
    #expect((graded[.windows10]?.word == "pass") == (60...250 ~= rate))
    #expect((graded[.chromeOS]?.word == "pass") == (rate >= 60))
  }

  @Test(arguments: [1000, 4000, 8000])
  func `does not fail a rate of 100 Hz because of coarse timestamps`(step: Int64) throws {
    var panel = MadePanel.all[0]
    panel.rate = 100
    var touches = try MadeTouches(panel)
    for _ in 0..<12 {
      touches.swipe()
      touches.wait(Double(touches.events.count % 7))
    }
    touches.changeEvents { events in
      events.map { event in
        var event = event
        event.instant = Instant(microseconds: event.instant.microseconds / step * step)
        return event
      }
    }
    #expect(try grades(.reportRate, of: touches.measured())[.windows8]?.word == "pass")
  }

  @Test func `fails Windows 8 by the slowest contact alone`() throws {
    var touches = try MadeTouches(MadePanel.all[4])
    for _ in 0..<40 { touches.swipe() }
    for number in 0..<12 {
      touches.scan(PanelPoint(x: 20 + 5 * Double(number), y: 40))
      touches.wait(Double(touches.panel.period) / 1000)
    }
    touches.lift()
    let graded = try grades(.reportRate, of: touches.measured())
    #expect(graded[.windows8]?.word == "fail")
    #expect((graded[.windows8]?.value ?? 0) < 65)
    #expect(graded[.chromeOS]?.word == "pass")
  }

  @Test func `uses the display's refresh rate`() throws {
    var touches = try MadeTouches(MadePanel.all[4])
    for _ in 0..<8 { touches.swipe() }
    let fast = LimitTable(refreshRate: 144)
    #expect(try grades(.reportRate, of: touches.measured(), table: fast)[.windows10]?.word == "fail")
    #expect(fast.rows(for: .reportRate).contains { $0.requirement.contains("144 Hz") })
    #expect(LimitTable().rows(for: .reportRate).contains { $0.requirement.contains("60 Hz") })
  }

  @Test func `counts contacts only if many fingers were asked for`() throws {
    for (fingers, station, windows, chrome) in [
      (4, nil, "not_measured", "not_measured"), (6, nil, "pass", "not_measured"),
      (4, Station.manyFingers, "fail", "fail"), (10, .manyFingers, "pass", "pass"),
    ] as [(Int, Station?, String, String)] {
      var touches = try MadeTouches(MadePanel.all[4])
      touches.rest(fingers: fingers)
      let graded = try grades(.contacts, of: touches.measured(station: station))
      #expect(graded[.windows8]?.word == windows)
      #expect(graded[.windows10]?.word == windows)
      #expect(graded[.chromeOS]?.word == chrome)
    }
  }

  @Test func `compares the stated size with the visible area`() throws {
    let device = MadePanel.all[4].device
    for (width, word) in [(nil, "not_measured"), (217.9, "pass"), (218.1, "fail"), (215.9, "fail")]
      as [(Double?, String)]
    {
      let area = width.map { Extent(width: $0, height: 136) }
      let measured = PanelMetrics(MeasuredPanel(device, visibleArea: area)).measurements
      #expect(try grades(.statedSize, of: measured)[.windows8]?.word == word)
    }
  }

  @Test func `is absent for a source without a limit and has a reason if it was not measured`() throws {
    let measured = PanelMetrics(MeasuredPanel(MadePanel.all[4].device)).measurements
    let table = LimitTable(slots: 10)
    for measurement in measured {
      for (row, grade) in table.grades(of: measurement) {
        guard case .notMeasured(let why) = grade else {
          Issue.record("\(row.metric) has a grade without frames")
          continue
        }
        #expect(!why.isEmpty)
      }
    }
    #expect(table.rows(for: .liftDelay).isEmpty)
    #expect(Set(table.rows.map { [$0.metric.rawValue, $0.source.rawValue] }).count == table.rows.count)
    #expect(table.rows.allSatisfy { !$0.requirement.isEmpty })
  }
}
