/// How a swipe of one finger continues after a gap in the reports, which looks like a lift and a
/// landing.
///
///     swiping ── lifted, after 6 mm ──▶ lifted ── a contact lands near its path / update ──▶ swiping
///                                         │ after `bridgeGaps`, or if the panel is lost / end, as of the lift
///                                         ▼
///                                       vacant
///
/// The nearest landing continues a swipe. A shorter swipe may be a tap, which the next tap does not
/// continue. A bridged lift teaches neither the lift delay nor the report rate.
extension Recognizer {
  /// The travel of a swipe whose lift may be a gap, in mm.
  private static var minTravelBeforeGap: Double { 6 }
  /// The largest distance between a landing and where the contact would be by its velocity, in mm.
  private static var bridgedWithin: Double { 5 }

  /// The id of a track without a contact; the frame of the lift must not find it again.
  private static var noContact: UInt64 { .max }

  /// Whether a lift may be a gap in the reports.
  mutating func canBridge(from contact: Contact, _ index: Int) -> Bool {
    settings.bridgeGaps > .zero && !contact.isPrivate && tracks[index].state == .swiping
      && tracks[index].fingers == 1 && tracks[index].travel >= Self.minTravelBeforeGap
  }

  /// Lets the end of a swipe wait for a landing.
  mutating func hold(_ index: Int, evidence: Interval?, at instant: Instant) {
    release(waitingBeside: index)
    tracks[index].lifted = instant
    tracks[index].liftVelocity = estimate(index, at: instant, hasLifted: true).velocity
    tracks[index].evidence = evidence
    tracks[index].state = .lifted
    ids[index] = Self.noContact
    active -= 1
    gaps += 1
  }

  /// Lets the contacts that land in a frame continue swipes, the nearest first.
  mutating func bridgeGaps(
    _ frame: inout ContactFrame, scanned: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    while let (index, landing) = nearestGap(&frame) {
      let contact = frame.contact(at: landing)
      ids[index] = contact.id.number
      active += 1
      gaps -= 1
      tracks[index].state = .swiping
      fingers[index].location = contact.location
      tracks[index].bridge(
        to: contact.location, frame.instant, scanned: scanned, slop: settings.slop)
      emit(.update, index, at: frame.instant, into: &sink)
    }
  }

  /// The swipe and the index of the landing that are closest to each other, if a landing is near a
  /// swipe.
  private mutating func nearestGap(_ frame: inout ContactFrame) -> (track: Int, landing: Int)? {
    var nearest: (track: Int, landing: Int)?
    var minDistance = Self.bridgedWithin
    for index in 0..<frame.count {
      let contact = frame.contact(at: index)
      guard contact.report == .landed, !contact.isPrivate else { continue }
      for track in 0..<end where ids[track] != 0 && tracks[track].state == .lifted {
        let time = (frame.instant - tracks[track].reported).seconds
        let expected = tracks[track].location + tracks[track].liftVelocity * time
        let distance = (contact.location - expected).length
        if distance < minDistance || (distance == minDistance && nearest == nil) {
          (nearest, minDistance) = ((track, index), distance)
        }
      }
    }
    return nearest
  }

  /// Ends a swipe that no contact has continued, at the time of the lift.
  mutating func endGap(_ index: Int, into sink: inout some SwipeSink & ~Copyable) {
    tracks[index].state = .swiping
    emit(.end, index, at: tracks[index].lifted, into: &sink)
    if let evidence = tracks[index].evidence { learning.learn(evidence) }
    active += 1
    gaps -= 1
    release(index)
  }

  /// Ends all swipes whose contact has lifted, because no contact can continue them, and returns
  /// the next deadline.
  public mutating func endGaps(into sink: inout some SwipeSink & ~Copyable) -> Instant? {
    for index in 0..<end where ids[index] != 0 && tracks[index].state == .lifted {
      endGap(index, into: &sink)
    }
    return deadline()
  }
}
