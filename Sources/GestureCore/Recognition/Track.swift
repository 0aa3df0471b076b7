/// The recogniser's record of one swipe or possible swipe, at the centroid of its fingers.
///
/// Size: a ``VelocityTracker`` and the state, below 4 KiB. A track that was never used has only
/// zero bits, so that its memory can be returned to the system; a landing sets every value.
struct Track: ~Copyable {
  enum State {
    case vacant
    /// The contact is down, within the slop.
    case touching
    case swiping
    /// The contact landed beside an active swipe, and does not belong to it yet.
    case waiting
    /// The contact of the swipe has lifted, and may land again after a gap in its reports.
    case lifted
    /// Dropped; ignored until the contact lifts.
    case dead
  }

  var state = State.vacant
  var swipe = SwipeID(number: 0)
  /// The number of fingers in the centroid.
  var fingers = 0
  /// The number of fingers that wait beside the swipe.
  var waiting = 0
  var landed = Instant(microseconds: 0)
  /// When the newest of its fingers landed.
  var joined = Instant(microseconds: 0)
  var reported = Instant(microseconds: 0)
  /// When the contact of the swipe lifted.
  var lifted = Instant(microseconds: 0)
  /// The velocity at the lift, by which the contact would move on.
  var liftVelocity = Velocity.zero
  /// The silence before the lift, if the lift delay is to be learned from it.
  var evidence: Interval? = .zero
  /// When the position last changed.
  var changed = Instant(microseconds: 0)
  var idle: Interval? = .zero
  var start = PanelPoint(x: 0, y: 0)
  var location = PanelPoint(x: 0, y: 0)
  /// The largest distance from the start that counts for the travel: also that of a swipe that this
  /// one continues onward, but 0 if the fingers went back.
  private var onwardExcursion = 0.0
  /// The largest distance before the fingers of the swipe changed.
  private var farthest = 0.0
  /// The upper left corner of the bounding box of the whole path, relative to the start.
  private var upperLeft = Translation.zero
  private var lowerRight = Translation.zero
  private var turns = (x: TurnDetector(), y: TurnDetector())
  /// Whether the last fact reported no velocity.
  var isResting = false
  /// Whether reports have shown that the contact rests.
  var isSeenAtRest = false
  /// Whether no other contact was down at the same time.
  var isAlone = false
  /// Each track has its own period, independent of other contacts: on a coarse grid, some scans do
  /// not report a slow finger.
  private var period = ReportPeriod(value: .zero)
  var throwDetector = ThrowDetector(
    Sample(instant: Instant(microseconds: 0), location: PanelPoint(x: 0, y: 0)))
  var tracker = VelocityTracker()

  /// Starts at the landing of a contact, which the panel scanned at `scanned`.
  mutating func land(at location: PanelPoint, _ instant: Instant, scanned: Instant, idle: Interval?) {
    state = .touching
    fingers = 1
    waiting = 0
    landed = instant
    joined = instant
    reported = instant
    changed = instant
    self.idle = idle
    start = location
    self.location = location
    begin()
    isResting = true
    isSeenAtRest = false
    isAlone = true
    period = ReportPeriod()
    throwDetector = ThrowDetector(Sample(instant: scanned, location: location))
    tracker.removeAll()
    tracker.append(location, at: scanned)
  }

  /// Continues with the centroid of a changed set of fingers, at a different position.
  ///
  /// Resets the velocity, because the centroid jumps when a finger joins or leaves.
  mutating func follow(
    _ centroid: Centroid, fingers count: Int, _ instant: Instant, scanned: Instant, slop: Double
  ) {
    state = .touching
    fingers = count
    reported = instant
    changed = instant
    start = centroid.start
    location = centroid.location
    begin()
    extend(to: location, slop: slop)
    isResting = true
    isSeenAtRest = false
    throwDetector = ThrowDetector(Sample(instant: scanned, location: location))
    tracker.removeAll()
    tracker.append(location, at: scanned)
  }

  /// Continues the path as the next swipe, at the centroid of more fingers, whose displacement
  /// counts from `centroid.start`.
  ///
  /// The content stays under the fingers, so the velocity and the largest distance stay too. The
  /// travel stays if the path goes on in its direction: fingers that roll off the glass go back.
  mutating func regroup(
    _ centroid: Centroid, fingers count: Int, _ instant: Instant, scanned: Instant, slop: Double
  ) {
    let (displacement, onward) = (location - start, centroid.location - centroid.start)
    let isOnward = displacement.x * onward.x + displacement.y * onward.y > 0
    farthest = max(farthest, onwardExcursion)
    onwardExcursion = isOnward ? farthest : 0
    tracker.move(by: centroid.location - location)
    fingers = count
    idle = .zero
    isAlone = false
    start = centroid.start
    location = centroid.location
    reported = instant
    changed = instant
    isSeenAtRest = false
    (upperLeft, lowerRight) = (.zero, .zero)
    turns = (TurnDetector(), TurnDetector())
    extend(to: location, slop: slop)
    tracker.append(location, at: scanned)
    throwDetector = ThrowDetector(Sample(instant: scanned, location: location))
  }

  /// Continues the path after a gap in the reports, which is not a rest and teaches no report
  /// period.
  mutating func bridge(to location: PanelPoint, _ instant: Instant, scanned: Instant, slop: Double) {
    reported = instant
    changed = instant
    isSeenAtRest = false
    throwDetector.report(Sample(instant: scanned, location: location))
    tracker.append(location, at: scanned)
    self.location = location
    extend(to: location, slop: slop)
  }

  /// Adds a reported position of the contact, which the panel scanned at `scanned`.
  ///
  /// A position that does not change for ``stillness(atLeast:)`` is a rest, visible in the reports.
  /// The kernel omits values that did not change, so if a contact moves after a pause, it rested at
  /// its old position until about one report period ago. This function adds a sample for that rest;
  /// otherwise the first movement after a rest would be spread over the whole pause.
  mutating func report(
    _ location: PanelPoint, _ instant: Instant, scanned: Instant, restDelay: Interval, slop: Double
  ) {
    period.learn(instant - reported)
    let stillness = stillness(atLeast: restDelay)
    if instant - reported > stillness {
      tracker.removeAll()
      tracker.append(
        self.location, at: Instant(microseconds: scanned.microseconds &- period.value.microseconds))
    }
    if location != self.location { changed = instant }
    isSeenAtRest = instant - changed > stillness
    throwDetector.report(Sample(instant: scanned, location: location))
    tracker.append(location, at: scanned)
    self.location = location
    reported = instant
    extend(to: location, slop: slop)
  }

  /// How long a contact at rest keeps its position: `least`, or three report periods if they are
  /// longer.
  func stillness(atLeast least: Interval) -> Interval { max(least, period.value * 3) }

  /// By how much the bounding box of the path exceeds the displacement, in mm; 0 for a path without
  /// a turn.
  var detour: Double {
    let displacement = location - start
    let box = lowerRight - upperLeft
    return Translation(x: box.x - abs(displacement.x), y: box.y - abs(displacement.y)).length
  }

  /// The displacement minus the detour, or half of the onward excursion if that is longer, in mm.
  ///
  /// A fingertip that rolls out and back, or round, has a detour as long as its displacement. No
  /// fingertip rolls far, so half of the excursion is enough alone: a swipe that turned back to its
  /// start has traveled.
  var travel: Double { max((location - start).length - detour, onwardExcursion / 2) }

  /// How far the path went back against the displacement.
  ///
  /// `mutating` only to avoid a copy.
  var retreat: Retreat {
    mutating get {
      let displacement = location - start
      return Retreat(x: turns.x.retreat(at: displacement.x), y: turns.y.retreat(at: displacement.y))
    }
  }

  /// The largest distance from the start of the path, in mm.
  ///
  /// `mutating` only to avoid a copy.
  var excursion: Double { mutating get { max(onwardExcursion, farthest) } }

  private mutating func begin() {
    onwardExcursion = 0
    farthest = 0
    upperLeft = .zero
    lowerRight = .zero
    turns = (TurnDetector(), TurnDetector())
  }

  private mutating func extend(to location: PanelPoint, slop: Double) {
    let displacement = location - start
    onwardExcursion = max(onwardExcursion, displacement.length)
    upperLeft = Translation(x: min(upperLeft.x, displacement.x), y: min(upperLeft.y, displacement.y))
    lowerRight = Translation(x: max(lowerRight.x, displacement.x), y: max(lowerRight.y, displacement.y))
    turns.x.report(displacement.x, slop: slop)
    turns.y.report(displacement.y, slop: slop)
  }
}
