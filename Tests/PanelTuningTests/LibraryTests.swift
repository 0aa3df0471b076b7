import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

@Suite struct `The grades of the library's panels` {
  private static let panels = LibraryPanel.all

  /// Straight strokes, as the panel sends them without any fault.
  private func strokes(on panel: LibraryPanel, seed: UInt64) throws -> [InputEvent] {
    var random = SplitMix64(seed: seed)
    var writer = try PanelWriter(panel)
    var now = Instant(microseconds: 1_000_000)
    var events: [InputEvent] = []
    for index in 0..<20 {
      let length = min(panel.extent.width, panel.extent.height) * Double.random(in: 0.3...0.6, using: &random)
      let displacement =
        index % 2 == 0
        ? Translation(x: length, y: length * Double.random(in: -0.3...0.3, using: &random))
        : Translation(x: length * Double.random(in: -0.3...0.3, using: &random), y: length)
      let scans = Int64.random(in: 6...14, using: &random)
      events += writer.stroke(
        from: (x: Double.random(in: 25...35, using: &random), y: Double.random(in: 25...35, using: &random)),
        by: displacement, lasting: panel.period * scans, at: now)
      now = now + panel.period * scans + panel.liftDelay + .milliseconds(400)
    }
    return events
  }

  @Test(arguments: panels.indices, [1, 2, 3] as [UInt64])
  func `are those of a panel without faults`(number: Int, seed: UInt64) throws {
    let panel = Self.panels[number]
    let measured = MeasuredPanel(panel.device)
    var metrics = PanelMetrics(measured)
    metrics.add(try strokes(on: panel, seed: seed))
    let rate = 1_000_000 / Double(panel.period.microseconds)
    let table = LimitTable(slots: measured.slots)
    let measurements = metrics.measurements
    for measurement in measurements {
      for (row, grade) in table.grades(of: measurement) {
        guard case .fail(let value) = grade else { continue }
        // Some real panels are slow, and the library contains their true periods.
        #expect(row.metric == .reportRate && value < 100, "\(panel): \(row.metric) \(row.source) \(value)")
      }
    }
    let value = try #require(measurements.first(.reportRate)?.value, "\(panel)")
    #expect((value / rate - 1).magnitude < 0.05, "\(panel): \(value) instead of \(rate) Hz")
    let delay = try #require(measurements.first(.liftDelay)?.value, "\(panel)")
    let truth = Double(panel.liftDelay.microseconds) / 1000
    #expect((delay - truth).magnitude <= 1000 / rate, "\(panel): \(delay) instead of \(truth) ms")
    #expect(measurements.first(.lostLifts)?.value == 0)
    #expect(measurements.first(.contacts)?.value == 1)
    expectNoFalseFinding(measurements, on: panel, liftDelay: panel.liftDelay)
    expectNoFalseFinding(measurements, on: panel, liftDelay: .zero)
  }

  /// Expects `late_lift` of exactly the late panels, and `unknown_size` of those without a size.
  ///
  /// A lift is late after two reports and 10 ms. `liftDelay` is what flickd assumes.
  private func expectNoFalseFinding(
    _ measurements: [Measurement], on panel: LibraryPanel, liftDelay: Interval
  ) {
    let measured = MeasuredPanel(panel.device)
    let found = Finding.list(
      measurements, of: measured, liftDelay: liftDelay, noise: measured.geometry.positionNoise)
    let isLate =
      measurements.first(.liftDelay)?.value != nil
      && panel.liftDelay.seconds > panel.period.seconds * 2 + 0.01
    let names: [Finding.Name] = isLate ? [.lateLift] : []
    let hasSize = measured.geometry.scale != .assumed
    #expect(found.map(\.name) == names + (hasSize ? [] : [.unknownSize]), "\(panel): \(found.map(\.text))")
    let settings = found.flatMap(\.settings).map(\.key)
    #expect(settings == (isLate && liftDelay == .zero ? ["lift_delay"] : []), "\(panel)")
  }

  /// The fingers of a station, as functions of the time in s; the glass has no faults.
  private func stations(
    _ panel: LibraryPanel, random: inout SplitMix64
  ) -> [(station: Station, seconds: Double, repeats: Int, fingers: (Double) -> [PanelPoint])] {
    let size = panel.extent
    let spot = PanelPoint(
      x: size.width * Double.random(in: 0.3...0.5, using: &random),
      y: size.height * Double.random(in: 0.3...0.5, using: &random))
    let side = min(size.width, size.height) * 0.5
    func line(_ x: Double, _ y: Double) -> (Double) -> [PanelPoint] {
      { [spot + Translation(x: x, y: y) * (side * min(1, $0 / 2))] }
    }
    func edge(_ x: Double, _ y: Double) -> (Double) -> [PanelPoint] {
      { [spot + Translation(x: x * size.width, y: y * size.height) * min(1, $0)] }
    }
    let beside = spot + Translation(x: 10, y: 0)
    var all: [(Station, Double, Int, (Double) -> [PanelPoint])] = [
      (.handsOff, 12, 1, { _ in [] }), (.resting, 3, 1, { _ in [spot] }), (.taps, 0.1, 6, { _ in [spot] }),
      (.line(.horizontal), 2, 1, line(1, 0)), (.line(.vertical), 2, 1, line(0, 1)),
      (.line(.diagonal), 2, 1, line(0.7, 0.7)), (.edges, 1.2, 1, edge(-1, 0)), (.edges, 1.2, 1, edge(1, 0)),
      (.edges, 1.2, 1, edge(0, -1)), (.edges, 1.2, 1, edge(0, 1)),
      (.manyFingers, 0.1, 1, { _ in (0..<panel.fingers).map { spot + Translation(x: Double($0), y: 0) } }),
    ]
    if panel.fingers > 1 {
      all.append((.twoFingers, 1.5, 4, { $0 < 0.5 ? [spot] : [spot, beside] }))
      all.append((.drumming, 0.1, 6, { _ in [spot] }))
      all.append((.drumming, 0.1, 6, { _ in [beside] }))
    }
    return all.map { (station: $0.0, seconds: $0.1, repeats: $0.2, fingers: $0.3) }
  }

  @Test(arguments: panels.indices, [1, 2, 3] as [UInt64])
  func `have no failure at any station`(number: Int, seed: UInt64) throws {
    let panel = Self.panels[number]
    var random = SplitMix64(seed: seed)
    let measured = MeasuredPanel(panel.device)
    var metrics = PanelMetrics(measured)
    for (segment, each) in stations(panel, random: &random).enumerated() {
      var writer = try PanelWriter(panel)
      var now = Instant(microseconds: 1_000_000)
      var events: [InputEvent] = []
      for _ in 0..<each.repeats {
        let scans = Int64(each.seconds * 1_000_000) / panel.period.microseconds
        for scan in 0...max(scans, 2) {
          let positions = each.fingers((panel.period * scan).seconds)
          events += writer.scan(positions.enumerated().map { PanelWriter.Finger($0, $1) }, at: now)
          now = now + panel.period
        }
        now = now + panel.liftDelay
        events += writer.scan([], at: now)
        now = now + .milliseconds(300)
      }
      metrics.add(
        events, segment: segment, station: each.station, lasting: Instant(microseconds: 1_000_000)...now)
    }
    let measurements = metrics.measurements
    expectNoFalseFinding(measurements, on: panel, liftDelay: panel.liftDelay)
    var graded = 0
    for measurement in measurements {
      for (row, grade) in LimitTable(slots: measured.slots).grades(of: measurement) {
        if grade.value != nil { graded += 1 }
        guard case .fail(let value) = grade else { continue }
        let isTrue =
          row.metric == .reportRate && value < 100 || row.metric == .contacts && value < 5
        #expect(isTrue, "\(panel): \(row.metric) \(row.source) \(value)")
      }
    }
    #expect(graded >= (measured.missingSize == nil ? 20 : 3), "\(panel): \(graded)")
  }
}
