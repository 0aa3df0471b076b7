import TestKit
import Testing

@testable import GestureCore

@Suite struct `A recogniser's deadlines` {
  @Test(arguments: [
    RecognitionSettings(), RecognitionSettings(staleAfter: .zero),
    RecognitionSettings(staleAfter: .milliseconds(-5)),
    RecognitionSettings(liftDelay: .seconds(60)), RecognitionSettings(restDelay: .seconds(-1)),
  ])
  func `end with 64 fingers, for any settings and timestamps`(settings: RecognitionSettings) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var glass = Glass(settings)
      for finger in 1...64 {
        let time = Double(random.next() % 100)
        glass.frame(at: time, .landed, 50, 50, finger: UInt64(finger))
        glass.frame(at: time + Double(random.next() % 9), .moved, 70, 50, finger: UInt64(finger))
      }
      let far = Instant(microseconds: 3_600_000_000)
      let last = glass.recognizer.advance(to: far, into: &glass.log)
      #expect(last == nil, "seed \(seed): every contact was cancelled")
      let ends = glass.log.phases.count { $0 == .cancel(.stale) || $0 == .cancel(.fingers) }
      #expect(ends == glass.log.phases.count { $0 == .begin }, "seed \(seed)")
    }
  }

  @Test func `wait for a lift by silence, and keep the velocity`() throws {
    var recognizer = Recognizer(settings: RecognitionSettings())
    var numbering = SwipeNumbering()
    var log = FactLog()
    var frame = ContactFrame()
    frame.liftSilence = .milliseconds(200)
    func play(_ report: Contact.Report, x: Double, at time: Int64) {
      frame.removeAll()
      frame.instant = Instant(microseconds: time)
      frame.append(Contact(id: Contact.ID(number: 1), report: report, location: PanelPoint(x: x, y: 5)))
      _ = recognizer.process(&frame, numbering: &numbering, into: &log)
    }
    play(.landed, x: 10, at: 0)
    for step in 1...10 { play(.moved, x: 10 + Double(step) * 4, at: Int64(step) * 8000) }
    let delay = recognizer.liftDelay
    #expect(delay == .milliseconds(200))
    play(.lifted, x: 50, at: 280_000)
    let end = try #require(log.facts.last)
    #expect(abs(end.estimate.velocity.x - 500) < 5)
    #expect(end.age == .milliseconds(200))
    #expect(!log.facts.contains { $0.phase == .update && $0.estimate.velocity == .zero && $0.excursion > 3 })
  }
}
