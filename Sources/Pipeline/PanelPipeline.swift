public import GestureCore
public import Panels

/// One panel's way from kernel events to facts: the slot decoder and, behind it, the recogniser.
///
/// Live devices, recordings and the synthetic panel all enter here. No allocation per event. A class, because it
/// is 200 kB that must stay in one place.
public final class PanelPipeline {
  private var decoder: SlotDecoder
  private var recognizer: Recognizer

  /// When silence will next mean something, nil while nothing is down.
  public private(set) var deadline: Instant?

  /// Creates the pipeline of a panel on which nothing is down.
  public init(_ setup: PanelSetup) {
    decoder = SlotDecoder(description: setup.description, geometry: setup.geometry)
    recognizer = Recognizer(settings: setup.recognition)
  }

  /// Takes in one event; facts come when it completes a frame.
  public func consume(
    _ event: InputEvent, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) {
    guard decoder.consume(event) else { return }
    deadline = recognizer.process(&decoder.frame, numbering: &numbering, into: &sink)
  }

  /// Handles every deadline up to `now`.
  public func advance(to now: Instant, into sink: inout some SwipeSink & ~Copyable) {
    guard let deadline, deadline <= now else { return }
    self.deadline = recognizer.advance(to: now, into: &sink)
  }

  /// Ends every contact without a decision.
  public func lose(
    _ reason: CancelReason, at instant: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    guard decoder.loseAll(reason, at: instant) else { return }
    deadline = recognizer.process(&decoder.frame, numbering: &numbering, into: &sink)
  }
}
