/// The greatest speed in any chunk of about 12 ms, searched from the newest sample back.
///
/// Chunks follow each other without a gap. A chunk starts at the newest sample that is at least 12
/// ms before the chunk's end; the next older chunk ends there. The rest before the oldest sample
/// counts as 12 ms. O(1) per sample, one division per chunk.
struct FastestChunk {
  /// The square of the greatest speed so far, in (mm/s)².
  private(set) var squaredSpeed = VelocityModel.leastSpeed * VelocityModel.leastSpeed
  private var end: Sample

  /// Starts at the newest sample.
  init(from newest: Sample) {
    end = newest
  }

  /// Adds the next older sample; `isOldest` closes the last chunk.
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
