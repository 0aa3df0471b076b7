import GestureCore
import Recordings
import VirtualPanels

/// One finger on a panel whose HID reports carry the time of their scan.
///
/// These are ``HIDTouches`` for one finger, 217 × 136 mm at 20 units a millimetre. hid-multitouch
/// passes the scan time on as MSC_TIMESTAMP, also while the finger rests.
struct ScannedFinger {
  private(set) var script = PanelScript()
  private var scan = Interval.zero
  private var x = 1000.0

  /// The description of the panel.
  static var panel: HIDDescription { HIDTouches(fingers: 1).description }

  /// The time between two scans.
  private static let period = Interval.milliseconds(8)

  /// Lands, at time 0.
  init() {
    report(touches: true, late: .zero)
  }

  /// Moves straight at a speed in mm/s for that many scans, whose reports each arrive late by the
  /// given delay.
  mutating func move(at speed: Double, scans: Int, late: (Int) -> Interval = { _ in .zero }) {
    for number in 0..<scans {
      scan = scan + Self.period
      x += speed * Self.period.seconds * 20
      report(touches: true, late: late(number))
    }
  }

  /// Stays at its position for that many scans.
  mutating func rest(scans: Int) {
    move(at: 0, scans: scans)
  }

  /// Lifts with the next scan.
  mutating func lift(late: Interval = .zero) {
    scan = scan + Self.period
    report(touches: false, late: late)
  }

  private mutating func report(touches: Bool, late: Interval) {
    func bytes(_ value: Int64) -> [UInt8] {
      [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    // Report 1: tip and confidence, identifier, X, Y, the scan time in 100 µs, the count of
    // contacts.
    let report =
      [1, touches ? 0b11 : 0b10, 0] + bytes(Int64(x.rounded())) + bytes(1360)
      + bytes(scan.microseconds / 100) + [1]
    script.append(.report(report), at: scan + late)
  }
}
