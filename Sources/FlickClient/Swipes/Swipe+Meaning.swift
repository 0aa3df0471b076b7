extension Swipe {
  /// How flickd estimated a velocity.
  public struct Estimate: Equatable, Sendable {
    /// The number of samples.
    public var samples: Int
    /// The time span of the samples.
    public var window: Duration
    /// The age of the newest sample.
    public var age: Duration
    /// The confidence of the velocity, 0 to 1; at 0.5 the speed is as large as its error.
    public var confidence: Double

    /// Creates an estimate.
    public init(samples: Int, window: Duration, age: Duration = .zero, confidence: Double) {
      self.samples = samples
      self.window = window
      self.age = age
      self.confidence = confidence
    }
  }

  /// How the content of a zone comes to rest after the release.
  public struct HandOff: Equatable, Sendable {
    /// The zone's spring.
    public var spring: Spring
    /// The release velocity of the content along the zone's axis.
    public var velocity: Double
    /// The release velocity divided by the remaining displacement, in 1/s.
    ///
    /// Positive towards the target; many animations expect this value. nil if almost no
    /// displacement remains.
    public var relativeVelocity: Double?
    /// The time until the remainder stays below a thousandth of the displacement.
    ///
    /// nil if settling takes more than an hour.
    public var settlingDuration: Duration?
    /// The target offset of the content in a zone without snap points.
    ///
    /// nil in other zones, where ``Swipe/snap`` has the target.
    public var target: Double?

    /// Creates a hand-off.
    public init(
      spring: Spring, velocity: Double, relativeVelocity: Double? = nil, settlingDuration: Duration? = nil,
      target: Double? = nil
    ) {
      self.spring = spring
      self.velocity = velocity
      self.relativeVelocity = relativeVelocity
      self.settlingDuration = settlingDuration
      self.target = target
    }
  }
}
