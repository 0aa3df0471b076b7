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
  private var rule: DecisionRule { setup.rule }
  private var frames: Int64 = 0
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

  /// Processes one event; an event that completes a frame emits the frame's facts.
  public func consume(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    if event.type == EventCode.syn {
      if event.code == EventCode.synDropped { dropped += 1 }
      if event.code == EventCode.synReport { liftSilent(until: event.instant, into: &sink) }
    }
    guard decoder.consume(event) else { return }
    frames += 1
    process(numbering: &numbering, into: &sink)
  }

  /// Handles every deadline up to `now`.
  public func advance(to now: Instant, into sink: inout some SwipeSink & ~Copyable) {
    liftSilent(until: now, into: &sink)
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

  /// The panel message, with the lift delay as learned so far.
  public var message: PanelMessage {
    var message = setup.message
    message.liftDelayMicroseconds = recognizer.liftDelay.microseconds
    return message
  }

  /// The counts since the panel was opened.
  public var counts: PanelCounts {
    var counts = PanelCounts()
    counts.contacts = Int64(clamping: decoder.landedContacts)
    counts.contactsDown = Int64(decoder.contactsDown)
    counts.frames = frames
    counts.dropped = dropped
    counts.rejected.palm = Int64(clamping: decoder.palms)
    counts.rejected.size = Int64(clamping: decoder.oversized)
    counts.rejected.ghost = Int64(clamping: earlierGhosts &+ ghostFilter.ghosts)
    counts.swipes = swipes
    counts.publicSwipes = publicSwipes
    return counts
  }

  /// Handles the decoder's deadline if it is due.
  private func liftSilent(until now: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let due = decoder.deadline, due <= now else { return }
    decoder.liftSilent()
    // A lift at the contact's last position begins no swipe, so this numbering is never used.
    var numbering = SwipeNumbering()
    process(numbering: &numbering, into: &sink)
  }

  private func process(numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable) {
    ghostFilter.filter(&decoder.frame)
    var counting = counting(before: sink)
    recognition = recognizer.process(&decoder.frame, numbering: &numbering, into: &counting)
    sink = end(counting)
  }

  private func counting<Sink: SwipeSink & ~Copyable>(before sink: consuming Sink) -> CountingSink<Sink> {
    CountingSink(
      base: sink, swipes: swipes, publicSwipes: publicSwipes, rule: rule,
      context: setup.context)
  }

  private func end<Sink: SwipeSink & ~Copyable>(_ counting: consuming CountingSink<Sink>) -> Sink {
    swipes = counting.swipes
    publicSwipes = counting.publicSwipes
    return counting.base
  }
}
