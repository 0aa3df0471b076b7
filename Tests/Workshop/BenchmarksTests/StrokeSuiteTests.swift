import GestureCore
import Testing

@testable import Benchmarks

@Suite struct `The synthetic suite` {
  private static let cells = StrokeProfile.allCases.flatMap { profile in
    StrokeSuite.rates.map { (profile, $0) }
  }

  @Test func `has 21,000 strokes`() {
    #expect(StrokeSuite().count == 21_000)
    #expect(StrokeSuite.rates == [60, 90, 120, 250, 500, 1000])
    #expect(StrokeSuite(strokesPerCell: 3).strokes(.jump, rate: 90).count == 3)
  }

  @Test func `depends on its seed`() {
    let one = StrokeSuite(strokesPerCell: 4, seed: 9).strokes(.reversal, rate: 250)
    let again = StrokeSuite(strokesPerCell: 4, seed: 9).strokes(.reversal, rate: 250)
    #expect(one.map(\.stroke) == again.map(\.stroke))
    #expect(one.map(\.truth) == again.map(\.truth))
    let other = StrokeSuite(strokesPerCell: 4, seed: 10).strokes(.reversal, rate: 250)
    #expect(one.map(\.stroke) != other.map(\.stroke))
    // A larger suite begins with the same strokes.
    let more = StrokeSuite(strokesPerCell: 6, seed: 9).strokes(.reversal, rate: 250)
    #expect(Array(more.map(\.stroke).prefix(4)) == one.map(\.stroke))
  }

  @Test(arguments: cells) func `reports the speed of its motion`(profile: StrokeProfile, rate: Double) {
    for stated in StrokeSuite(strokesPerCell: 10, seed: 3).strokes(profile, rate: rate) {
      let (motion, step) = (stated.motion, 1e-6)
      for part in [0.2, 0.5, 0.9] {
        let moment = motion.duration * part
        let slope = (motion.position(moment + step) - motion.position(moment - step)) / (2 * step)
        #expect(abs(slope - motion.speed(moment)) < 1e-3 * max(100, abs(slope)))
      }
      let speed = motion.speed(stated.lastFrame)
      #expect(stated.lastFrame <= motion.duration && stated.lastFrame > motion.duration - 1.001 / rate)
      #expect(stated.truth == PixelVelocity(x: speed * stated.direction.x, y: speed * stated.direction.y))
      if profile == .stop { #expect(stated.truth.length == 0) }
      if profile != .stop { #expect(stated.truth.length > 35 && stated.truth.length < 6000.001) }
      if profile == .reversal, stated.lastFrame > motion.duration - 0.03 { #expect(speed < 0) }
    }
  }

  @Test(arguments: cells) func `reports what a panel would`(profile: StrokeProfile, rate: Double) throws {
    var intervals: [Double] = []
    for stated in StrokeSuite(strokesPerCell: 10, seed: 4).strokes(profile, rate: rate) {
      let samples = stated.stroke.samples
      let newest = try #require(samples.last)
      let release = try #require(stated.stroke.release)
      #expect(abs(release * 1e-6 - stated.lastFrame - 1 / rate) < 2e-6, "the lift is one frame later")
      #expect(samples.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }, "a grid of 1 px")
      for (older, newer) in zip(samples, samples.dropFirst()) {
        #expect(newer.time > older.time)
        #expect(newer.x != older.x || newer.y != older.y, "unchanged positions are left out")
        intervals.append(newer.time - older.time)
      }
      // Samples are on the line, within the noise, the grid's half pixel and the jump.
      let first = try #require(samples.first)
      let displacement = PixelVelocity(x: newest.x - first.x, y: newest.y - first.y)
      let aside = abs(displacement.x * stated.direction.y - displacement.y * stated.direction.x)
      #expect(aside < (profile == .jump ? 8.5 : 4.5))
    }
    let median = try #require(intervals.sorted().dropFirst(intervals.count / 2).first)
    // Slow strokes on fast panels change their pixel less often than the panel reports.
    #expect(median > 0.6e6 / rate)
  }

  @Test func `misses about three frames in a hundred`() {
    let fast = StrokeSuite(strokesPerCell: 200).strokes(.constant, rate: 120).filter {
      $0.truth.length > 1000
    }
    let frames = fast.reduce(0.0) { $0 + $1.lastFrame * $1.rate }
    let reported = fast.reduce(0) { $0 + $1.stroke.samples.count }
    let missing = 1 - Double(reported - fast.count / 2) / frames
    #expect(missing > 0.015 && missing < 0.045, "\(missing)")
  }

  @Test func `spreads speeds evenly by logarithm`() {
    let speeds = StrokeSuite(strokesPerCell: 400).strokes(.constant, rate: 60).map(\.truth.length).sorted()
    #expect(speeds[0] >= 200 && speeds[399] <= 6000)
    // The logarithmic middle of 200 and 6000 is 1095.
    #expect(speeds[200] > 900 && speeds[200] < 1330)
  }
}

@Suite struct `A degenerate stream` {
  @Test func `repeats stamps, goes back and leaps by an hour`() {
    var (equal, backward, hour, lifted) = (0, 0, 0, 0)
    for stroke in DegenerateStreams(count: 300, seed: 2) {
      #expect((2...40).contains(stroke.samples.count))
      lifted += stroke.release == nil ? 0 : 1
      for (older, newer) in zip(stroke.samples, stroke.samples.dropFirst()) {
        let step = newer.time - older.time
        equal += step == 0 ? 1 : 0
        backward += step < 0 ? 1 : 0
        hour += abs(step) == 3_600_000_000 ? 1 : 0
      }
    }
    #expect(equal > 300 && backward > 300 && hour > 300)
    #expect(lifted > 100 && lifted < 290)
  }

  @Test func `gets a finite answer from our estimator`() {
    let report = DegenerateReport(count: 2000, seed: 3)
    #expect(report.answers > 2000 * 10)
    #expect(report.nonFinite == 0)
  }

  @Test(arguments: [(Double.nan, 0.5), (.infinity, 0.5), (1, .nan), (1, 1.1), (1, -0.1)])
  func `counts a speed or confidence that is not a valid number`(speed: Double, confidence: Double) {
    let velocity = Velocity(x: 0, y: speed)
    var estimate = VelocityEstimate(velocity: velocity, samples: 2, window: .zero, confidence: confidence)
    #expect(!DegenerateReport.isNumber(estimate))
    estimate = VelocityEstimate(velocity: .zero, samples: 2, window: .zero, confidence: 1)
    #expect(DegenerateReport.isNumber(estimate))
  }
}
