import Testing

@testable import GestureCore

@Suite struct `A panel's lift delay` {
  /// Silences before lifts, in ms, and the lift delay learned from them.
  struct Lesson: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let silences: [Double]
    let delay: Double
  }

  static let lessons = [
    Lesson(testDescription: "nothing", silences: [], delay: 0),
    Lesson(testDescription: "four lifts", silences: [69, 69, 69, 69], delay: 0),
    Lesson(testDescription: "an Atmel maXTouch", silences: [68.9, 69.5, 69, 68.9, 69.2], delay: 68.9),
    Lesson(
      testDescription: "several fingers on it", silences: [123.7, 123.5, 123.5, 123.1, 123.6], delay: 123.5),
    Lesson(testDescription: "an N-trig", silences: [40, 41.5, 65.9, 42.4, 44.5, 65.9, 41.2], delay: 41.2),
    Lesson(
      testDescription: "a prompt panel whose user stops dead every other time",
      silences: [8, 110, 8, 130, 9, 120, 8, 90, 8], delay: 8),
    Lesson(
      testDescription: "rests of 150 ms and more, which are none of the panel's",
      silences: [150, 151, 200, 150, 1000, 400, 150], delay: 0),
    Lesson(testDescription: "one that came early", silences: [100, 8, 101, 102, 100], delay: 100),
    Lesson(
      testDescription: "a wrong start, which nine lifts outlive",
      silences: [120, 120, 120, 120, 120, 8, 8, 8], delay: 8),
    Lesson(testDescription: "a stamp that went back", silences: [-5, -5, -5, -5, -5], delay: 0),
  ]

  @Test(arguments: lessons) func `is learned from`(lesson: Lesson) {
    var learner = LiftDelay()
    for silence in lesson.silences { learner.learn(Interval(microseconds: Int64(silence * 1000))) }
    #expect(learner.value == Interval(microseconds: Int64(lesson.delay * 1000)))
  }

  /// A finger that follows this path (mm by ms), and whether its lift counts as a throw.
  private func isThrow(every step: Double = 8, lasting duration: Double = 160, _ path: (Double) -> Double)
    -> Bool
  {
    var time = 0.0
    func sample() -> Sample {
      Sample(
        instant: Instant(microseconds: Int64(time * 1000)), location: PanelPoint(x: path(time), y: 10))
    }
    var pace = ThrowDetector(sample())
    while time + step <= duration {
      time += step
      pace.report(sample())
    }
    return pace.isThrow(positionNoise: 0.06)
  }

  @Test(arguments: [1.0, 4, 8, 16.667, 30]) func `is learned from a finger that lifts at speed`(
    step: Double
  ) {
    #expect(isThrow(every: step) { $0 * 0.3 })
    #expect(isThrow(every: step) { $0 * $0 * 0.004 }, "and speeds up")
  }

  @Test(arguments: [1.0, 4, 8, 16.667]) func `is not learned from a finger that stops`(step: Double) {
    #expect(!isThrow(every: step) { time in min(time, 100) * 0.3 }, "seen to be still")
    // A smooth stop from 300 mm/s in 120 ms.
    #expect(!isThrow(every: step) { time in -0.00125 * (160 - time) * (160 - time) })
    #expect(!isThrow(every: step) { _ in 5 }, "never moved")
    #expect(!isThrow(every: step) { time in time * 0.03 }, "crawled by less than noise does")
  }

  @Test func `is reported after five throws of a single contact`() {
    var glass = Glass()
    for stroke in 0..<5 {
      let delay = glass.recognizer.liftDelay
      #expect(delay == .zero)
      glass.stroke(from: Double(stroke) * 1000, lasting: 80, liftLate: 100, finger: UInt64(stroke + 1)) {
        ($0, 0)
      }
    }
    let delay = glass.recognizer.liftDelay
    #expect(delay == .milliseconds(100))
  }

  @Test func `is not learned from several fingers, or if it is known`() {
    var glass = Glass()
    for pair in 0..<12 {
      let begin = Double(pair) * 1000
      let fingers = [UInt64(2 * pair + 1), UInt64(2 * pair + 2)]
      glass.frame(at: begin, fingers.map { ($0, .landed, 50, 50) })
      for step in 1...10 {
        glass.frame(at: begin + Double(step) * 8, fingers.map { ($0, .moved, 50 + Double(step) * 4, 50) })
      }
      glass.frame(at: begin + 180, .lifted, 90, 50, finger: fingers[0])
      glass.frame(at: begin + 181, .lifted, 90, 50, finger: fingers[1])
    }
    let delay = glass.recognizer.liftDelay
    #expect(delay == .zero)

    var known = Glass(RecognitionSettings(liftDelay: .zero))
    for stroke in 0..<9 {
      known.stroke(from: Double(stroke) * 1000, lasting: 80, liftLate: 100, finger: UInt64(stroke + 1)) {
        ($0, 0)
      }
    }
    let stated = known.recognizer.liftDelay
    #expect(stated == .zero)
  }
}
