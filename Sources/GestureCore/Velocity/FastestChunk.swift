/// The greatest speed over any chunk of about 12 ms, from the newest sample back.
///
/// Chunks lie end to end: each begins at the nearest sample that is at least 12 ms before its end,
/// which ends the next one. What remains at the oldest sample counts as 12 ms. O(1) a sample, one
/// division a chunk.
struct FastestChunk {
  /// The square of the greatest speed so far, in (mm/s)².
  private(set) var squaredSpeed = VelocityModel.leastSpeed * VelocityModel.leastSpeed
  private var end: Sample

  /// Starts at the newest sample.
  init(from newest: Sample) {
    end = newest
  }

  /// Takes in the next older sample, after which comes another or not.
  @inline(__always)
  mutating func add(_ sample: Sample, isOldest: Bool) {
    let time = end.instant - sample.instant
    guard time >= VelocityModel.chunk || isOldest else { return }
    let seconds = max(time, VelocityModel.chunk).seconds
    let way = end.location - sample.location
    let square = (way.x * way.x + way.y * way.y) / (seconds * seconds)
    if square > squaredSpeed { squaredSpeed = square }
    end = sample
  }
}
