import TestKit
import Testing

@testable import GestureCore

@Suite struct `The noise of a stroke` {
  /// The noise of positions along x, in mm, at these times in s, of which `expected` is expected.
  private func variance(
    _ count: Int, expected: Double, interval: (Int) -> Double = { _ in 0.008 }, _ x: (Double) -> Double
  ) -> Double {
    func sample(_ time: Double) -> Sample {
      Sample(
        instant: Instant(microseconds: Int64((time * 1e6).rounded())), location: PanelPoint(x: x(time), y: 20)
      )
    }
    var noise = StrokeNoise(from: sample(0))
    var time = 0.0
    for step in 0..<count {
      // From the newest sample back.
      time -= interval(step)
      noise.add(sample(time))
    }
    return noise.variance(expected: expected)
  }

  @Test func `is what is expected below four samples`() {
    for count in 0...2 { #expect(variance(count, expected: 0.01) { 900 * $0 * $0 } == 0.01) }
  }

  @Test(arguments: [false, true]) func `is that of the positions, with even and uneven intervals`(
    isUneven: Bool
  ) {
    var random = SplitMix64(seed: 5)
    // Uniform errors of ±0.2 mm along x and none along y: a variance of 0.2²/3, halved by two axes.
    let found = variance(
      4000, expected: 0.006, interval: { isUneven ? [0.004, 0.012, 0.009][$0 % 3] : 0.008 }
    ) { 300 * $0 + Double.random(in: -0.2...0.2, using: &random) }
    #expect(abs(found - 0.2 * 0.2 / 6) < 0.0008, "seed 5")
  }

  @Test func `does not contain the bend of the path`() {
    let found = variance(12, expected: 0.01) { 3000 * $0 * $0 }
    #expect(found == VelocityModel.leastNoise * 0.01)
  }

  @Test func `is bounded for a stroke that shakes`() {
    var side = 1.0
    let found = variance(12, expected: 0.01) { _ in
      side = -side
      return side
    }
    #expect(found == VelocityModel.greatestNoise * 0.01)
  }
}
