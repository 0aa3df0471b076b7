import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

/// A metric with the planted values at which each source's limit lies.
private struct LimitCase: Sendable, CustomStringConvertible {
  var metric: MetricName
  var station: Station?
  /// By source: the planted value at the limit.
  var limits: [LimitSource: Double]
  /// Whether a smaller value is worse.
  var isMinimum = false
  /// Whether values are whole numbers, so that 10 % beyond is the next whole number.
  var isCount = false
  var make: @Sendable (inout MadeTouches, Double) -> Void

  var description: String { metric.rawValue }

  /// The values 10 % inside and 10 % beyond a limit.
  func probes(_ limit: Double) -> [Double] {
    isCount ? [limit - 1, limit, limit + 1] : [limit * 0.9, limit * 1.1]
  }

  func exceeds(_ value: Double, _ limit: Double) -> Bool { isMinimum ? value < limit : value > limit }

  /// A case from the plant of the metric.
  init(
    _ metric: MetricName, _ limits: [LimitSource: Double], isMinimum: Bool = false, isCount: Bool = false
  ) {
    guard let plant = Plant.all.first(where: { $0.metric == metric }) else {
      preconditionFailure("no plant for \(metric)")
    }
    self.metric = metric
    station = plant.station
    self.limits = limits
    self.isMinimum = isMinimum
    self.isCount = isCount
    make = plant.make
  }

  static let all: [LimitCase] = [
    LimitCase(.reportGap, [.chromeOS: 1.8]),
    LimitCase(.firstMoveJump, [.chromeOS: 2]),
    LimitCase(.reportsPerSwipe, [.chromeOS: 3], isMinimum: true, isCount: true),
    LimitCase(.scanTime, [.windows8: 5]),
    // One step of the grid of 0.01 mm; the deviation from the mean is half the distance.
    LimitCase(.restingJitter, [.windows8: 0.01, .windows10: 1, .chromeOS: 1]),
    LimitCase(.tapRepeatability, [.chromeOS: 0.5]),
    LimitCase(.ghosts, [.windows8: 0, .windows10: 0], isCount: true),
    LimitCase(.linearityRMS, [.chromeOS: 0.5]),
    LimitCase(.linearityMax, [.windows8: 1, .windows10: 1, .chromeOS: 2]),
    // The planted value is the sum of three steps back.
    LimitCase(.backwardMotion, [.windows8: 0.03, .windows10: 0.03, .chromeOS: 1]),
    LimitCase(.edgeReach, [.windows8: 0.01, .windows10: 0.01, .chromeOS: 0.5]),
    // Fingers of 8 mm.
    LimitCase(.fingerSeparation, [.windows8: 12, .windows10: 16]),
    LimitCase(.secondFingerPull, [.chromeOS: 1]),
    LimitCase(.drumroll, [.chromeOS: 2]),
  ]
}

private func grades(
  _ metric: MetricName, of measurements: [Measurement], table: LimitTable = LimitTable(slots: 10)
) throws -> [LimitSource: Grade] {
  let measurement = try #require(measurements.first(metric))
  return Dictionary(uniqueKeysWithValues: table.grades(of: measurement).map { ($0.row.source, $0.grade) })
}

@Suite struct `A grade` {
  @Test(arguments: LimitCase.all)
  private func `fails exactly the sources whose limit the value exceeds`(each: LimitCase) throws {
    let panel = MadePanel.all[4]
    let isTiny = { (limit: Double) in limit > 0 && limit < 0.05 }
    for limit in Set(each.limits.values) where !isTiny(limit) {
      for value in each.probes(limit) where value >= 0 {
        var touches = try MadeTouches(panel)
        each.make(&touches, value)
        let measured = touches.measured(
          station: each.station, MeasuredPanel(panel.device, fingerWidth: 8))
        let graded = try grades(each.metric, of: measured)
        #expect(Set(graded.keys) == Set(each.limits.keys))
        for (source, limit) in each.limits {
          let isBeyond = each.exceeds(value, limit)
          #expect((graded[source]?.word == "pass") == !isBeyond, "\(source), \(value): \(graded)")
        }
      }
    }
  }

  @Test(arguments: [54, 66, 90, 110, 225.0, 275])
  func `judges the report rate by each source's statistic`(rate: Double) throws {
    var touches = try MadeTouches(MadePanel(rate: rate, size: MadePanel.all[0].size, unitsPerMillimetre: 100))
    for _ in 0..<8 { touches.swipe() }
    let graded = try grades(.reportRate, of: touches.measured())
    #expect((graded[.windows8]?.word == "pass") == (rate >= 100))
    #expect((graded[.windows10]?.word == "pass") == (60...250 ~= rate))
    #expect((graded[.chromeOS]?.word == "pass") == (rate >= 60))
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

  @Test(arguments: [
    (MetricName.reportGap, 2.5, "marginal"), (.reportGap, 3.2, "fail"), (.linearityRMS, 0.8, "marginal"),
    (.linearityRMS, 1.2, "fail"), (.linearityMax, 2.6, "marginal"), (.linearityMax, 3.6, "fail"),
    (.backwardMotion, 1.3, "marginal"), (.backwardMotion, 2, "fail"), (.edgeReach, 1.2, "marginal"),
    (.edgeReach, 1.8, "fail"), (.tapRepeatability, 0.8, "marginal"), (.tapRepeatability, 1.3, "fail"),
  ])
  func `of ChromeOS has a second limit`(metric: MetricName, value: Double, word: String) throws {
    let plant = try #require(Plant.all.first { $0.metric == metric })
    var touches = try MadeTouches(MadePanel.all[4])
    plant.make(&touches, value)
    let graded = try grades(metric, of: touches.measured(station: plant.station))
    #expect(graded[.chromeOS]?.word == word)
    for source in [LimitSource.windows8, .windows10] { #expect(graded[source]?.word != "marginal") }
  }

  @Test(arguments: [39, 40.5, 41.5, 45, 48.5, 49.5]) func `judges the diagonal from both sides`(angle: Double)
    throws
  {
    var touches = try MadeTouches(MadePanel.all[4])
    let tangent = sine(angle / 180 * .pi) / sine((90 - angle) / 180 * .pi)
    touches.play(2) { PanelPoint(x: 20 + 40 * $0, y: 20 + 40 * tangent * $0) }
    touches.lift()
    let graded = try grades(.diagonalAngle, of: touches.measured(station: .line(.diagonal)))
    #expect((graded[.chromeOS]?.word == "pass") == (abs(angle - 45) <= 4.4))
  }

  @Test func `of zero passes what the grid cannot show`() throws {
    let panel = MadePanel.all[4]
    for (metric, inside, beyond) in [
      (MetricName.restingJitter, 0.01, 0.05), (.edgeReach, 0.01, 0.05), (.backwardMotion, 0, 0.15),
    ] {
      let plant = try #require(Plant.all.first { $0.metric == metric })
      for (value, word) in [(inside, "pass"), (beyond, "fail")] {
        var touches = try MadeTouches(panel)
        plant.make(&touches, value)
        let graded = try grades(metric, of: touches.measured(station: plant.station))
        #expect(graded[.windows8]?.word == word, "\(metric) \(value): \(graded)")
      }
    }
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
    for (width, word) in [(nil, "not_measured"), (217.4, "pass"), (208.0, "fail")] as [(Double?, String)] {
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
