/// The recogniser's memory of one contact.
///
/// Size: 128 samples of 24 bytes and the state, below 4 KiB. 128 samples hold 100 ms at 1000 Hz.
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
  var landed = Instant(microseconds: 0)
  var reported = Instant(microseconds: 0)
  var idle: Interval?
  var start = PanelPoint(x: 0, y: 0)
  var location = PanelPoint(x: 0, y: 0)
  var excursion = 0.0
  var isResting = false
  var ring = SampleRing<128>()

  init() {}

  /// Takes in the landing of a contact.
  mutating func land(at location: PanelPoint, _ instant: Instant, idle: Interval?) {
    state = .touching
    landed = instant
    reported = instant
    self.idle = idle
    start = location
    self.location = location
    excursion = 0
    isResting = true
    ring.removeAll()
    ring.append(Sample(instant: instant, location: location))
  }

  /// Takes in a report of where the contact is.
  ///
  /// The kernel leaves out values that did not change, so a pause in the reports of a contact that then moves on was a
  /// rest at the old place, up to about one `period` ago. Without that sample the first movement after a rest would
  /// be spread over the whole pause.
  mutating func report(_ location: PanelPoint, _ instant: Instant, restedFor rest: Interval, period: Interval)
  {
    if instant - reported > rest {
      ring.removeAll()
      ring.append(
        Sample(
          instant: Instant(microseconds: instant.microseconds &- period.microseconds), location: self.location
        ))
    }
    ring.append(Sample(instant: instant, location: location))
    self.location = location
    reported = instant
    excursion = max(excursion, (location - start).length)
  }
}
