import Foundation
import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

func sine(_ angle: Double) -> Double { sin(angle) }

@Suite struct `A metric` {
  @Test(arguments: Plant.all, MadePanel.all)
  func `measures a planted value`(plant: Plant, panel: MadePanel) throws {
    var touches = try MadeTouches(panel)
    plant.make(&touches, plant.value)
    let measurement = try #require(
      touches.measured(station: plant.station).first(plant.metric, plant.unit, axis: plant.axis))
    let value = try #require(measurement.value, "\(measurement.why ?? "")")
    #expect(plant.isNear(value, on: panel), "measured \(value)")
    #expect(measurement.samples > 0 || plant.metric == .statedSize)
  }

  @Test(arguments: MadePanel.all)
  func `measures the panel's clock across its overflow`(panel: MadePanel) throws {
    var touches = try MadeTouches(panel)
    touches.play(4) { PanelPoint(x: 20 + 20 * $0, y: 40) }
    touches.lift()
    // The clock is 3 % fast and overflows after 2 s.
    let start = Int64(UInt32.max) - 2_000_000
    touches.changeEvents { events in
      events.filter { $0.type != EventCode.msc }.flatMap { event in
        guard event.endsFrame else { return [event] }
        let time = start + (event.instant.microseconds - 1_000_000) * 103 / 100
        let timestamp = Int32(truncatingIfNeeded: time)
        let scan = InputEvent(
          instant: event.instant, type: EventCode.msc, code: EventCode.mscTimestamp, value: timestamp)
        return [scan, event]
      }
    }
    let measurement = try #require(touches.measured().first(.scanTime))
    let value = try #require(measurement.value, "\(measurement.why ?? "")")
    #expect((value - 3).magnitude < 0.15, "\(value)")
    #expect(measurement.samples >= 12)
  }

  @Test(arguments: MadePanel.all)
  func `measures the report rate`(panel: MadePanel) throws {
    var touches = try MadeTouches(panel)
    for _ in 0..<5 { touches.swipe() }
    let rate = try #require(touches.measured().first(.reportRate))
    let value = try #require(rate.value)
    #expect((value / panel.rate - 1).magnitude < 0.01)
    #expect((rate.statistics[.minimum] ?? 0) / panel.rate > 0.99)
    #expect(!rate.evidence.isEmpty)
  }

  @Test(arguments: MadePanel.all)
  func `does not count silence at rest as a low rate`(panel: MadePanel) throws {
    var touches = try MadeTouches(panel)
    for _ in 0..<4 {
      // Moves, rests without a report for a second, moves slowly, and moves on.
      touches.play(0.2) { PanelPoint(x: 20 + 200 * $0, y: 40) }
      touches.play(1) { _ in PanelPoint(x: 60, y: 40) }
      touches.play(1) { PanelPoint(x: 60 + 0.5 * $0, y: 40) }
      touches.play(0.2) { PanelPoint(x: 60.5 + 200 * $0, y: 40) }
      touches.lift()
      touches.wait(1000)
    }
    let measured = touches.measured()
    let rate = try #require(measured.first(.reportRate)?.value)
    #expect((rate / panel.rate - 1).magnitude < 0.05)
    #expect((measured.first(.reportGap)?.value ?? 9) < 1.1)
  }

  @Test func `finds the slowest contact`() throws {
    var touches = try MadeTouches(MadePanel.all[4])
    for _ in 0..<4 { touches.swipe() }
    for number in 0..<30 {
      touches.scan(PanelPoint(x: 20 + 5 * Double(number), y: 40))
      touches.wait(Double(touches.panel.period) / 1000)
    }
    touches.lift()
    let minimum = try #require(touches.measured().first(.reportRate)?.statistics[.minimum])
    #expect((minimum - 60).magnitude < 1)
  }

  @Test func `has no value from too few samples`() throws {
    var touches = try MadeTouches(MadePanel.all[4])
    touches.scan(touches.middle)
    touches.lift()
    let answered: Set<MetricName> = [.contacts, .lostLifts, .droppedEvents, .statedSize]
    for station in Station.all.map(Optional.some) + [nil] {
      for measurement in touches.measured(station: station) where !answered.contains(measurement.metric) {
        #expect(measurement.value == nil, "\(measurement.metric) at \(String(describing: station))")
        #expect(!(measurement.why ?? "").isEmpty)
      }
    }
  }

  @Test func `has no value without frames`() {
    let panel = MeasuredPanel(MadePanel.all[0].device)
    for measurement in PanelMetrics(panel).measurements where measurement.metric != .statedSize {
      #expect(measurement.value == nil && measurement.why != nil, "\(measurement.metric)")
    }
  }

  @Test(arguments: Plant.all.filter { $0.unit == .millimetres || $0.metric == .diagonalAngle })
  func `of a length is not measured without a resolution`(plant: Plant) throws {
    var touches = try MadeTouches(MadePanel.all[4])
    plant.make(&touches, plant.value)
    var device = touches.panel.device
    for code in device.axes.keys { device.axes[code]?.resolution = 0 }
    for measurement in touches.measured(station: plant.station, MeasuredPanel(device))
    where measurement.unit == .millimetres || measurement.unit == .degrees {
      #expect(measurement.value == nil, "\(measurement.metric)")
    }
    let why = try #require(
      touches.measured(station: plant.station, MeasuredPanel(device)).first(plant.metric, plant.unit)?.why)
    #expect(why.contains("size"))
    let size = PanelSize(config: touches.panel.size, description: device)
    let sized = touches.measured(station: plant.station, MeasuredPanel(device, size: size))
    if plant.metric != .statedSize { #expect(sized.first(plant.metric, plant.unit)?.value != nil) }
  }

  @Test func `has the names of the contract`() throws {
    let names = """
      report_rate report_gap first_move_jump reports_per_swipe resting_jitter linearity_rms linearity_max
      diagonal_angle backward_motion tap_repeatability accuracy edge_reach dead_strip finger_separation
      second_finger_pull drumroll contacts ghosts lift_delay lift_jump lost_lifts stamp_jitter scan_time grid
      noise stated_size dropped_events latency
      """
    #expect(MetricName.allCases.map(\.rawValue) == names.split { $0.isWhitespace }.map(String.init))
    let measured = PanelMetrics(MeasuredPanel(MadePanel.all[0].device)).measurements
    #expect(Set(measured.map(\.metric)) == Set(MetricName.allCases))
  }

  @Test func `does not change by a question`() throws {
    var touches = try MadeTouches(MadePanel.all[0])
    for _ in 0..<6 { touches.swipe() }
    var metrics = PanelMetrics(MeasuredPanel(touches.panel.device))
    metrics.add(touches.events)
    #expect(metrics.measurements == metrics.measurements)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `survives any events`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let codes: [(UInt16, UInt16)] = [
      (EventCode.abs, EventCode.mtSlot), (EventCode.abs, EventCode.mtTrackingID),
      (EventCode.abs, EventCode.mtPositionX), (EventCode.abs, EventCode.mtPositionY),
      (EventCode.msc, EventCode.mscTimestamp), (EventCode.syn, EventCode.synReport),
      (EventCode.syn, EventCode.synReport), (EventCode.syn, EventCode.synDropped),
    ]
    let jumps: [Int64] = [0, 1, 8000, 8000, 8000, 500_000, -20_000, .max / 2, .min / 2]
    var metrics = PanelMetrics(MeasuredPanel(MadePanel.all[0].device, fingerWidth: 8))
    for (segment, station) in (Station.all.map(Optional.some) + [nil]).enumerated() {
      var now = Int64(0)
      let events = (0..<2000).map { _ in
        let (type, code) = codes.randomElement(using: &random) ?? codes[0]
        let isWild = Int.random(in: 0..<50, using: &random) == 0
        now &+= jumps[Int.random(in: 0..<(isWild ? jumps.count : 5), using: &random)]
        let value =
          code == EventCode.mtSlot
          ? Int32.random(in: -1...11, using: &random)
          : isWild
            ? Int32.random(in: .min ... .max, using: &random) : Int32.random(in: -1...9000, using: &random)
        return InputEvent(instant: Instant(microseconds: now), type: type, code: code, value: value)
      }
      metrics.add(events, segment: segment, station: station)
    }
    let table = LimitTable(slots: 10)
    for measurement in metrics.measurements {
      #expect((measurement.value == nil) == (measurement.why != nil), "\(measurement.metric)")
      #expect(measurement.value?.isFinite ?? true, "\(measurement.metric)")
      #expect(table.grades(of: measurement).count <= 3)
    }
  }
}
