public import FlickProtocol

/// Counts durations in buckets of growing width, for quantiles that are at most 1/64 too long.
///
/// Cost: one allocation of 14 kB.
public struct DurationHistogram: Sendable {
  /// The number of buckets per doubling, as a power of two: 64.
  private static let precision = 6
  /// Durations beyond 2³² µs (71 minutes) count as this one.
  private static let maxDuration: Int64 = 1 << 32 - 1

  private var buckets = [Int64](repeating: 0, count: Self.bucket(of: Self.maxDuration) + 1)
  private var count: Int64 = 0
  private var longest: Int64 = 0

  /// Creates an empty histogram.
  public init() {}

  /// Counts a duration in µs; a negative one counts as 0.
  public mutating func add(_ duration: Int64) {
    let bounded = min(max(duration, 0), Self.maxDuration)
    buckets[Self.bucket(of: bounded)] += 1
    count += 1
    longest = max(longest, bounded)
  }

  /// The quantiles of all counted durations.
  public var summary: DurationSummary {
    DurationSummary(
      count: count, p50: quantile(500), p99: quantile(990), p999: quantile(999), max: .microseconds(longest))
  }

  /// The duration that this many of a thousand do not exceed.
  private func quantile(_ thousandths: Int64) -> Duration {
    let rank = (count * thousandths + 999) / 1000
    var sum: Int64 = 0
    for (bucket, number) in buckets.enumerated() where number > 0 {
      sum += number
      if sum >= rank { return .microseconds(min(Self.upperBound(of: bucket), longest)) }
    }
    return .zero
  }

  /// Below 128 µs each duration has its own bucket; above, the leading seven bits select the
  /// bucket.
  private static func bucket(of duration: Int64) -> Int {
    let shift = max(0, 63 - duration.leadingZeroBitCount - precision)
    return shift << precision + Int(duration >> Int64(shift))
  }

  /// The longest duration of a bucket.
  private static func upperBound(of bucket: Int) -> Int64 {
    let shift = max(0, bucket >> precision - 1)
    return (Int64(bucket - shift << precision) + 1) << Int64(shift) - 1
  }
}
