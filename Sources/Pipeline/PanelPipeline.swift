public import FlickProtocol
public import GestureCore
public import Panels

/// One panel's way from kernel events to facts: the slot decoder, what it says that is plausible,
/// and the recogniser.
///
/// Live devices, recordings and the synthetic panel all enter here. No allocation per event. A
/// class, because it is 200 kB that must stay in one place.
public final class PanelPipeline {
  private var decoder: SlotDecoder
  private var ghostFilter: GhostFilter
  private var recognizer: Recognizer
  private var setup: PanelSetup
  /// Counted by the watches over ghosts that were given up for one on other glass.
  private var earlierGhosts: UInt64 = 0
  private var rule: DecisionRule { setup.rule }
  private var frames: Int64 = 0
  private var dropped: Int64 = 0
  private var swipes = SwipeCounts()
  private var publicSwipes = SwipeCounts()

  /// When silence will next mean something, nil while nothing is down.
  public var deadline: Instant? {
    guard let lift = decoder.deadline else { return recognition }
    return recognition.map { min($0, lift) } ?? lift
  }

  /// The recogniser's deadline; the decoder's own comes to it.
  private var recognition: Instant?

  /// Creates the pipeline of a panel on which nothing is down.
  public init(_ setup: PanelSetup) {
    decoder = SlotDecoder(
      description: setup.description, geometry: setup.geometry, sizeLimit: setup.sizeLimit)
    ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    recognizer = Recognizer(settings: setup.recognition)
    self.setup = setup
  }

  /// Takes in one event; facts come when it completes a frame.
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

  /// Whether nobody touches the panel, or only who is dead until lifted: then other settings may
  /// take hold.
  public var isFree: Bool { deadline == nil }

  /// Goes by other settings of the same panel; only while it is free, or a contact would be
  /// measured by both.
  ///
  /// What has been counted and learned stays, and so does who is on the glass.
  public func use(_ setup: PanelSetup) {
    decoder.geometry = setup.geometry
    decoder.sizeLimit = setup.sizeLimit
    if setup.geometry != self.setup.geometry {
      // It keeps places on the glass, which mean others now.
      earlierGhosts &+= ghostFilter.ghosts
      ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    }
    recognizer.use(setup.recognition)
    self.setup = setup
  }

  // MARK: What is known

  /// What subscribers are told of the panel, as far as it is known by now: how late it reports a
  /// lift may be learned.
  public var message: PanelMessage {
    var message = setup.message
    message.liftDelayMicroseconds = recognizer.liftDelay.microseconds
    return message
  }

  /// What has been counted since the panel was opened.
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

  /// Handles the decoder's deadline if it has come.
  private func liftSilent(until now: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let due = decoder.deadline, due <= now else { return }
    decoder.liftSilent()
    // A lift where the contact was last begins no swipe, so it takes no number.
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
