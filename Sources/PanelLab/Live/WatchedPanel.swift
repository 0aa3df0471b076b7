internal import FlickProtocol
internal import GestureCore
internal import Pipeline
internal import Recordings

/// flickd's pipeline over the frames of one panel, with the numbers of its swipes.
struct WatchedPanel<Sink: SwipeSink>: ~Copyable {
  var sink: Sink
  private let pipeline: PanelPipeline
  private var numbering = SwipeNumbering()

  /// Creates the pipeline of an idle panel.
  init(_ setup: PanelSetup, isPrivateIncluded: Bool = false, into sink: Sink) {
    self.sink = sink
    pipeline = PanelPipeline(setup, isPrivateIncluded: isPrivateIncluded)
  }

  /// When the next deadline is due if no frame arrives.
  var deadline: Instant? { pipeline.deadline }

  /// How often events were lost.
  var dropped: Int64 { pipeline.counts.message.dropped }

  mutating func add(_ frame: RecordedFrame) {
    for event in frame.events { pipeline.consume(event, numbering: &numbering, into: &sink) }
  }

  /// Handles every deadline up to `now`.
  mutating func advance(to now: Instant) { pipeline.advance(to: now, numbering: &numbering, into: &sink) }

  /// Ends every contact, because no frame follows.
  mutating func end(at instant: Instant) {
    pipeline.lose(.unplugged, at: instant, numbering: &numbering, into: &sink)
  }
}
