/// A velocity and the evidence for it.
public struct VelocityEstimate: Equatable, Sendable {
  /// The velocity of the contact at its newest movement.
  public var velocity: Velocity
  /// The number of samples that the fit used.
  public var samples: Int
  /// The time that those samples span.
  public var window: Interval
  /// How far the speed stands out of its own error, 0…1: v² / (v² + σ²), σ the standard error of
  /// the speed by the noise model.
  ///
  /// 0.5 means that the speed is no larger than its error; 0 that there is no evidence of movement.
  public var confidence: Double

  /// Creates an estimate.
  public init(velocity: Velocity, samples: Int, window: Interval, confidence: Double) {
    self.velocity = velocity
    self.samples = samples
    self.window = window
    self.confidence = confidence
  }

  /// The estimate for a contact that rests, or of which nothing is known.
  public static var rest: VelocityEstimate {
    VelocityEstimate(velocity: .zero, samples: 0, window: .zero, confidence: 0)
  }
}
