public import FlickProtocol
public import GestureCore
public import Panels

/// One panel's way from kernel events to facts: the slot decoder and, behind it, the recogniser.
///
/// Live devices, recordings and the synthetic panel all enter here. No allocation per event. A class, because it
/// is 200 kB that must stay in one place.
public final class PanelPipeline {
  private var decoder: SlotDecoder
  private var recognizer: Recognizer
  private let setup: PanelSetup
  private var rule: DecisionRule { setup.rule }
  private var frames: Int64 = 0
  private var dropped: Int64 = 0
  private var swipes = SwipeCounts()
  private var publicSwipes = SwipeCounts()

  /// When silence will next mean something, nil while nothing is down.
  public private(set) var deadline: Instant?

  /// Creates the pipeline of a panel on which nothing is down.
  public init(_ setup: PanelSetup) {
    decoder = SlotDecoder(description: setup.description, geometry: setup.geometry)
    recognizer = Recognizer(settings: setup.recognition)
    self.setup = setup
  }

  /// Takes in one event; facts come when it completes a frame.
  public func consume(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    if event.code == EventCode.synDropped, event.type == EventCode.syn { dropped += 1 }
    guard decoder.consume(event) else { return }
    frames += 1
    process(numbering: &numbering, into: &sink)
  }

  /// Handles every deadline up to `now`.
  public func advance(to now: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let deadline, deadline <= now else { return }
    var counting = counting(before: sink)
    self.deadline = recognizer.advance(to: now, into: &counting)
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

  // MARK: What is known

  /// What subscribers are told of the panel, as far as it is known by now: how late it reports a lift may be learned.
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
    counts.swipes = swipes
    counts.publicSwipes = publicSwipes
    return counts
  }

  private func process(numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable) {
    var counting = counting(before: sink)
    deadline = recognizer.process(&decoder.frame, numbering: &numbering, into: &counting)
    sink = end(counting)
  }

  private func counting<Sink: SwipeSink & ~Copyable>(before sink: consuming Sink) -> CountingSink<Sink> {
    CountingSink(base: sink, swipes: swipes, publicSwipes: publicSwipes, rule: rule)
  }

  private func end<Sink: SwipeSink & ~Copyable>(_ counting: consuming CountingSink<Sink>) -> Sink {
    swipes = counting.swipes
    publicSwipes = counting.publicSwipes
    return counting.base
  }
}
