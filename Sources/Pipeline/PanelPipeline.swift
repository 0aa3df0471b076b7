public import FlickProtocol
public import GestureCore
public import Panels

/// Turns the kernel events of one panel into facts: slot decoder, ghost filter, recogniser.
///
/// Live devices, recordings and the synthetic panel all use this pipeline. No allocation per event.
/// It is a class, because its 200 kB must not move.
public final class PanelPipeline {
  private var decoder: SlotDecoder
  private var ghostFilter: GhostFilter
  private var recognizer: Recognizer
  private var setup: PanelSetup
  /// The ghosts that earlier filters counted, before a changed geometry replaced them.
  private var earlierGhosts: UInt64 = 0
  private var frames: Int64 = 0
  /// The losses that the caller reported; the decoder counts those that the stream reports.
  private var dropped: Int64 = 0
  private var swipes = SwipeCounts()
  private var publicSwipes = SwipeCounts()

  /// When the next deadline is due if no event arrives, nil while no contact is down.
  public var deadline: Instant? {
    guard let lift = decoder.deadline else { return recognition }
    return recognition.map { min($0, lift) } ?? lift
  }

  /// The recogniser's deadline; the decoder has a deadline of its own.
  private var recognition: Instant?

  /// Creates the pipeline of a panel without contacts.
  public init(_ setup: PanelSetup) {
    decoder = SlotDecoder(
      description: setup.description, geometry: setup.geometry, sizeLimit: setup.sizeLimit)
    ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    recognizer = Recognizer(settings: setup.recognition)
    self.setup = setup
  }

  /// Processes one event; an event that ends a frame emits the frame's facts.
  public func consume(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    if event.endsFrame { endFrame(event, numbering: &numbering, into: &sink) } else { decode(event) }
  }

  /// Processes an event within a frame, which emits no fact.
  public func decode(_ event: InputEvent) {
    _ = decoder.consume(event)
  }

  /// Processes the event that ends a frame, and emits the frame's facts.
  public func endFrame(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    liftSilent(until: event.instant, numbering: &numbering, into: &sink)
    decode(event)
    frames += 1
    process(numbering: &numbering, into: &sink)
  }

  /// Handles every deadline up to `now`.
  public func advance(
    to now: Instant, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    liftSilent(until: now, numbering: &numbering, into: &sink)
    guard let recognition, recognition <= now else { return }
    var counting = counting(before: sink)
    self.recognition = recognizer.advance(to: now, into: &counting)
    sink = end(counting)
  }

  /// Ends every contact without a decision.
  public func lose(
    _ reason: CancelReason, at instant: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    if reason == .dropped { dropped += 1 }
    guard decoder.loseAll(reason, at: instant) else { return }
    process(numbering: &numbering, into: &sink)
  }

  /// Whether the panel is idle, or its only contacts are ignored until they lift.
  ///
  /// Changed settings may be applied only then.
  public var isFree: Bool { deadline == nil }

  /// Applies changed settings of the same panel.
  ///
  /// Call it only while the panel is free; otherwise two setups would measure one contact. Counts,
  /// learned values and contacts that are down are kept.
  public func use(_ setup: PanelSetup) {
    decoder.geometry = setup.geometry
    decoder.sizeLimit = setup.sizeLimit
    if setup.geometry != self.setup.geometry {
      // The filter stores positions, which are invalid in the new geometry.
      earlierGhosts &+= ghostFilter.ghosts
      ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    }
    recognizer.use(setup.recognition)
    self.setup = setup
  }

  // MARK: Message and counts

  /// The panel message, with the lift delay and the report rate as learned so far.
  public var message: PanelMessage {
    var message = setup.message
    message.liftDelayMicroseconds = recognizer.liftDelay.microseconds
    if let rate = recognizer.reportRate { message.reportRate = rate }
    if setup.liftDelaySource == nil, isLiftDelayLearned {
      message.liftDelaySource = RecordedSetup.LiftDelaySource.learned.rawValue
    }
    return message
  }

  /// Whether the panel has shown its lift delay: by lifts, or by a silence that lifts its contacts.
  private var isLiftDelayLearned: Bool {
    recognizer.learnedLiftDelay != nil
      || recognizer.liftDelay > setup.recognition.rememberedLiftDelay ?? .zero
  }

  /// What the panel has shown since it was opened.
  public var learned: LearnedValues {
    LearnedValues(
      liftDelay: recognizer.learnedLiftDelay,
      reportPeriod: recognizer.reportRate.map { Interval(microseconds: Int64(1_000_000 / $0)) })
  }

  /// The counts since the panel was opened.
  public var counts: PanelCounts {
    var counts = PanelCounts()
    counts.contacts = Int64(clamping: decoder.landedContacts)
    counts.contactsDown = Int64(decoder.contactsDown)
    counts.frames = frames
    counts.dropped = dropped + decoder.overflows
    counts.rejected.palm = Int64(clamping: decoder.palms)
    counts.rejected.size = Int64(clamping: decoder.oversized)
    counts.rejected.ghost = Int64(clamping: earlierGhosts &+ ghostFilter.ghosts)
    counts.swipes = swipes
    counts.publicSwipes = publicSwipes
    return counts
  }

  /// Handles the decoder's deadline if it is due.
  private func liftSilent(
    until now: Instant, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    guard let due = decoder.deadline, due <= now else { return }
    decoder.liftSilent()
    process(numbering: &numbering, into: &sink)
  }

  private func process(numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable) {
    ghostFilter.filter(&decoder.frame)
    var counting = counting(before: sink)
    recognition = recognizer.process(&decoder.frame, numbering: &numbering, into: &counting)
    sink = end(counting)
  }

  private func counting<Sink: SwipeSink & ~Copyable>(before sink: consuming Sink) -> CountingSink<Sink> {
    CountingSink(base: sink, swipes: swipes, publicSwipes: publicSwipes, setup: setup)
  }

  private func end<Sink: SwipeSink & ~Copyable>(_ counting: consuming CountingSink<Sink>) -> Sink {
    swipes = counting.swipes
    publicSwipes = counting.publicSwipes
    return counting.base
  }
}

/// Counts the swipes that end, and passes every fact to the next sink.
///
/// It owns the next sink while one frame is processed; this costs a move of each sink.
private struct CountingSink<Base: SwipeSink & ~Copyable>: SwipeSink, ~Copyable {
  var base: Base
  var swipes: SwipeCounts
  var publicSwipes: SwipeCounts
  let setup: PanelSetup

  mutating func receive(_ fact: borrowing SwipeFact) {
    count(fact)
    base.receive(fact)
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    base.receive(fact)
  }

  private mutating func count(_ fact: borrowing SwipeFact) {
    switch fact.phase {
    case .begin, .update: break
    case .end:
      let decision = setup.rule.decide(fact)
      swipes.add(decision)
      if isPublic(fact, commit: decision.commit) { publicSwipes.add(decision) }
    case .cancel(let reason):
      swipes.add(reason)
      if isPublic(fact, commit: false) { publicSwipes.add(reason) }
    }
  }

  private func isPublic(_ fact: borrowing SwipeFact, commit: Bool) -> Bool {
    if fact.isWithheld(commit: commit) { return false }
    return !setup.isPrivate(fact.start)
  }
}
