/// From one panel's frames to its swipes: facts only, no rule and no clock.
///
/// A finger, or all that move as one, goes through these states; what is told on the way stands
/// after the slash.
///
///                 landed              slop passed / begin
///      vacant ──────────▶ touching ──────────────────────▶ swiping ──┐ moved, still before the rest / update
///        ▲ ▲                 │  ▲                           │  │  ▲──┘ rest / one update with velocity 0
///        │ │                 │  └─── joined / cancel ───────┤  │
///        │ └──── lifted, ────┤       fingers                │  │
///        │       lost        │ silent for 30 s              │  │ silent for 30 s / cancel stale
///        │                   │ apart                        │  │ apart / cancel pinch
///        │                   └──────────▶ dead ◀────────────┼──┘
///        │                                 │ lifted, lost   │ lifted / end, the other fingers dead
///        └─────────────────────────────────┴────────────────┘ lost / cancel, the other fingers dead
///
/// How fingers come to move as one: `Recognizer+Fingers.swift`.
///
/// Time is an argument. ``process(_:numbering:into:)`` and ``advance(to:into:)`` return the next
/// deadline: the moment at which silence will mean something. A deadline is handled as of its own
/// moment, not of the wake-up.
///
/// Same frames, same facts. No allocation; about 210 kB, so keep it in one place.
public struct Recognizer: ~Copyable {
  /// The number of contacts followed at once; more are ignored.
  public static var capacity: Int { 64 }

  var settings: RecognitionSettings
  private var model: VelocityModel
  /// Where the panel's own clock gives the stamps.
  private var clockedModel: VelocityModel
  private var isClocked = false
  // The ids stand apart from the tracks, so that finding one reads 512 bytes and not 210 kB. 0 is
  // no contact.
  var ids = InlineArray<64, UInt64>(repeating: 0)
  var fingers = InlineArray<64, Finger>(repeating: Finger())
  var tracks: InlineArray<64, Track>
  private var active = 0
  private var lastTouched: Instant?
  private var learnedLiftDelay = LiftDelay()
  private var liftSilence: Interval?

  /// Creates the recogniser of a panel on which nothing is down.
  public init(settings: RecognitionSettings) {
    self.settings = settings
    model = VelocityModel(positionNoise: settings.positionNoise)
    clockedModel = VelocityModel(
      positionNoise: settings.positionNoise, stampNoise: VelocityModel.clockNoise)
    // Here and not where it is declared, from where it would be copied once more.
    tracks = InlineArray { _ in Track() }
  }

  /// Goes by other settings; call it only while there is no deadline, or a swipe would be measured
  /// by both.
  ///
  /// Contacts that are dead stay dead, and what the panel's lifts and reports have taught stays
  /// known.
  public mutating func use(_ settings: RecognitionSettings) {
    self.settings = settings
    model = VelocityModel(positionNoise: settings.positionNoise)
    clockedModel = VelocityModel(
      positionNoise: settings.positionNoise, stampNoise: VelocityModel.clockNoise)
  }

  /// Takes in one frame and tells what it means, after any deadline that lies before it.
  ///
  /// Returns the next deadline. Cost: per contact one regression over the last 100 ms.
  public mutating func process(
    _ frame: inout ContactFrame, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) -> Instant? {
    _ = advance(to: frame.instant, into: &sink)
    liftSilence = frame.liftSilence
    let scanned = frame.scanned ?? frame.instant
    isClocked = frame.scanned != nil
    for line in 0..<frame.count { note(frame.contact(at: line)) }
    for line in 0..<frame.count {
      take(frame.contact(at: line), at: frame.instant, scanned: scanned, numbering: &numbering, into: &sink)
    }
    // Who lands in the frame in which another lifts does not come to it.
    for line in 0..<frame.count {
      let contact = frame.contact(at: line)
      if contact.report == .landed { land(contact, at: frame.instant, scanned: scanned) }
    }
    gather(at: frame.instant, scanned: scanned, into: &sink)
    if active > 0 || frame.count > 0 { lastTouched = frame.instant }
    return deadline()
  }

  /// Handles every deadline up to and including `now`, each as of its own moment, and returns the
  /// next one.
  public mutating func advance(to now: Instant, into sink: inout some SwipeSink & ~Copyable) -> Instant? {
    // A contact has two deadlines at most: its rest, then its end. Were there a third that does not
    // move, a loop without a bound would be the end of the service.
    for _ in 0..<(2 * Self.capacity) {
      guard let due = deadline(), due <= now else { break }
      for place in 0..<Self.capacity where ids[place] != 0 {
        expire(place, at: due, into: &sink)
      }
    }
    return deadline()
  }

  // MARK: One contact

  /// Notes where a contact is, before anything is told of it or of the fingers with it.
  private mutating func note(_ contact: Contact) {
    switch contact.report {
    case .landed, .lost:
      break
    case .moved, .still, .lifted:
      guard let place = place(of: contact.id) else { return }
      // A lift says nothing of a place but where the finger has left it.
      if contact.report == .lifted, contact.location == fingers[place].location { return }
      fingers[place].location = contact.location
      fingers[fingers[place].leader].isReported = true
    }
  }

  private mutating func take(
    _ contact: Contact, at instant: Instant, scanned: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    guard contact.report != .landed, let place = place(of: contact.id) else { return }
    let evidence = contact.report == .lifted ? silenceOfPanel(fingers[place].leader, at: instant) : nil
    if fingers[fingers[place].leader].isReported {
      fingers[fingers[place].leader].isReported = false
      move(fingers[place].leader, at: instant, scanned: scanned, numbering: &numbering, into: &sink)
    }
    switch contact.report {
    case .landed, .moved, .still:
      break
    case .lifted:
      leave(place, with: .end, at: instant, scanned: scanned, into: &sink)
      // After the end: that this silence was a rest may have been told already.
      if let evidence { learnedLiftDelay.learn(evidence) }
    case .lost(let reason):
      leave(place, with: .cancel(reason), at: instant, scanned: scanned, into: &sink)
    }
  }

  private mutating func move(
    _ place: Int, at instant: Instant, scanned: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    let middle = middle(of: place)
    tracks[place].report(middle.location, instant, scanned: scanned, restAfter: settings.restAfter)
    let isPinch = isPinch(place)
    switch tracks[place].state {
    case .vacant, .dead:
      break
    case .touching where isPinch:
      giveUp(place)
    case .touching:
      guard middle.way > settings.slop else { return }
      tracks[place].state = .swiping
      tracks[place].swipe = numbering.next()
      tell(.begin, place, at: instant, into: &sink)
    case .swiping where isPinch:
      tell(.cancel(.pinch), place, at: instant, into: &sink)
      giveUp(place)
    case .swiping:
      // A panel with heartbeats reports a finger that rests a hundred times a second; that it rests
      // is told once.
      if tracks[place].isResting, tracks[place].changed != instant { return }
      tell(.update, place, at: instant, into: &sink)
    }
  }

  /// Whether a contact has come far enough for its velocity to count.
  ///
  /// A fingertip that rolls in a tap goes out 3 to 4 mm and comes back, or round, as fast as a
  /// flick. So the way from the start must be longer by as much as the finger strayed from it, but
  /// for one that has been twice as far away, where no fingertip rolls: of 23,710 taps 59 committed
  /// where the way alone was asked for, 10 do now, 7 of them drags of 35 to 50 mm.
  private mutating func hasTravelled(_ place: Int) -> Bool {
    tracks[place].excursion >= 2 * settings.flickMinTravel
      || (tracks[place].location - tracks[place].start).length >= settings.flickMinTravel
        + tracks[place].detour
  }

  mutating func tell(
    _ phase: SwipePhase, _ place: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    let silence = instant - tracks[place].reported
    let isAtRest = tracks[place].isSeenAtRest || silence > restAfter(place)
    var estimate = VelocityEstimate.rest
    if !isAtRest, hasTravelled(place) {
      estimate = tracks[place].tracker.estimate(
        by: isClocked ? clockedModel : model, hasLifted: phase == .end)
    }
    tracks[place].isResting = estimate.velocity == .zero
    sink.receive(
      SwipeFact(
        phase: phase, swipe: tracks[place].swipe, instant: instant, fingers: tracks[place].fingers,
        start: tracks[place].start,
        translation: tracks[place].location - tracks[place].start, excursion: tracks[place].excursion,
        estimate: estimate, age: silence, duration: instant - tracks[place].landed, idle: tracks[place].idle))
  }

  // MARK: Rest

  /// How late the panel reports a lift: as it is known, else as its lifts have taught so far, 0
  /// before.
  ///
  /// A panel that lifts by silence alone is as late as that silence is long.
  /// `mutating` only so that nothing is copied.
  public var liftDelay: Interval {
    mutating get {
      let told = settings.liftDelay ?? learnedLiftDelay.value
      return liftSilence.map { max($0, told) } ?? told
    }
  }

  /// The silence that means rest: up to the lift delay it may be the panel's.
  private mutating func restAfter(_ place: Int) -> Interval {
    liftDelay + tracks[place].stillness(atLeast: settings.restAfter)
  }

  /// The silence before a lift where it is the panel's and not the finger's, and is asked for: in a
  /// swipe of one finger that did not slow down.
  ///
  /// Several fingers are no evidence: the Atmel maXTouch that takes 69 ms for one takes 124 for two
  /// and four.
  private mutating func silenceOfPanel(_ place: Int, at instant: Instant) -> Interval? {
    guard settings.liftDelay == nil, tracks[place].state == .swiping, tracks[place].isAlone,
      tracks[place].throwDetector.isThrow(positionNoise: settings.positionNoise)
    else { return nil }
    return instant - tracks[place].reported
  }

  /// When silence will next mean something for this contact.
  ///
  /// One microsecond past the rest: silence of exactly that length, ended by a lift, is still a
  /// late lift.
  private mutating func deadline(of place: Int) -> Instant? {
    switch tracks[place].state {
    case .vacant, .dead: nil
    case .swiping where !tracks[place].isResting:
      tracks[place].reported + restAfter(place) + Interval(microseconds: 1)
    case .touching, .swiping: tracks[place].reported + settings.staleAfter
    }
  }

  private mutating func deadline() -> Instant? {
    guard active > 0 else { return nil }
    var next: Instant?
    for place in 0..<Self.capacity where ids[place] != 0 {
      guard let due = deadline(of: place) else { continue }
      next = min(next ?? due, due)
    }
    return next
  }

  private mutating func expire(_ place: Int, at due: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let own = deadline(of: place), own <= due else { return }
    if due - tracks[place].reported >= settings.staleAfter {
      if tracks[place].state == .swiping { tell(.cancel(.stale), place, at: due, into: &sink) }
      giveUp(place)
    } else {
      tell(.update, place, at: due, into: &sink)
      // Whatever the estimate says, this deadline has been handled.
      tracks[place].isResting = true
    }
  }

  // MARK: Places

  private mutating func land(_ contact: Contact, at instant: Instant, scanned: Instant) {
    for place in 0..<Self.capacity where ids[place] == 0 {
      let idle: Interval? = active > 0 ? .zero : lastTouched.map { max(.zero, instant - $0) }
      ids[place] = contact.id.number
      active += 1
      fingers[place] = Finger(landed: instant, at: contact.location, leader: place)
      tracks[place].land(at: contact.location, instant, scanned: scanned, idle: idle)
      if active > 1 { markCompany() }
      return
    }
  }

  private mutating func markCompany() {
    for place in 0..<Self.capacity where ids[place] != 0 { tracks[place].isAlone = false }
  }

  private mutating func place(of id: Contact.ID) -> Int? {
    guard id.number != 0 else { return nil }
    for place in 0..<Self.capacity where ids[place] == id.number { return place }
    return nil
  }

  mutating func release(_ place: Int) {
    tracks[place].state = .vacant
    ids[place] = 0
    active -= 1
  }
}
