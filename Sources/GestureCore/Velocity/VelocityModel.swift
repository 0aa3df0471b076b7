/// The numbers of the velocity estimate, each with its unit and its reason.
///
/// The model: over a short time a finger follows a parabola, p + v·s + a·s²/2, s ≤ 0 counted from
/// the newest sample. What bends it away from the parabola grows with the age of the sample, so
/// that an old one is not cut off by a window but believed less. The scales of the movement itself
/// are proportional to its speed, which makes the estimate independent of the panel's size and
/// rate; only what the glass and the fingertip add has a length of its own.
public struct VelocityModel: Equatable, Sendable {
  /// Standard deviation of a reported position, in mm.
  ///
  /// Capacitive panels report within 0.05–0.1 mm; a coarse grid adds the 0.29 steps of a uniform
  /// rounding error (1/√12).
  public var positionNoise: Double
  /// Standard deviation of a sample's stamp, in s.
  ///
  /// Default 0.5 ms: USB polls once a millisecond (0.29 ms as a uniform error), and the kernel has
  /// its own delays.
  public var stampNoise: Double

  /// That of a stamp by the panel's own clock, in s: HID counts scans in steps of 0.1 ms, and those
  /// of good panels come within 1–4 % of 10 ms.
  static let clockNoise = 0.0002

  /// Creates the model of a panel whose positions are good to `positionNoise` mm and whose stamps
  /// to `stampNoise` s.
  public init(positionNoise: Double = 0.1, stampNoise: Double = 0.0005) {
    self.positionNoise = positionNoise
    self.stampNoise = stampNoise
  }

  /// Samples older than this carry no weight worth their cost: 100 ms, as in every public tracker.
  static let window = Interval.milliseconds(100)

  // MARK: The movement

  /// The movement's speed scale is its fastest chunk of this length: 12 ms, one scan of the slower
  /// half of panels.
  ///
  /// A shorter one measures noise at 1000 Hz.
  static let chunk = Interval.milliseconds(12)

  /// How far back the fastest chunk is looked for: 60 ms, five chunks.
  ///
  /// Longer, and a stop would inherit the speed of the throw.
  static let chunkReach = Interval.milliseconds(60)

  /// The least speed scale, in mm/s: a finger that hardly moves still bends its way.
  static let leastSpeed = 2.0

  /// Acceleration scale over speed scale, 1/s.
  ///
  /// A minimum-jerk reach of duration T has |acceleration| up to 3.1·v/T at its peak speed v: 10 at
  /// T = 0.3 s, a usual flick. It damps the parabola where few samples would bend it at will.
  static let accelerationPerSpeed = 10.0

  /// How fast the acceleration itself changes, 1/s: within 83 ms, a quarter of such a reach.
  static let accelerationRate = 12.0

  /// What a way bends by within a second, over its speed, squared, in 1/s³: q/20 of white jerk
  /// whose density q makes such an acceleration, q = 2 · rate · (acceleration scale)².
  static let bendPerSpeed = 2 * accelerationRate * accelerationPerSpeed * accelerationPerSpeed / 20

  /// Samples within this time share one bend, in s: 20 ms.
  ///
  /// At 1000 Hz twenty of them are wrong together; taken for independent, their number would make
  /// up for their age.
  static let sharedBend = 0.02

  // MARK: The samples that are wrong

  /// No fingertip accelerates by more than this, in mm/s²: 200 m/s², 20 g.
  ///
  /// A turn on the spot at 1 m/s within one 60 Hz frame is 120 m/s². Panels whose pressure drops
  /// for one report send places 60 mm off (500 m/s²).
  static let greatestAcceleration = 200_000.0

  /// Intervals count as at least this long in that test, in s: bursts and stamps that jitter by
  /// milliseconds accelerate nothing.
  static let shortestInterval = 0.004

  /// How often a lift comes with a jump of the last place, against how often it does not: one lift
  /// in four.
  ///
  /// As the finger rolls off, the centre of what still touches moves: two of five panels looked at
  /// do it.
  static let jumpOdds = 1.0 / 3

  /// How far such a jump goes, in mm, each way, which is 1 mm in all.
  ///
  /// An EP0430M09 jumps by 10 px of 0.17 mm, N-Trig panels by 39 units of 0.03 mm.
  static let jumpReach = 0.7

  /// A jump comes within this time after the place before, one frame and a half at 60 Hz.
  ///
  /// The kernel leaves out places that repeat: one that comes after a longer pause is the tremor of
  /// a finger that was held. Taken for a jump, it would leave the finger the speed from before the
  /// pause.
  static let jumpPause = Interval.milliseconds(25)

  // MARK: Turn and rest

  /// A velocity against the way of the whole window must show in the way of this time: 20 ms.
  ///
  /// A parabola through a dead stop bends back, and a tremor after it tells it to.
  static let turn = Interval.milliseconds(20)

  /// How much faster than over that time a finger that turned may be: twice, for one that speeds up
  /// from nothing.
  static let turnFactor = 2.0

  /// Noise looks like so much speed for its length, in 1/s: it comes and goes within 20 ms, a frame
  /// or two.
  static let restRate = 50.0

  /// How much likelier rest is than a movement as slow as noise.
  static let restOdds = 10.0

  /// The repetitions of the last place are set aside if they are no older than this, one frame and
  /// a half at 60 Hz; older, they are a rest.
  ///
  /// A panel repeats the last position as the finger leaves; a finger that rests repeats it for
  /// longer.
  static let repetitionReach = Interval.milliseconds(25)
}
