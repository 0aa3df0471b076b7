import GestureCore
import PanelTuning
import Panels
import TestKit

/// A made panel: its report rate and its size.
struct MadePanel: Sendable, CustomStringConvertible {
  var rate: Double
  var size: Extent
  var unitsPerMillimetre: Int32

  /// Every rate of the table, on a tablet and on a table of 55 inch.
  static let all: [MadePanel] = [60.0, 90, 120, 240].flatMap { rate in
    [
      MadePanel(rate: rate, size: Extent(width: 217, height: 136), unitsPerMillimetre: 100),
      MadePanel(rate: rate, size: Extent(width: 1200, height: 680), unitsPerMillimetre: 25),
    ]
  }

  /// The time between two reports, in µs.
  var period: Int64 { Int64((1_000_000 / rate).rounded()) }

  /// The description, with ten slots and a device clock.
  var device: PanelDescription {
    var panel = PanelDescription()
    panel.name = "Made panel"
    panel.properties = 1 << UInt64(EventCode.propDirect)
    panel.keys = [EventCode.btnTouch]
    panel.miscellanea = [EventCode.mscTimestamp]
    let units = unitsPerMillimetre
    let x = AxisRange(minimum: 0, maximum: Int32(size.width) * units, resolution: units)
    let y = AxisRange(minimum: 0, maximum: Int32(size.height) * units, resolution: units)
    panel.axes = [
      EventCode.x: x, EventCode.y: y, EventCode.mtPositionX: x, EventCode.mtPositionY: y,
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
    ]
    return panel
  }

  var description: String { "\(Int(rate)) Hz, \(Int(size.width)) × \(Int(size.height)) mm" }
}

/// The events of fingers on a made panel, as the kernel passes them on.
struct MadeTouches {
  let panel: MadePanel
  private(set) var events: [InputEvent] = []
  /// The time of the next scan, in µs.
  private(set) var now: Int64 = 1_000_000
  private var writer: PanelWriter
  private(set) var random: SplitMix64

  init(_ panel: MadePanel, seed: UInt64 = 1) throws {
    self.panel = panel
    writer = try PanelWriter(LibraryPanel(panel.device))
    random = SplitMix64(seed: seed)
  }

  /// The middle of the panel.
  var middle: PanelPoint { PanelPoint(x: panel.size.width / 2, y: panel.size.height / 2) }

  /// One scan with fingers at these positions.
  mutating func scan(_ places: PanelPoint...) {
    scan(places.enumerated().map { PanelWriter.Finger($0 + 1, $1) })
  }

  mutating func scan(_ fingers: [PanelWriter.Finger]) {
    events += writer.scan(fingers, at: Instant(microseconds: now))
    now += panel.period
  }

  /// A scan without fingers, `delay` ms after the last one instead of a period.
  mutating func lift(after delay: Double? = nil) {
    if let delay { now += Int64(delay * 1000) - panel.period }
    scan([])
  }

  /// Lets time pass without a scan.
  mutating func wait(_ milliseconds: Double) {
    now += Int64(milliseconds * 1000)
  }

  /// One finger's scans for some seconds; `place` returns the position after some seconds.
  mutating func play(_ seconds: Double, _ place: (Double) -> PanelPoint) {
    let scans = Int((seconds * panel.rate).rounded())
    for index in 0...scans { scan(place(Double(index) / panel.rate)) }
  }

  /// A straight swipe to the right at constant speed, in mm/s; `change` may move each report.
  mutating func swipe(
    speed: Double = 400, length: Double = 60, delay: Double? = nil,
    _ change: (_ number: Int, _ count: Int, _ place: PanelPoint) -> PanelPoint = { $2 }
  ) {
    let count = Int((length / speed * panel.rate).rounded(.up))
    let start = PanelPoint(x: middle.x - length / 2, y: middle.y)
    for number in 0...count {
      let place = PanelPoint(x: start.x + Double(number) * speed / panel.rate, y: start.y)
      scan(change(number, count, place))
    }
    lift(after: delay)
    wait(300)
  }

  /// Changes events after they were made.
  mutating func changeEvents(_ change: ([InputEvent]) -> [InputEvent]) {
    events = change(events)
  }

  /// A normally distributed number.
  mutating func bell() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
  }

  /// The measurements of the events in one segment.
  func measured(
    station: Station? = nil, _ measuredPanel: MeasuredPanel? = nil
  ) -> [Measurement] {
    var metrics = PanelMetrics(measuredPanel ?? MeasuredPanel(panel.device))
    metrics.add(
      events, station: station, lasting: Instant(microseconds: 1_000_000)...Instant(microseconds: now))
    return metrics.measurements
  }
}

extension [Measurement] {
  /// The measurement of a metric.
  func first(_ metric: MetricName, _ unit: MetricUnit? = nil, axis: Measurement.Axis? = nil) -> Measurement? {
    first { $0.metric == metric && (unit == nil || $0.unit == unit) && (axis == nil || $0.axis == axis) }
  }
}
