/// The position of a contact at one time.
struct Sample {
  var instant: Instant
  var location: PanelPoint
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

  /// Removes every sample.
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
