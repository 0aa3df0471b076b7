extension Swipe {
  /// The interpretation of a swipe.
  public struct Decision: Equatable, Sendable {
    /// The components of the velocity that did not count, because the finger went back by less
    /// than the minimum travel: it recoiled when it lifted.
    public struct Recoil: Equatable, Sendable {
      /// How far the finger went back along x; nil if this component counted.
      public var x: Double?
      /// How far the finger went back along y; nil if this component counted.
      public var y: Double?

      /// Creates a recoil.
      public init(x: Double? = nil, y: Double? = nil) {
        self.x = x
        self.y = y
      }
    }

    /// Flick or drag.
    public var kind: Kind
    /// Whether the swipe should take effect: a criterion is met and the direction is allowed.
    public var commit: Bool
    /// The criteria that are met.
    public var by: Set<Condition>
    /// The direction of the swipe; nil if it has none.
    public var direction: Direction?
    /// The displacement along the direction; negative for a flick against the displacement.
    public var distance: Double
    /// The threshold of the displacement.
    public var distanceThreshold: Double
    /// The speed along the axis, without the components of ``recoil``; 0 if the swipe travelled too
    /// little for its velocity to count.
    public var speed: Double
    /// The threshold of the speed.
    public var speedThreshold: Double
    /// The predicted end along the direction; nil if the rule does not use this criterion.
    public var predicted: Double?
    /// The threshold of the predicted end; nil if the rule does not use this criterion.
    public var predictedThreshold: Double?
    /// Why the swipe does not commit; nil if it commits, and before the end.
    public var noCommit: NoCommit?
    /// The displacement minus the detour of the path, or half of the excursion if that is longer.
    public var travel: Double
    /// The travel below which the velocity does not count.
    public var travelThreshold: Double
    /// The recoil; nil if none changed the axis or the speed.
    public var recoil: Recoil?

    /// Creates a decision.
    public init(
      kind: Kind, commit: Bool, by: Set<Condition> = [], direction: Direction? = nil, distance: Double = 0,
      distanceThreshold: Double = 0, speed: Double = 0, speedThreshold: Double = 0, predicted: Double? = nil,
      predictedThreshold: Double? = nil, noCommit: NoCommit? = nil, travel: Double = 0,
      travelThreshold: Double = 0, recoil: Recoil? = nil
    ) {
      self.kind = kind
      self.commit = commit
      self.by = by
      self.direction = direction
      self.distance = distance
      self.distanceThreshold = distanceThreshold
      self.speed = speed
      self.speedThreshold = speedThreshold
      self.predicted = predicted
      self.predictedThreshold = predictedThreshold
      self.noCommit = noCommit
      self.travel = travel
      self.travelThreshold = travelThreshold
      self.recoil = recoil
    }
  }

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

  /// The snap point to which a swipe moves the content of a zone.
  public struct Snap: Equatable, Sendable {
    /// The index of the snap point where the content was at begin.
    public var from: Int
    /// The index of the selected snap point.
    public var index: Int
    /// The number of snap points from `from` to `index`; negative against their order.
    public var steps: Int
    /// The target offset of the content.
    public var offset: Double

    /// Creates a snap.
    public init(from: Int, index: Int, steps: Int, offset: Double) {
      self.from = from
      self.index = index
      self.steps = steps
      self.offset = offset
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
