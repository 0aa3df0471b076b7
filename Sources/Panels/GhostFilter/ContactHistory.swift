internal import GestureCore

/// The movement of one contact, to distinguish a finger from a ghost.
///
/// One wrong position does not prove a ghost: resistive glass reports a distant position when the
/// pressure falls, and other panels swap two contacts for one scan. So if a contact has moved like
/// a finger until now, an impossible step is held back until the next position confirms or refutes
/// it.
///
/// Positions have single precision, 0.1 µm on the largest glass, so that 64 histories stay below 5
/// kB.
struct ContactHistory: Sendable {
  /// The result of a position.
  enum Step: Equatable {
    /// A finger can move there.
    case possible
    /// A finger cannot move there; the position is held back as an outlier.
    case outlier
    /// The contact moved where a finger cannot.
    case impossible
  }

  /// The number of the contact, 0 if there is none.
  var number: UInt64 = 0
  /// Whether the contact was cancelled; no more reports of the contact are sent.
  var isSuppressed = false
  /// Whether the contact was cancelled as a periodic ghost.
  var isPeriodic = false
  /// Whether the contact landed where another contact is, or just was.
  var isNear = false
  /// Whether the contact landed where another one lifted, sooner than a finger returns.
  var isFragment = false
  private(set) var reported = PanelPoint(x: 0, y: 0)
  private(set) var landed = Instant(microseconds: 0)
  private(set) var x: Float = 0
  private(set) var y: Float = 0
  /// The largest distance from the landing, in mm.
  private(set) var excursion: Float = 0
  /// The number of different consecutive positions.
  private(set) var positions = 0
  /// The number of turns at speed.
  private(set) var turns = 0
  /// Whether a timestamp went backwards, so that speeds and ages are unknown.
  private(set) var hasInvalidTimestamps = false

  /// The position that is held back, if it was the last one.
  private var heldBack: PanelPoint?
  private var startX: Float = 0
  private var startY: Float = 0
  private var moved = Instant(microseconds: 0)
  /// The length of the path and of its longest step, in mm; and the speed of that step, in mm/s.
  private var path: Float = 0
  private var longest: Float = 0
  private var longestSpeed: Float = 0
  /// The speed of the last step in mm/s; nil after the landing and after a pause.
  private var speed: Float?
  /// The velocity of the last step with a direction, in mm/s, 0 if there is none; and when the step
  /// ended.
  private var velocityX: Float = 0
  private var velocityY: Float = 0
  private var turnable = Instant(microseconds: 0)

  /// Starts the history of a contact that lands.
  mutating func land(_ contact: Contact, at instant: Instant) {
    self = ContactHistory()
    number = contact.id.number
    reported = contact.location
    landed = instant
    moved = instant
    positions = 1
    x = Float(contact.location.x)
    y = Float(contact.location.y)
    startX = x
    startY = y
  }

  /// Adds a position; if `allowsOutlier`, holds back one outlier, or any outlier at the lift.
  mutating func move(
    to location: PanelPoint, at instant: Instant, allowsOutlier: Bool, isLast: Bool
  ) -> Step {
    let before = self
    let isConfirmed =
      heldBack.map { (location - $0).length <= Double(GhostLimits.noiseStep) } ?? false
    if !isConfirmed, advance(to: location, at: instant) {
      reported = location
      heldBack = nil
      return .possible
    }
    let isSettled =
      before.positions >= GhostLimits.settledPositions && instant - landed >= GhostLimits.settledAge
      && before.turns == 0
    guard allowsOutlier, isSettled, isLast || before.heldBack == nil else { return .impossible }
    self = before
    heldBack = location
    return .outlier
  }

  /// Moves to a position; returns whether a finger can make this movement.
  private mutating func advance(to location: PanelPoint, at instant: Instant) -> Bool {
    let time = instant - moved
    let stepX = Float(location.x) - x
    let stepY = Float(location.y) - y
    let length = Self.length(stepX, stepY)
    if length == 0, time < GhostLimits.repetition { return true }
    if length > 0 { positions += 1 }
    moved = instant
    x = Float(location.x)
    y = Float(location.y)
    excursion = max(excursion, Self.length(x - startX, y - startY))
    if time < .zero { hasInvalidTimestamps = true }
    if hasInvalidTimestamps { return true }
    let perSecond = 1_000_000 / Float(max(time.microseconds, GhostLimits.shortestStep))
    return addStep(of: length, velocity: (stepX * perSecond, stepY * perSecond), in: time, at: instant)
  }

  /// Adds a step to the path; returns whether a finger can make it.
  private mutating func addStep(
    of length: Float, velocity: (x: Float, y: Float), in time: Interval, at instant: Instant
  ) -> Bool {
    let before = speed
    let speed = Self.length(velocity.x, velocity.y)
    self.speed = time <= GhostLimits.pause ? speed : nil
    path += length
    if length > longest { (longest, longestSpeed) = (length, speed) }
    let isLong = length > GhostLimits.noiseStep
    if isLong, speed > GhostLimits.topSpeed { return false }
    guard time <= GhostLimits.pause else {
      (velocityX, velocityY) = (0, 0)
      return true
    }
    if isLong, speed >= GhostLimits.leapSpeed, let before, before <= speed * GhostLimits.leapPart {
      return false
    }
    guard length > 0 else { return true }
    guard length > GhostLimits.directionStep, speed >= GhostLimits.turnSpeed else {
      (velocityX, velocityY) = (0, 0)
      return true
    }
    return !turn(to: velocity, speed, at: instant)
  }

  /// Sets the direction; returns whether the contact turned as a finger cannot.
  private mutating func turn(to velocity: (x: Float, y: Float), _ speed: Float, at instant: Instant) -> Bool {
    let before = instant - turnable <= GhostLimits.pause ? Self.length(velocityX, velocityY) : 0
    // By more than 60°.
    let isTurn = before > 0 && velocityX * velocity.x + velocityY * velocity.y < 0.5 * before * speed
    (velocityX, velocityY) = (velocity.x, velocity.y)
    turnable = instant
    guard isTurn else { return false }
    turns += 1
    return turns >= GhostLimits.impossibleTurns || min(before, speed) >= GhostLimits.certainSpeed
  }

  /// Whether the whole path was one step, faster than a finger starts and stops in one step.
  var isOneLeap: Bool {
    longest > GhostLimits.noiseStep && longestSpeed >= GhostLimits.certainSpeed
      && longest >= GhostLimits.leapShare * path
  }

  /// Whether the whole path was one step, faster than any finger on record.
  var isImpossibleLeap: Bool { isOneLeap && longestSpeed > GhostLimits.recordSpeed }

  /// The time since the landing.
  func age(at instant: Instant) -> Interval { instant - landed }

  /// Whether the contact is at most `reach` mm from a position.
  func isWithin(_ reach: Float, of location: PanelPoint) -> Bool {
    Self.length(x - Float(location.x), y - Float(location.y)) <= reach
  }

  /// Whether the contact landed at most `reach` mm from a position.
  func hasLanded(within reach: Float, of location: PanelPoint) -> Bool {
    Self.length(startX - Float(location.x), startY - Float(location.y)) <= reach
  }

  private static func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
}
