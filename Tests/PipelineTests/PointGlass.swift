import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Settings
import Testing

@testable import Pipeline

/// The panel of the contract's example, 510 mm × 287 mm, which reports positions in tenths of a
/// point.
struct PointGlass: ~Copyable {
  /// A finger with its positions in pt, each at a number of ms since the landing, and its lift.
  struct Finger {
    var positions: [(milliseconds: Double, x: Double, y: Double)]
    var lift: Double

    /// A finger that follows `path` every 8 ms for `duration`, and lifts some time later.
    init(lasting duration: Double, liftLate late: Double = 8, path: (Double) -> (x: Double, y: Double)) {
      positions = stride(from: 0, through: duration, by: 8).map { ($0, path($0).x, path($0).y) }
      lift = (positions.last?.milliseconds ?? 0) + late
    }
  }

  static let panelID = "pci-0000:00:14.0-usb-0:3:1.0"
  let setup: PanelSetup
  private let pipeline: PanelPipeline
  private var numbering = SwipeNumbering()
  private var contacts: Int32 = 0
  private var log: LineLog

  /// Starts a subscriber with this view.
  init(_ view: View) throws {
    var description = PanelDescription()
    description.properties = 2
    description.axes = [
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 32_728),
      EventCode.mtPositionY: AxisRange(minimum: 0, maximum: 18_417),
    ]
    // Whole tenths of a point, which are not whole per millimetre.
    let toml = "[[panel]]\nsize = \"3272.8pt x 1841.7pt\"\n"
    let reading = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(toml.utf8))])
    try #require(reading.diagnostics == [])
    setup = try #require(
      PanelSetup(
        description, identity: PanelIdentity(panelID: Self.panelID, source: .live), settings: reading.settings
      ))
    pipeline = PanelPipeline(setup)
    log = LineLog(SwipeEncoder(view), of: setup)
  }

  /// The lines of a finger that lands at this number of µs.
  mutating func touch(_ finger: Finger, at landing: Int64) -> [String] {
    log.bytes = []
    contacts += 1
    for (index, sample) in finger.positions.enumerated() {
      let time = landing + Int64((sample.milliseconds * 1000).rounded())
      if index == 0 { send(EventCode.mtTrackingID, contacts, at: time) }
      send(EventCode.mtPositionX, Int32((sample.x * 10).rounded()), at: time)
      send(EventCode.mtPositionY, Int32((sample.y * 10).rounded()), at: time)
      send(EventCode.synReport, 0, of: EventCode.syn, at: time)
    }
    let time = landing + Int64((finger.lift * 1000).rounded())
    send(EventCode.mtTrackingID, -1, at: time)
    send(EventCode.synReport, 0, of: EventCode.syn, at: time)
    return log.lines
  }

  private mutating func send(
    _ code: UInt16, _ value: Int32, of type: UInt16 = EventCode.abs, at microseconds: Int64
  ) {
    let event = InputEvent(
      instant: Instant(microseconds: microseconds), type: type, code: code, value: value)
    pipeline.consume(event, numbering: &numbering, into: &log)
  }
}
