/// The position of a contact at one time.
public struct Sample: Sendable {
  var instant: Instant
  var location: PanelPoint

  /// Creates the sample of a position at a time.
  public init(instant: Instant, location: PanelPoint) {
    self.instant = instant
    self.location = location
  }
}

/// The newest samples of one contact; the oldest sample is overwritten first.
///
/// Invariant: timestamps rise strictly from old to new. Appending is O(1) and never allocates. The
/// capacity is a power of two, so that a mask computes the index.
struct SampleRing<let capacity: Int>: ~Copyable {
  private var samples = InlineArray<capacity, Sample>(
    repeating: Sample(instant: Instant(microseconds: 0), location: PanelPoint(x: 0, y: 0)))
  private var newest = 0
  private(set) var count = 0

  init() {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "the capacity must be a power of two")
  }

  /// Adds a sample.
  ///
  /// If two samples have the same timestamp, the newer one replaces the older one: panels repeat
  /// timestamps when reports are coalesced. If a timestamp goes back, the ring restarts, because
  /// old samples on another time base are not comparable.
  @inline(__always)
  mutating func append(_ sample: Sample) {
    if count > 0 {
      let last = samples[newest].instant
      if sample.instant == last {
        samples[newest] = sample
        return
      }
      if sample.instant < last { count = 0 }
    }
    newest = (newest &+ 1) & (capacity &- 1)
    samples[newest] = sample
    count = min(count &+ 1, capacity)
  }

  mutating func move(by translation: Translation) {
    for age in 0..<count {
      let index = (newest &- age) & (capacity &- 1)
      samples[index].location = samples[index].location + translation
    }
  }

  mutating func removeAll() {
    count = 0
  }

  /// The sample that is `age` samples older than the newest one.
  ///
  /// `mutating` only to avoid a copy of the ring.
  @inline(__always)
  mutating func sample(age: Int) -> Sample {
    precondition(age < count, "the ring has no sample of that age")
    return samples[(newest &- age) & (capacity &- 1)]
  }
}

/// The greatest speed in any chunk of about 12 ms, searched from the newest sample back.
///
/// Chunks follow each other without a gap. A chunk starts at the newest sample that is at least 12
/// ms before the chunk's end; the next older chunk ends there. The rest before the oldest sample
/// counts as 12 ms. O(1) per sample, one division per chunk.
struct FastestChunk {
  /// The square of the greatest speed so far, in (mm/s)².
  private(set) var squaredSpeed = VelocityModel.minSpeed * VelocityModel.minSpeed
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
    let displacement = end.location - sample.location
    let square = (displacement.x * displacement.x + displacement.y * displacement.y) / (seconds * seconds)
    if square > squaredSpeed { squaredSpeed = square }
    end = sample
  }
}
