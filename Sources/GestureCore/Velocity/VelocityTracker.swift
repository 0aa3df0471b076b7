/// The samples of one contact, and its velocity by regression.
///
/// Size: 128 samples of 24 bytes, 100 ms at 1000 Hz. No allocation.
public struct VelocityTracker: ~Copyable {
  private var ring = SampleRing<128>()

  /// Creates a tracker without samples.
  public init() {}

  /// Adds the position of the contact at `instant`.
  ///
  /// If two samples have the same timestamp, the newer one counts; a timestamp that goes back
  /// restarts the tracker. O(1).
  public mutating func append(_ location: PanelPoint, at instant: Instant) {
    ring.append(Sample(instant: instant, location: location))
  }

  /// Removes every sample.
  public mutating func removeAll() {
    ring.removeAll()
  }

  /// Returns the velocity at the newest movement by `model`; finite for every input.
  ///
  /// `hasLifted` means that the contact has left the glass, so its last position may have jumped
  /// when the finger rolled off. O(samples of the last 100 ms).
  public mutating func estimate(by model: VelocityModel, hasLifted: Bool) -> VelocityEstimate {
    VelocityEstimator(model: model).estimate(&ring, hasLifted: hasLifted)
  }
}
