public import GestureCore
public import Panels

/// A made panel: its report rate and its size.
public struct MadePanel: Sendable, CustomStringConvertible {
  /// The reports a second.
  public var rate: Double
  /// The size of the glass, in mm.
  public var size: Extent
  /// The device units in a millimetre.
  public var unitsPerMillimetre: Int32

  /// Creates a panel.
  public init(rate: Double, size: Extent, unitsPerMillimetre: Int32) {
    self.rate = rate
    self.size = size
    self.unitsPerMillimetre = unitsPerMillimetre
  }

  /// Every rate of the table, on a tablet and on a table of 55 inch.
  public static let all: [MadePanel] = [60.0, 90, 120, 240].flatMap { rate in
    [
      MadePanel(rate: rate, size: Extent(width: 217, height: 136), unitsPerMillimetre: 100),
      MadePanel(rate: rate, size: Extent(width: 1200, height: 680), unitsPerMillimetre: 25),
    ]
  }

  /// The time between two reports, in µs.
  public var period: Int64 { Int64((1_000_000 / rate).rounded()) }

  /// The description, with ten slots and a device clock.
  public var device: PanelDescription {
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

  /// The rate and the size.
  public var description: String { "\(Int(rate)) Hz, \(Int(size.width)) × \(Int(size.height)) mm" }
}

/// The events of fingers on a made panel, as the kernel passes them on.
public struct MadeTouches {
  /// The panel.
  public let panel: MadePanel
  /// The events so far.
  public private(set) var events: [InputEvent] = []
  /// The time of the next scan, in µs.
  public private(set) var now: Int64 = 1_000_000
  private var writer: PanelWriter
  private var random: SplitMix64

  /// Creates an untouched panel.
  public init(_ panel: MadePanel, seed: UInt64 = 1) throws {
    self.panel = panel
    writer = try PanelWriter(LibraryPanel(panel.device))
    random = SplitMix64(seed: seed)
  }

  /// The middle of the panel.
  public var middle: PanelPoint { PanelPoint(x: panel.size.width / 2, y: panel.size.height / 2) }

  /// One scan with fingers at these positions.
  public mutating func scan(_ positions: PanelPoint...) {
    scan(positions.enumerated().map { PanelWriter.Finger($0 + 1, $1) })
  }

  /// One scan with these fingers.
  public mutating func scan(_ fingers: [PanelWriter.Finger]) {
    events += writer.scan(fingers, at: Instant(microseconds: now))
    now += panel.period
  }

  /// A scan without fingers, `delay` ms after the last one instead of a period.
  public mutating func lift(after delay: Double? = nil) {
    if let delay { now += Int64(delay * 1000) - panel.period }
    scan([])
  }

  /// Lets time pass without a scan.
  public mutating func wait(_ milliseconds: Double) {
    now += Int64(milliseconds * 1000)
  }

  /// One finger's scans for some seconds; `position` returns where it is after some seconds.
  public mutating func play(_ seconds: Double, _ position: (Double) -> PanelPoint) {
    let scans = Int((seconds * panel.rate).rounded())
    for index in 0...scans { scan(position(Double(index) / panel.rate)) }
  }

  /// A straight swipe to the right at constant speed, in mm/s; `change` may move each report.
  public mutating func swipe(
    speed: Double = 400, length: Double = 60, delay: Double? = nil,
    _ change: (_ number: Int, _ count: Int, _ position: PanelPoint) -> PanelPoint = { $2 }
  ) {
    let count = Int((length / speed * panel.rate).rounded(.up))
    let start = PanelPoint(x: middle.x - length / 2, y: middle.y)
    for number in 0...count {
      let position = PanelPoint(x: start.x + Double(number) * speed / panel.rate, y: start.y)
      scan(change(number, count, position))
    }
    lift(after: delay)
    wait(300)
  }

  /// Changes events after they were made.
  public mutating func changeEvents(_ change: ([InputEvent]) -> [InputEvent]) {
    events = change(events)
  }

  /// A normally distributed number.
  public mutating func bell() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
  }
}
