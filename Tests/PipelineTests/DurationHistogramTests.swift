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
    #expect(histogram.summary == DurationSummary(100, 50, 99, 100, 100))
  }

  @Test(arguments: [Int64(-5), 0, 1, 127, 128, 129, 4095, 4096, 1 << 32 - 1, 1 << 40, .max])
  func `accepts any duration`(duration: Int64) {
    var histogram = DurationHistogram()
    histogram.add(duration)
    let bounded = min(max(duration, 0), 1 << 32 - 1)
    #expect(
      histogram.summary
        == DurationSummary(1, bounded, bounded, bounded, bounded))
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
      #expect(value >= .microseconds(exact))
      #expect(value / .microseconds(1) <= Double(exact) * 1.02)
    }
    #expect(summary.max == .microseconds(all.last ?? 0))
  }
}

extension DurationSummary {
  /// The quantiles in µs.
  fileprivate init(_ count: Int64, _ p50: Int64, _ p99: Int64, _ p999: Int64, _ max: Int64) {
    self.init(
      count: count, p50: .microseconds(p50), p99: .microseconds(p99), p999: .microseconds(p999),
      max: .microseconds(max))
  }
}
