internal import GestureCore

/// The constants of the ghost filter: lengths in mm, speeds in mm/s.
///
/// Unless another source is named, the source is 27,000 strokes of people and the recorded panels.
enum GhostLimits {
  /// The maximum number of contacts that are followed simultaneously.
  static let contacts = 64
  /// The number of last lifts that are stored.
  static let lifts = 8
  /// The number of spots that are compared for periodic ghosts.
  static let spots = 32

  // MARK: Steps

  /// No finger is faster: twice the fastest step on record, 5100 mm/s.
  static let topSpeed: Float = 12_000
  /// No finger on record was faster.
  static let recordSpeed: Float = 5500
  /// A shorter step may be noise at any speed: the width of a fingertip.
  static let noiseStep: Float = 15
  /// No finger reaches this speed in one step after a step at `leapPart` of this speed.
  ///
  /// On record, no finger exceeds 1900 mm/s.
  static let leapSpeed: Float = 3000
  static let leapPart: Float = 0.25
  /// From this speed on, a finger keeps its direction: to turn, it must stop, which takes some
  /// frames.
  ///
  /// On record, no finger turns by 60° at this speed.
  static let turnSpeed: Float = 750
  /// At this speed, one turn is enough to be impossible.
  ///
  /// Below this speed, `impossibleTurns` are needed, because one wrong position looks like two
  /// turns.
  static let certainSpeed: Float = 4000
  static let impossibleTurns = 3
  /// A shorter step has no direction: coarse panels round its direction.
  static let directionStep: Float = 5
  /// A path is one leap if its longest step is at least this fraction of the path.
  static let leapShare: Float = 0.8
  /// A step never counts as shorter, in µs: after a late scan, little time is left before the next
  /// one.
  static let shortestStep: Int64 = 8000
  /// A position repeated sooner does not count as a step: some panels send each scan twice.
  static let repetition = Interval.milliseconds(10)
  /// A step after a longer pause is not evidence: the finger may have been anywhere.
  static let pause = Interval.milliseconds(50)
  /// From this age and number of positions on, one outlier is allowed: four positions at 60 Hz.
  static let settledAge = Interval.milliseconds(60)
  static let settledPositions = 4

  // MARK: Lives

  /// Of 26,044 taps and strokes of people, 1 % are shorter.
  static let flash = Interval.milliseconds(25)
  /// Of the same taps and strokes, 5 % are shorter.
  static let tap = Interval.milliseconds(40)
  /// A moving finger stays down for at least 24 ms.
  static let shortestMovement = Interval.milliseconds(20)
  /// If the panel is doubtful, a movement must last at least this long to count as a finger's.
  static let doubtfulMovement = Interval.milliseconds(80)
  /// A turn is evidence against a contact that was down for a shorter time.
  static let turningMovement = Interval.milliseconds(300)
  /// A longer excursion is a movement: a rolling fingertip reaches this length, and a flick exceeds
  /// it.
  static let movement: Float = 3

  // MARK: Neighbours

  /// A finger that flickers lands again within this distance and this time.
  static let flickerReach: Float = 20
  static let flickerTime = Interval.milliseconds(150)
  /// A finger that lifted does not return sooner: people tap at most ten times a second.
  static let returnTime = Interval.milliseconds(60)
  /// The fingers of one hand land within this distance.
  static let handspan: Float = 30
  /// Fingers that land within this distance are one swipe.
  static let swipeReach: Float = 100

  // MARK: Doubt

  /// The panel closes above this level, and opens at `reopening` after `calm`.
  ///
  /// `calm` is longer than the pauses between the bursts of a charger's ripple.
  static let closing = 8.0
  static let reopening = 4.0
  static let calm = Interval.seconds(2)
  /// From this level on, a movement must last `doubtfulMovement`.
  static let doubtful = 4.0
  /// From this level on, a movement must neither turn nor be a fragment of another one, and no
  /// outlier is allowed.
  static let strict = 1.5
  static let ceiling = 12.0

  static let impossibleEvidence = 3.0
  static let turnEvidence = 1.5
  static let outlierEvidence = 0.5
  static let fragmentEvidence = 1.0
  static let flashEvidence = (alone: 1.0, near: 0.25)
  static let tapEvidence = (alone: 0.25, near: 0.1)
  static let lifeRelief = 0.1
  static let reliefPerSecond = 1.0

  // MARK: Periodic ghosts

  /// The number of equal intervals after which a spot is a known ghost.
  static let knownIntervals = 2
  /// Shorter intervals come from people and machines.
  static let shortestPeriod = Interval.seconds(1)
  /// Intervals are equal within one part in this number.
  static let periodParts: UInt64 = 100
  /// A known spot is removed after this number of missing repetitions.
  static let missingRepetitions: Int64 = 4
  /// Two positions are one spot within two device units, or within this distance if device units
  /// are smaller.
  static let spotReach: Float = 0.3
}
