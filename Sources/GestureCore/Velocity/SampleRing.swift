/// Where a contact was at one moment.
struct Sample {
  var instant: Instant
  var location: PanelPoint
}

/// The newest samples of one contact, oldest overwritten first.
///
/// Invariant: stamps rise strictly from old to new. Appending is O(1) and never allocates. The
/// capacity is a power of two, so that a place in the ring is a mask away.
struct SampleRing<let capacity: Int>: ~Copyable {
  private var samples = InlineArray<capacity, Sample>(
    repeating: Sample(instant: Instant(microseconds: 0), location: PanelPoint(x: 0, y: 0)))
  private var newest = 0
  private(set) var count = 0

  init() {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "the capacity is a power of two")
  }

  /// Adds a sample.
  ///
  /// Of two samples with one stamp the newer counts (panels repeat stamps when reports are
  /// coalesced). A stamp that goes back starts the ring anew: nothing recorded on another time base
  /// can be compared with it.
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

  /// Forgets every sample.
  mutating func removeAll() {
    count = 0
  }

  /// The sample `age` places before the newest one.
  ///
  /// `mutating` only so that the ring is not copied.
  @inline(__always)
  mutating func sample(age: Int) -> Sample {
    precondition(age < count, "the ring holds no sample of that age")
    return samples[(newest &- age) & (capacity &- 1)]
  }
}
