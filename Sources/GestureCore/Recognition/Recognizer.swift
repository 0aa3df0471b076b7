/// Converts one panel's frames to swipe facts, without a rule and without a clock.
///
/// A finger, or a group that moves as one, goes through these states. The text after a slash is the
/// reported fact.
///
///                 landed              slop passed / begin
///      vacant ──────────▶ touching ──────────────────────▶ swiping ──┐ moved, still before the rest / update
///        ▲ ▲                 │                              │ ▲│  ▲──┘ rest / one update with velocity 0
///        │ │                 │   waiting fingers passed the └─┘│
///        │ └──── lifted, ────┤   slop / cancel fingers, begin  │
///        │       lost        │ silent for 30 s              ┌──┤ silent for 30 s / cancel stale
///        │                   │ apart                        │  │ apart / cancel pinch
///        │                   └──────────▶ dead ◀────────────┼──┘
///        │                                 │ lifted, lost   │ lifted / end, the other fingers dead
///        └─────────────────────────────────┴────────────────┘ lost / cancel, the other fingers dead
///
/// `Recognizer+Fingers.swift` describes how fingers form a group, `Recognizer+Waiting.swift` how
/// further fingers join a swipe, and `Recognizer+Gaps.swift` how a swipe continues after lost
/// reports.
///
/// Time is an argument. ``process(_:numbering:into:)`` and ``advance(to:into:)`` return the next
/// deadline: the time when silence changes a state. A deadline is handled at its own timestamp, not
/// at that of the wake-up.
///
/// The same frames give the same facts. No allocation. Size: about 210 kB, so do not copy or move
/// it.
public struct Recognizer: ~Copyable {
  /// The maximum number of contacts that are followed simultaneously; further contacts are ignored.
  public static var capacity: Int { 64 }

  var settings: RecognitionSettings
  private var model: VelocityModel
  /// The model for frames that carry a device clock.
  private var clockedModel: VelocityModel
  private var isClocked = false
  // The ids are separate from the tracks, so that finding one reads 512 bytes and not 210 kB. An id
  // of 0 means no contact.
  var ids = InlineArray<64, UInt64>(repeating: 0)
  var fingers = InlineArray<64, Finger>(repeating: Finger())
  var tracks: InlineArray<64, Track>
  /// The number of contacts that are down.
  var active = 0
  /// The number of swipes whose contact has lifted, and that a contact may continue.
  var gaps = 0
  /// The index behind the last contact: the others are not looked at.
  private(set) var end = 0
  private var lastTouched: Instant?
  var learning: LiftDelay
  private var rate = ReportRate()
  private var liftSilence: Interval?

  /// Creates the recogniser of an idle panel.
  public init(settings: RecognitionSettings) {
    self.settings = settings
    model = VelocityModel(positionNoise: settings.positionNoise)
    clockedModel = VelocityModel(
      positionNoise: settings.positionNoise, timestampNoise: VelocityModel.clockNoise)
    learning = LiftDelay(remembered: settings.rememberedLiftDelay)
    // Set here, because a default value at the declaration would be copied once more.
    tracks = InlineArray { _ in Track() }
  }

  /// Sets changed settings; call it only while there is no deadline.
  ///
  /// Otherwise both the old and the new settings would measure one swipe. Dead contacts stay dead.
  /// The learned lift delay and report periods stay.
  public mutating func use(_ settings: RecognitionSettings) {
    self.settings = settings
    model = VelocityModel(positionNoise: settings.positionNoise)
    clockedModel = VelocityModel(
      positionNoise: settings.positionNoise, timestampNoise: VelocityModel.clockNoise)
  }

  /// Processes one frame, after any earlier deadline, and returns the next deadline.
  ///
  /// Cost: one regression over the last 100 ms for each contact.
  public mutating func process(
    _ frame: inout ContactFrame, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) -> Instant? {
    _ = advance(to: frame.instant, into: &sink)
    liftSilence = frame.liftSilence
    let scanned = frame.scanned ?? frame.instant
    isClocked = frame.scanned != nil
    for index in 0..<frame.count { note(frame.contact(at: index)) }
    for index in 0..<frame.count {
      take(frame.contact(at: index), at: frame.instant, scanned: scanned, numbering: &numbering, into: &sink)
    }
    // Landings come last, so that a finger does not join a swipe that ends in the same frame.
    if gaps > 0 { bridgeGaps(&frame, scanned: scanned, into: &sink) }
    for index in 0..<frame.count {
      let contact = frame.contact(at: index)
      if contact.report == .landed, trackIndex(of: contact.id) == nil {
        land(contact, at: frame.instant, scanned: scanned)
      }
    }
    // A contact that lifts in the frame of its landing joins no other finger. The others that lift
    // were processed above, and no longer have an index.
    for index in 0..<frame.count {
      let contact = frame.contact(at: index)
      switch contact.report {
      case .landed, .moved, .still: break
      case .lifted, .lost:
        take(contact, at: frame.instant, scanned: scanned, numbering: &numbering, into: &sink)
      }
    }
    gather(at: frame.instant, scanned: scanned, into: &sink)
    if active > 0 || frame.count > 0 { lastTouched = frame.instant }
    return deadline()
  }

  /// Handles every deadline up to and including `now`, each at its own timestamp, and returns the
  /// next one.
  public mutating func advance(to now: Instant, into sink: inout some SwipeSink & ~Copyable) -> Instant? {
    // A contact has at most four deadlines: its wait, its rest, then its end or the end of a gap.
    // The bound prevents an endless loop if a defect leaves a deadline in the past.
    for _ in 0..<(4 * Self.capacity) {
      guard let due = deadline(), due <= now else { break }
      for index in 0..<end where ids[index] != 0 { expire(index, at: due, into: &sink) }
      gather(at: due, scanned: due, into: &sink)
    }
    return deadline()
  }

  // MARK: One contact

  /// Stores a contact's position before its swipe or a swipe with several fingers is reported.
  private mutating func note(_ contact: Contact) {
    switch contact.report {
    case .landed: break
    case .lost:
      if let index = trackIndex(of: contact.id) { fingers[index].isLeaving = true }
    case .moved, .still, .lifted:
      guard let index = trackIndex(of: contact.id) else { return }
      fingers[index].isLeaving = contact.report == .lifted
      // A lift without a new position is not a movement.
      if contact.report == .lifted, contact.location == fingers[index].location { return }
      fingers[index].location = contact.location
      fingers[fingers[index].leader].isReported = true
    }
  }

  private mutating func take(
    _ contact: Contact, at instant: Instant, scanned: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    guard contact.report != .landed, let index = trackIndex(of: contact.id) else { return }
    let evidence = contact.report == .lifted ? silenceOfPanel(fingers[index].leader, at: instant) : nil
    if fingers[fingers[index].leader].isReported {
      fingers[fingers[index].leader].isReported = false
      move(fingers[index].leader, at: instant, scanned: scanned, numbering: &numbering, into: &sink)
    }
    switch contact.report {
    case .landed, .moved, .still: break
    case .lifted where canBridge(from: contact, index): hold(index, evidence: evidence, at: instant)
    case .lifted:
      leave(index, with: .end, at: instant, scanned: scanned, into: &sink)
      // Learn after the end, because a fact may already have reported this silence as a rest.
      if let evidence { learning.learn(evidence) }
    case .lost(let reason): leave(index, with: .cancel(reason), at: instant, scanned: scanned, into: &sink)
    }
  }

  private mutating func move(
    _ index: Int, at instant: Instant, scanned: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    let centroid = centroid(of: index)
    if tracks[index].fingers == 1, tracks[index].state != .waiting,
      centroid.location != tracks[index].location
    {
      rate.learn(instant - tracks[index].reported)
    }
    tracks[index].report(
      centroid.location, instant, scanned: scanned, restDelay: settings.restDelay, slop: settings.slop)
    let isPinch = isPinch(index)
    switch tracks[index].state {
    case .vacant, .lifted, .dead: break
    case .touching where isPinch:
      emitFingers(.lost(.pinch), of: index, at: instant, into: &sink)
      giveUp(index)
    case .touching:
      guard centroid.displacement > settings.slop, !fingers[index].isNew else { return }
      begin(index, as: numbering.next(), at: instant, into: &sink)
    case .waiting:
      proceed(fingers[index].host, at: instant, scanned: scanned, numbering: &numbering, into: &sink)
    case .swiping where isPinch:
      emit(.cancel(.pinch), index, at: instant, into: &sink)
      giveUp(index)
    case .swiping where tracks[index].waiting > 0:
      let isOver = proceed(index, at: instant, scanned: scanned, numbering: &numbering, into: &sink)
      if !isOver { emitMovement(index, at: instant, into: &sink) }
    case .swiping: emitMovement(index, at: instant, into: &sink)
    }
  }

  /// Reports the begin of a swipe that its fingers belong to.
  mutating func begin(
    _ index: Int, as swipe: SwipeID, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    tracks[index].state = .swiping
    tracks[index].swipe = swipe
    emitFingers(.begun(swipe), of: index, at: instant, into: &sink)
    emit(.begin, index, at: instant, into: &sink)
  }

  private mutating func emitMovement(
    _ index: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    // A panel with heartbeats reports a resting finger a hundred times a second; the rest is
    // reported once.
    if tracks[index].isResting, tracks[index].changed != instant { return }
    emit(.update, index, at: instant, into: &sink)
  }

  /// The travel below which a contact has no velocity, in mm: it may be a rolling fingertip.
  ///
  /// Not a setting, because the velocity is a fact. ``DecisionRule/travelThreshold`` is the setting
  /// of the decision. A fingertip that rolls in a tap moves 1–2 mm at any speed, and 3 to 4 mm out
  /// and back, or round, as fast as a flick.
  static var minTravel: Double { 3 }

  mutating func emit(
    _ phase: SwipePhase, _ index: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    let estimate = estimate(index, at: instant, hasLifted: phase == .end)
    tracks[index].isResting = estimate.velocity == .zero
    sink.receive(
      SwipeFact(
        phase: phase, swipe: tracks[index].swipe, instant: instant, fingers: tracks[index].fingers,
        start: tracks[index].start,
        translation: tracks[index].location - tracks[index].start, excursion: tracks[index].excursion,
        travel: tracks[index].travel, retreat: tracks[index].retreat, estimate: estimate,
        age: instant - tracks[index].reported,
        duration: instant - tracks[index].landed, idle: tracks[index].idle))
  }

  /// The velocity of a swipe; 0 at rest.
  mutating func estimate(_ index: Int, at instant: Instant, hasLifted: Bool) -> VelocityEstimate {
    let isAtRest = tracks[index].isSeenAtRest || instant - tracks[index].reported > restDelay(of: index)
    let farthest = max(tracks[index].travel, tracks[index].excursion / 2)
    guard !isAtRest, farthest >= Self.minTravel else { return .rest }
    return tracks[index].tracker.estimate(by: isClocked ? clockedModel : model, hasLifted: hasLifted)
  }

  /// How often the panel reports a moving contact, in Hz; nil until it is known.
  public var reportRate: Double? { rate.hertz }

  // MARK: Rest

  /// The lift delay that this panel's lifts have shown; nil before there are five, or if the delay
  /// is set.
  ///
  /// `mutating` only to avoid a copy.
  public var learnedLiftDelay: Interval? {
    mutating get { learning.isLearned ? learning.value : nil }
  }

  /// How late the panel reports a lift: the set value, else the learned one, which begins at the
  /// remembered one or at 0.
  ///
  /// If a panel reports lifts only by silence, the delay is at least that silence. `mutating` only
  /// to avoid a copy.
  public var liftDelay: Interval {
    mutating get {
      let delay = settings.liftDelay ?? learning.value
      return liftSilence.map { max($0, delay) } ?? delay
    }
  }

  /// The silence that means rest; up to the lift delay, the panel may cause a silence.
  private mutating func restDelay(of index: Int) -> Interval {
    liftDelay + tracks[index].stillness(atLeast: settings.restDelay)
  }

  /// The silence before a lift, if the panel caused the silence and the lift delay is to be
  /// learned.
  ///
  /// That needs a swipe of one finger that did not slow down. Several fingers are not evidence: the
  /// Atmel maXTouch that needs 69 ms for one finger needs 124 ms for two and four.
  private mutating func silenceOfPanel(_ index: Int, at instant: Instant) -> Interval? {
    guard settings.liftDelay == nil, tracks[index].state == .swiping, tracks[index].isAlone,
      tracks[index].throwDetector.isThrow(positionNoise: settings.positionNoise)
    else { return nil }
    return instant - tracks[index].reported
  }

  /// The time when silence will next change this contact's state.
  ///
  /// One microsecond after the rest: if a lift ends a silence of exactly that length, the lift is
  /// only late.
  private mutating func deadline(of index: Int) -> Instant? {
    switch tracks[index].state {
    case .vacant, .dead: nil
    case .lifted: tracks[index].lifted + settings.bridgeGaps
    case .swiping where !tracks[index].isResting:
      tracks[index].reported + restDelay(of: index) + Interval(microseconds: 1)
    case .waiting where !fingers[index].hasWaited: fingers[index].landed + Self.furtherAfter
    case .touching, .swiping, .waiting: tracks[index].reported + settings.staleAfter
    }
  }

  mutating func deadline() -> Instant? {
    guard end > 0 else { return nil }
    var next: Instant?
    for index in 0..<end where ids[index] != 0 {
      guard let due = deadline(of: index) else { continue }
      next = min(next ?? due, due)
    }
    return next
  }

  private mutating func expire(_ index: Int, at due: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let own = deadline(of: index), own <= due else { return }
    if tracks[index].state == .waiting, !fingers[index].hasWaited {
      count(index, at: due, into: &sink)
    } else if tracks[index].state == .lifted {
      endGap(index, into: &sink)
    } else if due - tracks[index].reported >= settings.staleAfter {
      if tracks[index].state == .swiping {
        emit(.cancel(.stale), index, at: due, into: &sink)
      } else {
        emitFingers(.lost(.stale), of: index, at: due, into: &sink)
      }
      giveUp(index)
    } else {
      emit(.update, index, at: due, into: &sink)
      // Handled, whatever velocity the estimate has; otherwise the same deadline would return.
      tracks[index].isResting = true
    }
  }

  // MARK: Indexes

  private mutating func land(_ contact: Contact, at instant: Instant, scanned: Instant) {
    for index in 0..<Self.capacity where ids[index] == 0 {
      let idle: Interval? = active > 0 ? .zero : lastTouched.map { max(.zero, instant - $0) }
      ids[index] = contact.id.number
      active += 1
      end = max(end, index + 1)
      fingers[index] = Finger(
        contact: contact.id.number, landed: instant, start: contact.location, location: contact.location,
        leader: index, isNew: true)
      tracks[index].land(at: contact.location, instant, scanned: scanned, idle: idle)
      tracks[index].isAlone = active == 1
      return
    }
  }

  mutating func markCompany() {
    guard active > 1 else { return }
    for index in 0..<end where ids[index] != 0 { tracks[index].isAlone = false }
  }

  private mutating func trackIndex(of id: Contact.ID) -> Int? {
    guard id.number != 0 else { return nil }
    for index in 0..<end where ids[index] == id.number { return index }
    return nil
  }

  mutating func release(_ index: Int) {
    tracks[index].state = .vacant
    ids[index] = 0
    active -= 1
    while end > 0, ids[end - 1] == 0 { end -= 1 }
  }
}
