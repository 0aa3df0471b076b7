import FlickProtocol
import TestKit
import Testing

@testable import Pipeline

@Suite struct `A histogram of durations` {
  @Test func `has no quantiles without durations`() {
    #expect(DurationHistogram().summary == DurationSummary())
  }

  @Test func `is exact for short durations`() {
    var histogram = DurationHistogram()
    for duration in 1...100 { histogram.add(Int64(duration)) }
    #expect(histogram.summary == DurationSummary(count: 100, p50: 50, p99: 99, p999: 100, max: 100))
  }

  @Test(arguments: [Int64(-5), 0, 1, 127, 128, 129, 4095, 4096, 1 << 32 - 1, 1 << 40, .max])
  func `accepts any duration`(duration: Int64) {
    var histogram = DurationHistogram()
    histogram.add(duration)
    let bounded = min(max(duration, 0), 1 << 32 - 1)
    #expect(
      histogram.summary
        == DurationSummary(count: 1, p50: bounded, p99: bounded, p999: bounded, max: bounded))
  }

  @Test func `is at most 2 % too long, and never too short`() {
    let seed = UInt64.random(in: 1 ... .max)
    print("a histogram of durations: seed \(seed)")
    var random = SplitMix64(seed: seed)
    var histogram = DurationHistogram()
    var all: [Int64] = []
    for _ in 0..<20_000 {
      let duration =
        Int64(1) << Int64.random(in: 0...30, using: &random) + Int64.random(in: 0...500, using: &random)
      all.append(duration)
      histogram.add(duration)
    }
    all.sort()
    let summary = histogram.summary
    for (value, thousandths) in [(summary.p50, 500), (summary.p99, 990), (summary.p999, 999)] {
      let exact = all[(all.count * thousandths + 999) / 1000 - 1]
      #expect(value >= exact)
      #expect(Double(value) <= Double(exact) * 1.02)
    }
    #expect(summary.max == all.last)
  }
}
