import TestKit
import Testing

@testable import GestureCore

@Suite struct `Velocity of a contact` {
  /// The estimate for samples given as (ms, mm, mm).
  private func estimate(
    _ samples: [(t: Double, x: Double, y: Double)], hasLifted: Bool = true
  ) -> VelocityEstimate {
    var tracker = VelocityTracker()
    for sample in samples {
      tracker.append(
        PanelPoint(x: sample.x, y: sample.y), at: Instant(microseconds: Int64((sample.t * 1000).rounded())))
    }
    return tracker.estimate(by: VelocityModel(), hasLifted: hasLifted)
  }

  /// Samples of a path along x (mm by s) every `step` ms.
  private func path(_ count: Int, step: Double, _ x: (Double) -> Double) -> [(
    t: Double, x: Double, y: Double
  )] {
    (0..<count).map { (Double($0) * step, x(Double($0) * step / 1000), 20) }
  }

  @Test func `is unknown below two samples`() {
    #expect(estimate([]) == .rest)
    #expect(estimate([(0, 3, 4)]) == .rest)
  }

  @Test func `is the line through two samples`() {
    let found = estimate([(0, 0, 0), (10, 3, -4)])
    #expect(abs(found.velocity.x - 300) < 1)
    #expect(abs(found.velocity.y + 400) < 1)
    #expect(found.samples == 2)
    #expect(found.window == .milliseconds(10))
  }

  @Test(arguments: [1.0, 2, 4, 8, 16.667], [60.0, 124.7, 400, 900, 4000])
  func `is exact for steady movement at every rate`(step: Double, speed: Double) {
    let found = estimate(path(40, step: step) { speed * $0 })
    #expect(abs(found.velocity.x - speed) < speed * 1e-5)
    #expect(abs(found.velocity.y) < 1e-5 * speed)
  }

  @Test(arguments: [4.0, 8, 16])
  func `follows acceleration of which a straight line misses half`(step: Double) {
    let found = estimate(path(Int(120 / step) + 1, step: step) { 4000 * $0 * $0 })
    let truth = 8000 * (120 / step).rounded(.down) * step / 1000
    #expect(abs(found.velocity.x - truth) < 0.1 * truth)
  }

  @Test func `hardly points backwards after a quick stop`() {
    var samples = path(13, step: 8) { 800 * $0 }
    let stop = samples[12].x
    for frame in 1...6 { samples.append((Double(12 + frame) * 8, stop + 0.01 * Double(frame), 20)) }
    #expect(estimate(samples).velocity.x > -1, "a plain parabola gives −303 here")
    #expect(estimate(samples).velocity.x < 60)
  }

  @Test(arguments: [4.0, 8, 16], [24.0, 32, 40])
  func `is never backwards for jitter after a full stop`(step: Double, hold: Double) {
    for tremor in [-0.1, 0.1] {
      var samples = path(Int(96 / step) + 1, step: step) { 750 * $0 }
      // The kernel omits repeated positions: a silence, then one step of the grid.
      samples.append((96 + hold, samples[samples.count - 1].x + tremor, 20))
      for hasLifted in [true, false] {
        let found = estimate(samples, hasLifted: hasLifted).velocity.x
        #expect(found > -20)
        #expect(found < 124.7)
      }
    }
  }

  @Test func `follows a reversal`() {
    var samples = path(13, step: 8) { -600 * $0 }
    let turn = samples[12].x
    for frame in 1...5 { samples.append((Double(12 + frame) * 8, turn + 4.8 * Double(frame), 20)) }
    #expect(estimate(samples).velocity.x > 400)
  }

  @Test func `is not turned by one jump as the finger rolls off`() {
    var samples = path(15, step: 8) { 300 * $0 }
    samples.append((120, samples[14].x - 1, 20))
    let lifted = estimate(samples).velocity.x
    #expect(lifted > 200)
    let down = estimate(samples, hasLifted: false).velocity.x
    #expect(down < lifted - 60, "while the finger is down, what it does last is a turn and no jump")
  }

  @Test(arguments: [0, 1, 2, 3, 4], [4.0, 8, 16])
  func `hardly changes by one outlier at any index`(age: Int, step: Double) {
    let clean = path(Int(96 / step) + 1, step: step) { 300 * $0 + 1200 * $0 * $0 }
    var spiked = clean
    spiked[clean.count - 1 - age].x += 60
    let found = estimate(spiked, hasLifted: false)
    let truth = estimate(clean, hasLifted: false)
    #expect(abs(found.velocity.x - truth.velocity.x) < 0.1 * truth.velocity.x)
    #expect(found.samples == truth.samples - 1)
  }

  @Test func `is right for a fast throw with uneven timestamps`() {
    // rpi-fruitbox#58: intervals of 13, 5, 13, 5 ms where the panel scans every 9 ms.
    var samples: [(t: Double, x: Double, y: Double)] = []
    for scan in 0..<11 {
      let late = scan % 2 == 0 ? 0.0 : 4
      samples.append((Double(scan) * 9 + late, 1.5 * Double(scan) * 9, 20))
    }
    let found = estimate(samples)
    #expect(abs(found.velocity.x - 1500) < 300)
    #expect(found.samples == samples.count)
  }

  @Test(arguments: [1.0, 4, 16]) func `is almost zero for the jitter of a panel`(step: Double) {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let samples = path(Int(120 / step) + 1, step: step) { _ in
        Double.random(in: -0.17...0.17, using: &random)
      }
      let found = estimate(samples)
      #expect(abs(found.velocity.x) < 60, "seed 3")
    }
  }

  @Test func `spans 100 ms instead of a number of samples`() {
    for step in [1.0, 2, 5, 10, 20] {
      let found = estimate(path(140, step: step) { 400 * $0 })
      #expect(found.window == .milliseconds(100), "step \(step)")
      #expect(found.samples == Int(100 / step) + 1, "step \(step)")
    }
  }

  @Test func `is that of the last movement if the panel repeats the last position`() {
    var samples = path(10, step: 11) { 500 * $0 }
    samples.append((110, samples[9].x, 20))
    #expect(abs(estimate(samples).velocity.x - 500) < 1)
  }

  @Test func `is zero if the last position is repeated for long`() {
    var samples = path(10, step: 8) { 500 * $0 }
    for frame in 1...8 { samples.append((Double(9 + frame) * 8, samples[9].x, 20)) }
    #expect(estimate(samples) == .rest)
  }

  @Test(arguments: [4.0, 8, 16]) func `detects a steady crawl that is as slow as noise`(step: Double) {
    let found = estimate(path(Int(160 / step), step: step) { 15 * $0 })
    #expect(abs(found.velocity.x - 15) < 2)
  }

  @Test func `has a confidence that rises with the evidence`() {
    let little = estimate(path(2, step: 8) { 3 * $0 })
    let much = estimate(path(12, step: 8) { 600 * $0 })
    #expect(little.confidence < 0.5)
    #expect(much.confidence > 0.99)
    #expect(much.confidence <= 1)
  }

  @Test(arguments: 0..<40) func `is finite for timestamps that repeat, jump and go back`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tracker = VelocityTracker()
    var time: Int64 = 0
    for _ in 0..<500 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: break
      case 1: time -= Int64.random(in: 0..<3_600_000_000, using: &random)
      case 2: time += Int64.random(in: 0..<3_600_000_000, using: &random)
      case 3: time += 1
      default: time += Int64.random(in: 500..<20_000, using: &random)
      }
      let reach = Bool.random(using: &random) ? 500.0 : 1e7
      let position = PanelPoint(
        x: Double.random(in: -reach...reach, using: &random),
        y: Double.random(in: -reach...reach, using: &random))
      tracker.append(position, at: Instant(microseconds: time))
      let found = tracker.estimate(by: VelocityModel(), hasLifted: Bool.random(using: &random))
      #expect(found.velocity.x.isFinite && found.velocity.y.isFinite, "seed \(seed)")
      #expect((0...1).contains(found.confidence), "seed \(seed)")
    }
  }
}
