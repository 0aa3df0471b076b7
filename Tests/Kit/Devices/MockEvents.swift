internal import LinuxIO
internal import Panels

/// One line of events at a time in evemu's form.
public struct MockEvents: Sendable {
  /// The lines so far.
  public private(set) var text = ""

  /// Starts without an event.
  public init() {}

  /// Adds an event at a moment of the testbed's clock, in µs, see ``start(at:seconds:)``.
  public mutating func add(at microseconds: Int, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    precondition(
      UInt8(truncatingIfNeeded: microseconds / 1_000_000) != Self.blank, "umockdev loses a byte of this event"
    )
    func hexadecimal(_ number: UInt16) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    // umockdev reads microseconds with a leading zero as octal, and without one as decimal.
    text += "E: \(microseconds / 1_000_000).\(microseconds % 1_000_000) "
    text += "\(hexadecimal(type)) \(hexadecimal(code)) \(value)\n"
  }

  /// The first moment from `start` on, in µs, at which events of this many seconds can begin.
  ///
  /// umockdev plays lines of encoded bytes, and loses a blank at the start of one. An event begins
  /// with the lowest byte of its second: in one second of 256, a byte is lost, and flickd reads
  /// every later event one byte too early.
  public static func start(at start: Int, seconds: Int) -> Int {
    let distance = Int(blank &- UInt8(truncatingIfNeeded: start / 1_000_000))
    return distance <= seconds ? start + (distance + 1) * 1_000_000 : start
  }

  private static var blank: UInt8 { UInt8(ascii: " ") }

  /// Flicks to the right across a third of the glass of `MockDevice.panel`, one a second for a
  /// minute after the node is opened.
  ///
  /// A client that connects late on a busy machine still receives a flick. The testbed cannot set a
  /// clock, so flickd treats the panel's clock as this many µs ahead of the monotonic clock. Each
  /// lift comes `late` µs after the last movement. Another `period` makes the minute shorter.
  public static func flicks(
    ahead microseconds: Int = 0, late: Int = 8000, every period: Int = 1_000_000
  ) -> MockEvents {
    var events = MockEvents()
    let now = max(1_000_000, Int(SystemCalls.monotonicMicroseconds()) + microseconds)
    let start = start(at: now, seconds: 62)
    events.add(at: start, EventCode.syn, EventCode.synReport, 0)
    for number in 1...60 {
      events.addFlick(at: start + 1_000_000 + (number - 1) * period, contact: Int32(number), late: late)
    }
    return events
  }

  private mutating func addFlick(at landing: Int, contact: Int32, late: Int) {
    let lift = landing + 29 * 8000 + late
    for frame in 0..<30 {
      let now = landing + frame * 8000
      if frame == 0 { add(at: now, EventCode.abs, EventCode.mtTrackingID, contact) }
      add(at: now, EventCode.abs, EventCode.mtPositionX, Int32(1000 + frame * 50))
      if frame == 0 { add(at: now, EventCode.abs, EventCode.mtPositionY, 2000) }
      if frame == 0 { add(at: now, EventCode.key, EventCode.btnTouch, 1) }
      add(at: now, EventCode.syn, EventCode.synReport, 0)
    }
    add(at: lift, EventCode.abs, EventCode.mtTrackingID, -1)
    add(at: lift, EventCode.key, EventCode.btnTouch, 0)
    add(at: lift, EventCode.syn, EventCode.synReport, 0)
  }
}
