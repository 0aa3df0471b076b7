internal import GestureCore
internal import Panels
internal import Pipeline

/// Follows each contact of a panel by itself: position, velocity, width and trail.
///
/// It uses flickd's decoder, ghost filter and estimator. Unlike flickd, each contact is a swipe of
/// its own from its first movement on, because a swipe's velocity is that of all its fingers. So
/// nothing here decides.
final class ContactWatch {
  private var decoder: SlotDecoder
  private var ghostFilter: GhostFilter
  private var recognizer: Recognizer
  private var numbering = SwipeNumbering()
  private var recognition: Instant?
  private var velocities = ContactVelocities()
  private(set) var contacts: [SeenContact] = []

  /// How long the trail of a lifted contact remains.
  static let trailRemains = Interval.seconds(2)
  /// The number of positions of a trail: a second at 240 Hz.
  private static let longestTrail = 240

  /// Creates the watch of an idle panel.
  init(_ setup: PanelSetup) {
    decoder = SlotDecoder(
      description: setup.description, geometry: setup.geometry, sizeLimit: setup.sizeLimit)
    ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    var recognition = setup.recognition
    (recognition.slop, recognition.fingersWithin, recognition.fingersApart) = (0, .zero, -1)
    recognition.bridgeGaps = .zero
    recognizer = Recognizer(settings: recognition)
  }

  /// When the next deadline is due if no event arrives.
  var deadline: Instant? {
    let trail = contacts.compactMap { $0.lifted.map { $0 + Self.trailRemains } }.min()
    return [decoder.deadline, recognition, trail].compactMap(\.self).min()
  }

  func consume(_ event: InputEvent) {
    if event.endsFrame { liftSilent(until: event.instant) }
    if decoder.consume(event) { process() }
  }

  /// Handles every deadline up to `now`.
  func advance(to now: Instant) {
    liftSilent(until: now)
    recognition = recognizer.advance(to: now, into: &velocities)
    addVelocities()
    contacts.removeAll { $0.lifted.map { $0 + Self.trailRemains <= now } ?? false }
  }

  func end(at instant: Instant) {
    if decoder.loseAll(.unplugged, at: instant) { process() }
  }

  private func liftSilent(until now: Instant) {
    guard let due = decoder.deadline, due <= now else { return }
    decoder.liftSilent()
    process()
  }

  private func process() {
    ghostFilter.filter(&decoder.frame)
    for line in 0..<decoder.frame.count { follow(decoder.frame.contact(at: line)) }
    recognition = recognizer.process(&decoder.frame, numbering: &numbering, into: &velocities)
    addVelocities()
  }

  private func follow(_ line: Contact) {
    if line.report == .landed {
      contacts.append(
        SeenContact(
          number: line.id.number, location: line.location, width: decoder.width(of: line.id),
          trail: [line.location]))
      return
    }
    guard let index = contacts.firstIndex(where: { $0.number == line.id.number && $0.lifted == nil })
    else { return }
    if contacts[index].location != line.location {
      contacts[index].location = line.location
      contacts[index].trail.append(line.location)
      contacts[index].positions += 1
      if contacts[index].trail.count > Self.longestTrail { contacts[index].trail.removeFirst(60) }
    }
    switch line.report {
    case .landed, .moved, .still: contacts[index].width = decoder.width(of: line.id)
    case .lifted, .lost: contacts[index].lifted = decoder.frame.instant
    }
  }

  private func addVelocities() {
    for index in contacts.indices where contacts[index].lifted == nil {
      contacts[index].velocity = velocities.byContact[contacts[index].number] ?? .zero
    }
    if contacts.isEmpty { velocities = ContactVelocities() }
  }
}

/// Collects the velocity of each contact.
private struct ContactVelocities: SwipeSink {
  var byContact: [UInt64: Velocity] = [:]
  private var contact: [UInt64: UInt64] = [:]

  mutating func receive(_ fact: borrowing ContactFact) {
    if case .begun(let swipe) = fact.change { contact[swipe.number] = fact.contact.number }
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard let number = contact[fact.swipe.number] else { return }
    byContact[number] = fact.phase.isLast ? nil : fact.estimate.velocity
    if fact.phase.isLast { contact[fact.swipe.number] = nil }
  }
}
