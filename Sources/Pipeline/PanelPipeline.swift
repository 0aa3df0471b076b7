public import FlickProtocol
public import GestureCore
public import Panels

/// Turns the kernel events of one panel into facts: slot decoder, ghost filter, recogniser.
///
/// Live devices, recordings and the synthetic panel all use this pipeline. A contact that lands in
/// a private zone is as if absent until it lifts: the decoder hides it. No allocation per event. It
/// is a class, because its 200 kB must not move.
public final class PanelPipeline {
  private var decoder: SlotDecoder
  private var ghostFilter: GhostFilter
  private var recognizer: Recognizer
  private var setup: PanelSetup
  private let isPrivateIncluded: Bool
  /// The ghosts that earlier filters counted, before a changed geometry replaced them.
  private var earlierGhosts: UInt64 = 0
  private var frames: Int64 = 0
  /// The losses that the caller reported; the decoder counts those that the stream reports.
  private var dropped: Int64 = 0

  /// When the next deadline is due if no event arrives, nil while no contact is down.
  public var deadline: Instant? {
    guard let lift = decoder.deadline else { return recognition }
    return recognition.map { min($0, lift) } ?? lift
  }

  /// The recogniser's deadline; the decoder has its own deadline.
  private var recognition: Instant?

  /// Creates the pipeline of a panel without contacts.
  ///
  /// With `isPrivateIncluded`, contacts in private zones are processed like all others: for tools
  /// of a person who reads the panel's events anyway.
  public init(_ setup: PanelSetup, isPrivateIncluded: Bool = false) {
    self.isPrivateIncluded = isPrivateIncluded
    decoder = SlotDecoder(
      description: setup.description, geometry: setup.geometry, sizeLimit: setup.sizeLimit,
      privateAreas: setup.privateAreas(isPrivateIncluded: isPrivateIncluded))
    ghostFilter = GhostFilter(step: setup.geometry.longestStep)
    recognizer = Recognizer(settings: setup.recognition)
    self.setup = setup
  }

  /// Processes one event; an event that ends a frame emits the frame's facts.
  public func consume(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    guard event.endsFrame else { return decode(event) }
    endFrame(event, numbering: &numbering, into: &sink)
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
    guard decoder.consume(event) else { return }
    frames += 1
    process(numbering: &numbering, into: &sink)
  }

  /// Handles every deadline up to `now`.
  public func advance(
    to now: Instant, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    liftSilent(until: now, numbering: &numbering, into: &sink)
    decoder.liftSilentHidden(at: now)
    guard let recognition, recognition <= now else { return }
    self.recognition = recognizer.advance(to: now, into: &sink)
  }

  /// Ends every contact without a decision.
  public func lose(
    _ reason: CancelReason, at instant: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    if reason == .dropped { dropped += 1 }
    recognition = recognizer.endGaps(into: &sink)
    guard decoder.loseAll(reason, at: instant) else { return }
    process(numbering: &numbering, into: &sink)
  }

  /// Whether the panel is idle, or its only contacts are hidden or ignored until they lift.
  ///
  /// Changed settings may be applied only then.
  public var isFree: Bool { deadline == nil }

  /// Applies changed settings of the same panel.
  ///
  /// Call it only while the panel is free; otherwise two setups would measure one contact. Counts,
  /// learned values and contacts that are down are kept; a hidden contact stays hidden.
  public func use(_ setup: PanelSetup) {
    decoder.geometry = setup.geometry
    decoder.sizeLimit = setup.sizeLimit
    if !isPrivateIncluded { decoder.privateAreas = setup.privateAreas }
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
    message.opening = PanelMessage.Opening(setup.message)
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

  /// The counts since the panel was opened, without those of swipes.
  public var counts: PanelCounts {
    var counts = PanelCounts(panelID: setup.message.panelID)
    counts.touches = Int64(clamping: decoder.allContacts)
    counts.isTouched = decoder.contactsDown + decoder.hiddenDown > 0
    counts.message.contacts = Int64(clamping: decoder.landedContacts)
    counts.message.contactsDown = Int64(decoder.contactsDown)
    counts.message.frames = frames
    counts.message.dropped = dropped + decoder.overflows
    counts.rejected = RejectedCounts(
      palm: Int64(clamping: decoder.palms), size: Int64(clamping: decoder.oversized),
      ghost: Int64(clamping: earlierGhosts &+ ghostFilter.ghosts))
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
    if setup.recognition.bridgeGaps > .zero { markPrivateContacts() }
    recognition = recognizer.process(&decoder.frame, numbering: &numbering, into: &sink)
  }

  /// Keeps gaps in the reports from being bridged across the border of a private zone.
  private func markPrivateContacts() {
    for index in 0..<decoder.frame.count {
      var contact = decoder.frame.contact(at: index)
      guard setup.isPrivate(contact.location) else { continue }
      contact.isPrivate = true
      decoder.frame.replace(at: index, with: contact)
    }
  }
}
