/// A velocity with its evidence and its confidence.
public struct VelocityEstimate: Equatable, Sendable {
  /// The velocity of the contact at its newest movement.
  public var velocity: Velocity
  /// The number of samples in the fit.
  public var samples: Int
  /// The time that those samples span.
  public var window: Interval
  /// The confidence in the speed, 0…1: v² / (v² + σ²).
  ///
  /// σ is the standard error of the speed in the noise model. 0.5 means that the speed equals its
  /// error; 0 means no evidence of movement.
  public var confidence: Double

  /// Creates an estimate from its four values.
  public init(velocity: Velocity, samples: Int, window: Interval, confidence: Double) {
    self.velocity = velocity
    self.samples = samples
    self.window = window
    self.confidence = confidence
  }

  /// The estimate for a contact at rest, or without usable samples.
  public static var rest: VelocityEstimate {
    VelocityEstimate(velocity: .zero, samples: 0, window: .zero, confidence: 0)
  }
}
