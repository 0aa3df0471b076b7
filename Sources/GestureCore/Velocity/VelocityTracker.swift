/// The samples of one contact, and its velocity by regression over them.
///
/// Size: 128 samples of 24 bytes, 100 ms at 1000 Hz. Nothing allocates.
public struct VelocityTracker: ~Copyable {
  private var ring = SampleRing<128>()

  /// Starts without a sample.
  public init() {}

  /// Takes in where the contact was at `instant`.
  ///
  /// Of two samples with one stamp the newer counts; a stamp that goes back starts anew. O(1).
  public mutating func append(_ location: PanelPoint, at instant: Instant) {
    ring.append(Sample(instant: instant, location: location))
  }

  /// Forgets every sample.
  public mutating func removeAll() {
    ring.removeAll()
  }

  /// The velocity at the newest movement by `model`; finite for every input.
  ///
  /// `hasLifted` says that the contact has left the glass, and its last place may have jumped as
  /// the finger rolled off. O(samples of the last 100 ms).
  public mutating func estimate(by model: VelocityModel, hasLifted: Bool) -> VelocityEstimate {
    VelocityEstimator(model: model).estimate(&ring, hasLifted: hasLifted)
  }
}
