import GestureCore
import TestKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Timestamps that repeat, go back or jump` {
  /// Steps in µs: equal, backward, usual, and an hour each way.
  private static let steps: [Int64] = [
    0, 0, -1, -8000, 8000, 8000, 8000, 16_000, 3_600_000_000, -3_600_000_000,
  ]

  /// A million contacts in a release build, few in a debug build, each of up to twelve frames with
  /// such timestamps.
  @Test func `leave every velocity finite, every decision defined and no deadline behind`() {
    let seed: UInt64 = .random(in: 0..<1_000_000_000)
    var generator = SplitMix64(seed: seed)
    let rule = DecisionRule(predicted: .init(x: 100, y: 60))
    var recognizer = Recognizer(settings: RecognitionSettings())
    var numbering = SwipeNumbering()
    var ledger = Ledger(rule: rule)
    var frame = ContactFrame()
    var now = Instant(microseconds: 1_000_000_000_000)
    var ends = 0
    for number in 1...trials(1_000_000, debug: 4000) {
      var location = PanelPoint(x: 100, y: 60)
      let frames = Int.random(in: 2...12, using: &generator)
      for position in 0..<frames {
        let step = Self.steps.randomElement(using: &generator) ?? 0
        now = Instant(microseconds: max(0, now.microseconds + step))
        frame.removeAll()
        frame.instant = now
        let scanned = Int64.random(in: -3_600_000_000...0, using: &generator)
        frame.scanned =
          Int.random(in: 0..<4, using: &generator) == 0 ? now + Interval(microseconds: scanned) : nil
        location.x += .random(in: -20...20, using: &generator)
        location.y += .random(in: -20...20, using: &generator)
        let report: Contact.Report =
          position == 0 ? .landed : position == frames - 1 ? .lifted : position % 5 == 4 ? .still : .moved
        frame.append(Contact(id: .init(number: UInt64(number)), report: report, location: location))
        var due = recognizer.process(&frame, numbering: &numbering, into: &ledger)
        if Int.random(in: 0..<4, using: &generator) == 0 {
          let step = Self.steps.randomElement(using: &generator) ?? 0
          let until = Instant(microseconds: now.microseconds + step)
          due = recognizer.advance(to: until, into: &ledger)
          if let due, due <= until {
            Issue.record("seed \(seed), contact \(number): a deadline stayed behind")
          }
        }
      }
      guard ledger.fault == nil, ledger.open.isEmpty else {
        Issue.record("seed \(seed), contact \(number): \(ledger.fault ?? "a swipe stayed open")")
        return
      }
      ends += ledger.ends.count
      ledger.forgetEnds()
    }
    #expect(ends > 1000, "swipes were decided")
  }
}
