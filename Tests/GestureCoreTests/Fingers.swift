@testable import GestureCore

/// Keeps every fact in order.
struct FactLog: SwipeSink, ~Copyable {
  var facts: [SwipeFact] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    facts.append(copy fact)
  }

  var phases: [SwipePhase] { facts.map(\.phase) }
}

/// A recogniser for fingers, with frames in milliseconds and millimetres.
struct Glass: ~Copyable {
  var recognizer: Recognizer
  var numbering = SwipeNumbering()
  var log = FactLog()
  var deadline: Instant?
  private var frame = ContactFrame()

  init(_ settings: RecognitionSettings = RecognitionSettings()) {
    recognizer = Recognizer(settings: settings)
  }

  /// One frame with these lines.
  mutating func frame(
    at milliseconds: Double, _ lines: [(finger: UInt64, report: Contact.Report, x: Double, y: Double)]
  ) {
    frame.removeAll()
    frame.instant = Instant(microseconds: Int64((milliseconds * 1000).rounded()))
    for line in lines {
      frame.append(
        Contact(
          id: Contact.ID(number: line.finger), report: line.report, location: PanelPoint(x: line.x, y: line.y)
        ))
    }
    deadline = recognizer.process(&frame, numbering: &numbering, into: &log)
  }

  /// One frame with one line, optionally with a time of the device clock.
  mutating func frame(
    at milliseconds: Double, scanned: Double? = nil, _ report: Contact.Report, _ x: Double, _ y: Double,
    finger: UInt64 = 1
  ) {
    frame.scanned = scanned.map { Instant(microseconds: Int64(($0 * 1000).rounded())) }
    frame(at: milliseconds, [(finger, report, x, y)])
    frame.scanned = nil
  }

  /// A finger that lands at (50, 50) mm and follows `path` (mm by ms since landing) in frames of
  /// `step` ms, then lifts `late` ms after its last frame.
  mutating func stroke(
    from begin: Double = 0, lasting duration: Double, step: Double = 8, liftLate late: Double = 8,
    finger: UInt64 = 1,
    path: (Double) -> (x: Double, y: Double)
  ) {
    var time = 0.0
    var last = (x: 0.0, y: 0.0)
    while time <= duration {
      last = path(time)
      frame(at: begin + time, time == 0 ? .landed : .moved, 50 + last.x, 50 + last.y, finger: finger)
      time += step
    }
    frame(at: begin + time - step + late, .lifted, 50 + last.x, 50 + last.y, finger: finger)
  }
}
