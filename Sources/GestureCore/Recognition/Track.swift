/// The recogniser's memory of one swipe, or of what may become one: of the middle of its fingers.
///
/// Size: that of a ``VelocityTracker`` and the state, below 4 KiB.
struct Track: ~Copyable {
  enum State {
    /// No contact.
    case vacant
    /// Down, within the slop.
    case touching
    /// A swipe.
    case swiping
    /// Given up; ignored until it lifts.
    case dead
  }

  var state = State.vacant
  var swipe = SwipeID(number: 0)
  /// How many fingers it follows the middle of.
  var fingers = 1
  var landed = Instant(microseconds: 0)
  var reported = Instant(microseconds: 0)
  /// Since when it has been where it is.
  var changed = Instant(microseconds: 0)
  var idle: Interval?
  var start = PanelPoint(x: 0, y: 0)
  var location = PanelPoint(x: 0, y: 0)
  var excursion = 0.0
  /// The corners of the box that holds its whole way, as seen from the start: the upper left and
  /// the lower right.
  private var least = Translation.zero
  private var most = Translation.zero
  /// Whether subscribers know of no velocity.
  var isResting = false
  /// Whether reports have shown that it rests.
  var isSeenAtRest = false
  /// Whether no other contact has been down with it.
  var isAlone = true
  /// Its own, so that it does not matter who else is there: a slow finger on a coarse grid is not
  /// reported with every scan.
  private var period = ReportPeriod()
  var throwDetector = ThrowDetector(
    Sample(instant: Instant(microseconds: 0), location: PanelPoint(x: 0, y: 0)))
  var tracker = VelocityTracker()

  init() {}

  /// Takes in the landing of a contact, which the panel scanned at `scanned`.
  mutating func land(at location: PanelPoint, _ instant: Instant, scanned: Instant, idle: Interval?) {
    state = .touching
    fingers = 1
    landed = instant
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

  /// Goes on with the middle of other fingers, which is not where that of the old ones was.
  ///
  /// Nothing of what it knew of a velocity is left: the middle leaps as a finger comes or goes.
  mutating func follow(_ middle: Centroid, fingers count: Int, _ instant: Instant, scanned: Instant) {
    state = .touching
    fingers = count
    reported = instant
    changed = instant
    start = middle.start
    location = middle.location
    begin()
    extend(to: location)
    isResting = true
    isSeenAtRest = false
    throwDetector = ThrowDetector(Sample(instant: scanned, location: location))
    tracker.removeAll()
    tracker.append(location, at: scanned)
  }

  /// Takes in a report of where the contact is, which the panel scanned at `scanned`.
  ///
  /// A place that has not changed for its ``stillness(atLeast:)`` is a rest, seen as it happens.
  /// The kernel leaves out values that did not change, so a pause in the reports of a contact that
  /// then moves on was a rest at the old place too, up to about one report ago. Without that sample
  /// the first movement after a rest would be spread over the whole pause.
  mutating func report(
    _ location: PanelPoint, _ instant: Instant, scanned: Instant, restAfter: Interval
  ) {
    period.learn(instant - reported)
    let stillness = stillness(atLeast: restAfter)
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
    extend(to: location)
  }

  /// How long a contact at rest has kept its place: so long, or three reports.
  func stillness(atLeast least: Interval) -> Interval { max(least, period.value * 3) }

  /// How much wider the box of its way is than the straight way from the start to here, in mm: 0 of
  /// a finger that goes one way.
  var detour: Double {
    let way = location - start
    return Translation(x: most.x - least.x - abs(way.x), y: most.y - least.y - abs(way.y)).length
  }

  private mutating func begin() {
    excursion = 0
    least = .zero
    most = .zero
  }

  private mutating func extend(to location: PanelPoint) {
    let way = location - start
    excursion = max(excursion, way.length)
    least = Translation(x: min(least.x, way.x), y: min(least.y, way.y))
    most = Translation(x: max(most.x, way.x), y: max(most.y, way.y))
  }
}
