/// The constants of the velocity estimate, each with its unit and its reason.
///
/// The model: in a short time, a finger follows a parabola, p + v·s + a·s²/2, with s ≤ 0 from the
/// newest sample. The deviation from the parabola grows with the age of a sample, so an old sample
/// gets less weight instead of a hard limit. The scales of the movement are proportional to its
/// speed, so the estimate does not depend on the panel's size and report rate. Only the noise of
/// the glass and of the fingertip has its own length.
public struct VelocityModel: Equatable, Sendable {
  /// Standard deviation of a reported position, in mm.
  ///
  /// Capacitive panels report within 0.05–0.1 mm; a coarse grid adds the 0.29 steps of a uniform
  /// rounding error (1/√12).
  public var positionNoise: Double
  /// Standard deviation of a sample's timestamp, in s.
  ///
  /// Default 0.5 ms: USB polls once a millisecond (0.29 ms as a uniform error), and the kernel has
  /// its own delays.
  public var timestampNoise: Double

  /// Standard deviation of a timestamp of the device clock, in s.
  ///
  /// HID counts scans in steps of 0.1 ms. On good panels, scan times differ by 1–4 % from 10 ms.
  static let clockNoise = 0.0002

  /// Creates the model of a panel with its position noise in mm and its timestamp noise in s.
  public init(positionNoise: Double = 0.1, timestampNoise: Double = 0.0005) {
    self.positionNoise = positionNoise
    self.timestampNoise = timestampNoise
  }

  /// The age beyond which a sample has too little weight for its cost: 100 ms, as in every public
  /// tracker.
  static let window = Interval.milliseconds(100)

  // MARK: The movement

  /// The length of the chunks whose fastest sets the speed scale: 12 ms.
  ///
  /// This is one scan of the slower half of panels. A shorter chunk measures noise at 1000 Hz.
  static let chunk = Interval.milliseconds(12)

  /// How far back the fastest chunk is searched: 60 ms, five chunks.
  ///
  /// With a longer search, a stop would inherit the speed of the throw.
  static let chunkReach = Interval.milliseconds(60)

  /// The minimum speed scale, in mm/s, because the path of a very slow finger still bends.
  static let minSpeed = 2.0

  /// Acceleration scale over speed scale, 1/s.
  ///
  /// A minimum-jerk reach of duration T has |acceleration| up to 3.1·v/T at its peak speed v: 10 at
  /// T = 0.3 s, a usual flick. The scale damps the parabola where a few samples would bend it
  /// arbitrarily.
  static let accelerationPerSpeed = 10.0

  /// How fast the acceleration itself changes, 1/s: within 83 ms, a quarter of a minimum-jerk
  /// reach.
  static let accelerationRate = 12.0

  /// The squared bending of a path within one second, over its squared speed, in 1/s³.
  ///
  /// q/20 of white jerk. The density q = 2 · rate · (acceleration scale)² produces the acceleration
  /// scale.
  static let bendPerSpeed = 2 * accelerationRate * accelerationPerSpeed * accelerationPerSpeed / 20

  /// Samples within this time share one bend, in s: 20 ms.
  ///
  /// At 1000 Hz, these twenty samples have the same error. If they counted as independent, their
  /// number would compensate for their age.
  static let sharedBend = 0.02

  // MARK: The samples that are wrong

  /// The greatest acceleration of a fingertip, in mm/s²: 200 m/s², 20 g.
  ///
  /// A turn without a stop at 1 m/s within one 60 Hz frame is 120 m/s². Panels whose pressure drops
  /// for one report send positions 60 mm off (500 m/s²).
  static let greatestAcceleration = 200_000.0

  /// The shortest interval in the acceleration test, in s.
  ///
  /// Shorter intervals count as this long, so that bursts and timestamps with milliseconds of
  /// jitter do not look like acceleration.
  static let shortestInterval = 0.004

  /// The odds that a lift makes the last position jump: one lift in four.
  ///
  /// When the finger rolls off, the centre of its contact area moves. Two of five examined panels
  /// report this movement.
  static let jumpOdds = 1.0 / 3

  /// How far such a jump goes in each axis, in mm; 1 mm in total.
  ///
  /// An EP0430M09 jumps by 10 px of 0.17 mm, N-Trig panels by 39 units of 0.03 mm.
  static let jumpReach = 0.7

  /// The longest time between the previous position and a jump: one and a half frames at 60 Hz.
  ///
  /// The kernel omits repeated positions, so a position after a longer pause is the jitter of a
  /// resting finger. If it counted as a jump, the finger would keep its speed from before the
  /// pause.
  static let jumpPause = Interval.milliseconds(25)

  // MARK: Turn and rest

  /// A velocity against the displacement of the whole window must also appear in this time: 20 ms.
  ///
  /// A parabola through a sudden stop bends back, and jitter after the stop bends it further.
  static let turn = Interval.milliseconds(20)

  /// How much faster a finger that turned may be than its mean speed in ``turn``.
  ///
  /// Twice: a finger that accelerates evenly from 0 ends at twice its mean speed.
  static let turnFactor = 2.0

  /// The apparent speed of noise over its length, in 1/s; noise changes within 20 ms, a frame or
  /// two.
  static let restRate = 50.0

  /// How much more likely a rest is than a movement as slow as noise.
  static let restOdds = 10.0

  /// The age up to which repetitions of the last position are removed: one and a half frames at 60
  /// Hz.
  ///
  /// A panel repeats the last position while the finger leaves. A resting finger repeats its
  /// position for longer, so older repetitions are a rest.
  static let repetitionReach = Interval.milliseconds(25)
}
