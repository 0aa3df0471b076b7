internal import GestureCore

/// The samples of a metric, with the parts of the input that they come from.
struct SampleSet: Equatable, Sendable {
  private(set) var values: [Double] = []
  private(set) var evidence: [Evidence] = []

  /// Adds one sample, with the part of the input that it comes from.
  mutating func add(_ value: Double, _ source: Evidence?) {
    values.append(value)
    if let source { add(source) }
  }

  /// Adds samples from the same part of the input.
  mutating func add(_ more: [Double], _ source: Evidence) {
    guard !more.isEmpty else { return }
    values += more
    add(source)
  }

  /// Adds evidence without a sample.
  mutating func add(_ source: Evidence) {
    if evidence.count < Measurement.maxEvidence { evidence.append(source) }
  }

  var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
  var maximum: Double { values.max() ?? 0 }
  var minimum: Double { values.min() ?? 0 }
  var median: Double { percentile(50) }

  var rms: Double {
    values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  /// The percentile `share`, with linear interpolation between two samples; 0 without samples.
  func percentile(_ share: Double) -> Double { Self.percentile(share, of: values.sorted()) }

  private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    guard let last = sorted.last else { return 0 }
    let rank = share / 100 * Double(sorted.count - 1)
    let lower = Int(rank)
    guard lower + 1 < sorted.count else { return last }
    return sorted[lower] + (rank - Double(lower)) * (sorted[lower + 1] - sorted[lower])
  }

  var spread: Measurement.Spread? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return Measurement.Spread(
      p5: Self.percentile(5, of: sorted), p50: Self.percentile(50, of: sorted),
      p95: Self.percentile(95, of: sorted))
  }

  /// The statistics that every set of samples has.
  var statistics: [Statistic: Double] {
    values.isEmpty
      ? [:] : [.minimum: minimum, .mean: mean, .median: median, .maximum: maximum]
  }
}

extension ContactPath {
  /// The whole contact as evidence.
  func evidence(in segment: Int) -> Evidence { Evidence(segment: segment, start: landed, end: ended) }
}
