internal import GestureCore

/// What is remembered of one contact to tell whether a finger made it.
///
/// One position that is wrong makes no ghost of a finger: resistive glass reports a place far away as the pressure goes, and
/// others swap two contacts for one scan. So a step that no finger makes is held back where the contact has been a finger's
/// so far, until the next position says whether it went there.
///
/// Positions are single precision, 0.1 µm on the largest glass, so that 64 of them stay below 5 kB.
struct ContactHistory: Sendable {
  /// What a position says of the contact.
  enum Step: Equatable {
    /// A finger can have come there.
    case possible
    /// A finger cannot have come there, and has not, as far as is known.
    case wild
    /// It went where no finger can.
    case impossible
  }

  /// The number of the contact, 0 for no contact.
  var number: UInt64 = 0
  /// Whether it was given up; nothing is told of it any more.
  var isDead = false
  /// Whether it was given up as a touch that repeats.
  var isPhantom = false
  /// Whether it landed where another contact is, or just was.
  var isNear = false
  /// Whether it landed where another contact left a moment ago, sooner than a finger is back.
  var isTorn = false
  /// Where it was told last.
  private(set) var told = PanelPoint(x: 0, y: 0)
  /// The position that was taken back, if it was the last one.
  private var wild: PanelPoint?
  private(set) var landed = Instant(microseconds: 0)
  private(set) var x: Float = 0
  private(set) var y: Float = 0
  /// The greatest distance from where it landed, in mm.
  private(set) var excursion: Float = 0
  /// How many places it was told at, one after the other.
  private(set) var places = 0
  /// The length of the whole way and of its longest step, in mm, and that step's speed, in m/s.
  private var way: Float = 0
  private var longest: Float = 0
  private var longestSpeed: Float = 0
  private var reported = Instant(microseconds: 0)
  private var startX: Float = 0
  private var startY: Float = 0
  /// The speed of the last step in m/s, nil after the landing and after a pause.
  private var speed: Float?
  /// The velocity of the last fast step in m/s, 0 for none, and when it ended.
  private var stepX: Float = 0
  private var stepY: Float = 0
  private var stepped = Instant(microseconds: 0)
  /// Whether a stamp went back, so that nothing is known of its speeds and of how long it was down.
  private(set) var hasBrokenStamps = false
  /// How often it turned at speed.
  private(set) var turns = 0

  // The numbers below are of a hand. Of 27,000 strokes of people none turns by 60° at 0.75 m/s before and after; none
  // comes from a quarter of the speed or less to more than 1.9 m/s in a step; the fastest step is 5.1 m/s.

  /// A finger is at most so fast, in m/s: twice the fastest on record.
  private static let fastest: Float = 12
  /// No finger on record was so fast, in m/s.
  private static let record: Float = 5.5
  /// A step of at most this length may be noise at any speed, in mm: the width of a fingertip.
  private static let shortest: Float = 15
  /// From this speed on, in m/s, a step has a direction that a finger keeps; to turn back it has to stop, which takes it
  /// some frames.
  private static let steady: Float = 0.75
  /// It takes three turns, for one position that is wrong looks like two; at the second of these speeds one is enough.
  private static let certain: Float = 4
  /// To this speed, in m/s, no finger comes from this part of it in one step.
  private static let leap: Float = 3
  private static let leapPart: Float = 0.25
  /// A way of which one step is this part is that step.
  private static let mostOfTheWay: Float = 0.8
  /// A step has a direction from this length on, in mm, for coarse frames.
  private static let stepLength: Float = 5
  /// So many turns are no finger's.
  private static let tooMany = 3
  /// No step counts as shorter than this, in µs.
  ///
  /// A scan that comes late leaves the next one little time.
  private static let shortestTime: Int64 = 8000
  /// A place that is repeated sooner is no step: some panels send every scan twice.
  private static let repetition = Interval.milliseconds(10)
  /// After a longer pause a step says nothing: the finger may have been anywhere.
  private static let pause = Interval.milliseconds(50)

  /// A contact has been a finger's so far from this age and number of places on: four positions at 60 Hz.
  private static let settled = Interval.milliseconds(60)
  private static let settledPlaces = 4

  /// A contact lands.
  mutating func land(_ contact: Contact, at instant: Instant) {
    self = ContactHistory()
    number = contact.id.number
    told = contact.location
    landed = instant
    reported = instant
    places = 1
    x = Float(contact.location.x)
    y = Float(contact.location.y)
    startX = x
    startY = y
  }

  /// Takes in where it is; on a calm panel one position that is wrong is taken back, and so is any with which it lifts.
  mutating func move(to location: PanelPoint, at instant: Instant, isCalm: Bool, isLast: Bool) -> Step {
    let before = self
    // Where it was held back from it is now for sure, or it lifts before anybody knows.
    let isThere = wild.map { (location - $0).length <= Double(Self.shortest) } ?? false
    if !isThere, canMove(to: location, at: instant) {
      told = location
      wild = nil
      return .possible
    }
    let isSettled =
      before.places >= Self.settledPlaces && instant - landed >= Self.settled && before.turns == 0
    guard isCalm, isSettled, isLast || before.wild == nil else { return .impossible }
    self = before
    wild = location
    return .wild
  }

  private mutating func canMove(to location: PanelPoint, at instant: Instant) -> Bool {
    let time = instant - reported
    let wayX = Float(location.x) - x
    let wayY = Float(location.y) - y
    let length = Self.length(wayX, wayY)
    if length == 0, time < Self.repetition { return true }
    if length > 0 { places += 1 }
    reported = instant
    x = Float(location.x)
    y = Float(location.y)
    excursion = max(excursion, Self.length(x - startX, y - startY))
    if time < .zero { hasBrokenStamps = true }
    if hasBrokenStamps { return true }
    let toSpeed = 1000 / Float(max(time.microseconds, Self.shortestTime))
    return canStep(by: wayX * toSpeed, wayY * toSpeed, length: length, in: time, at: instant)
  }

  /// Whether all that it moved was one step, faster than a finger starts and stops in one.
  var isOneLeap: Bool {
    longest > Self.shortest && longestSpeed >= Self.certain && longest >= Self.mostOfTheWay * way
  }

  /// Whether all that it moved was one step, faster than any finger on record.
  var isLeapOfNoFinger: Bool { isOneLeap && longestSpeed > Self.record }

  /// How long it has been down.
  func life(at instant: Instant) -> Interval { instant - landed }

  /// Whether it is no further than `reach` mm from a place.
  func isWithin(_ reach: Float, of location: PanelPoint) -> Bool {
    Self.length(x - Float(location.x), y - Float(location.y)) <= reach
  }

  /// Whether it landed no further than `reach` mm from a place.
  func hasLanded(within reach: Float, of location: PanelPoint) -> Bool {
    Self.length(startX - Float(location.x), startY - Float(location.y)) <= reach
  }

  private mutating func canStep(
    by stepX: Float, _ stepY: Float, length: Float, in time: Interval, at instant: Instant
  ) -> Bool {
    let before = speed
    let speed = Self.length(stepX, stepY)
    self.speed = time <= Self.pause ? speed : nil
    way += length
    if length > longest { (longest, longestSpeed) = (length, speed) }
    if length > Self.shortest, speed > Self.fastest { return false }
    guard time <= Self.pause else {
      (self.stepX, self.stepY) = (0, 0)
      return true
    }
    if length > Self.shortest, speed >= Self.leap, let before, before <= speed * Self.leapPart {
      return false
    }
    guard length > 0 else { return true }
    guard length > Self.stepLength, speed >= Self.steady else {
      (self.stepX, self.stepY) = (0, 0)
      return true
    }
    let fast = instant - stepped <= Self.pause ? Self.length(self.stepX, self.stepY) : 0
    // By more than 60°.
    let isTurn = fast > 0 && self.stepX * stepX + self.stepY * stepY < 0.5 * fast * speed
    (self.stepX, self.stepY) = (stepX, stepY)
    stepped = instant
    if isTurn { turns += 1 }
    return !(isTurn && (turns >= Self.tooMany || min(fast, speed) >= Self.certain))
  }

  private static func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
}
