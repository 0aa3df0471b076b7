extension Stroke {
  /// The newest samples that a public tracker would fit, oldest first.
  ///
  /// The rules are those that Android, Flutter and Compose share: the last 100 ms, at most 20
  /// samples. A gap of more than 40 ms between samples, or before the lift, means that the finger
  /// stopped. Of two samples with equal timestamps, the newer one counts.
  func fittedSamples() -> [Sample] {
    let horizon = 100_000.0
    let gap = 40_000.0
    let cap = 20
    guard let newest = samples.last, !isReleased(after: gap) else { return [] }
    var window = [newest]
    for sample in samples.reversed().dropFirst() {
      guard let oldest = window.last else { break }
      if sample.time == oldest.time { continue }
      if newest.time - sample.time > horizon || oldest.time - sample.time > gap { break }
      window.append(sample)
      if window.count == cap { break }
    }
    return window.reversed()
  }

  /// All samples; of consecutive samples with equal timestamps, only the newest.
  func samplesWithDistinctTimestamps() -> [Sample] {
    var distinct: [Sample] = []
    distinct.reserveCapacity(samples.count)
    for sample in samples {
      if distinct.last?.time == sample.time { distinct.removeLast() }
      distinct.append(sample)
    }
    return distinct
  }
}
