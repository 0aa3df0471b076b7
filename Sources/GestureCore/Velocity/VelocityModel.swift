/// The numbers of the velocity estimate, each with its unit and its reason.
///
/// The model: over a short time a finger follows a parabola, p + v·s + a·s²/2, s ≤ 0 counted from the newest sample.
/// What a parabola cannot follow is the jerk, and that grows with the cube of the age; so an old sample is not cut
/// off by a window but believed less. All scales of the movement itself are proportional to its speed, which makes the
/// estimate independent of the panel's size and rate.
public struct VelocityModel: Equatable, Sendable {
  /// Standard deviation of a reported position, in mm.
  ///
  /// Capacitive panels report within 0.05–0.1 mm; a coarse grid adds the 0.29 steps of a uniform rounding
  /// error (1/√12).
  public var positionNoise: Double

  /// Samples older than this carry no weight worth their cost: 100 ms, as in every public tracker.
  static let window = Interval.milliseconds(100)

  /// The movement's speed scale is its fastest stretch of this length: 12 ms, one scan of the slower half of
  /// panels.
  ///
  /// A shorter one measures noise at 1000 Hz.
  static let stretch = Interval.milliseconds(12)

  /// How far back the fastest stretch is looked for: 50 ms.
  ///
  /// Longer, and a stop would inherit the speed of the throw.
  static let stretchReach = Interval.milliseconds(50)

  /// Jerk scale over speed scale, 1/s².
  ///
  /// A minimum-jerk reach of duration T has |jerk| up to 32·v/T² at peak speed v; 500 is T = 0.25 s, a usual
  /// flick.
  static let jerkPerSpeed = 500.0

  /// Acceleration scale over speed scale, 1/s.
  ///
  /// The same reach has |acceleration| up to 3.1·v/T, about 10 at 0.3 s. It damps the parabola where few
  /// samples would bend it at will.
  static let accelerationPerSpeed = 10.0

  /// Standard deviation of a kernel stamp, in s.
  ///
  /// USB polls once a millisecond.
  static let stampNoise = 0.0005

  /// The last sample is set aside if it lies further from the fit of the others than this many times the way
  /// that the contact makes at full speed in that frame.
  ///
  /// Panels jump as the finger rolls off (10 px in one 11 ms frame on an EP0430M09); below 1.5, true
  /// reversals are taken for jumps.
  static let jumpFactor = 1.5

  /// To that way come so many standard deviations of a position: what noise alone does once in 15,000 frames.
  static let jumpNoise = 4.0

  /// The frame counts as at least this long: at 1000 Hz a millisecond's way is smaller than the noise.
  static let jumpShortestInterval = Interval.milliseconds(4)

  /// Fewer samples than these do not tell a jump from a turn.
  static let jumpSamples = 4

  /// The repetitions of the last place are set aside, all of them, if they are no older than this: one frame and
  /// a half at 60 Hz.
  ///
  /// A panel repeats the last position as the finger leaves; a finger that rests repeats it for longer.
  static let repetitionReach = Interval.milliseconds(25)

  /// Creates the model of a panel whose positions are good to `positionNoise` mm.
  public init(positionNoise: Double = 0.1) {
    self.positionNoise = positionNoise
  }
}
