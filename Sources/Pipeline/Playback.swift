public import FlickProtocol
public import GestureCore
internal import Panels

/// Plays one recording through a pipeline, in the recording's own time.
///
/// The facts are the same at full speed and step by step, because deadlines follow the recording's
/// timestamps and not the time of the calls.
public final class Playback {
  private let events: [InputEvent]
  private var position = 0
  private let pipeline: PanelPipeline

  /// The timestamp of the recording's first event.
  public let begin: Instant

  /// Creates the playback of a recording on its panel.
  public init(_ panel: RecordedPanel) {
    events = panel.events
    begin = panel.events.first?.instant ?? Instant(microseconds: 0)
    pipeline = PanelPipeline(panel.setup)
  }

  /// Plays all frames up to and including `limit`, or to the end if `limit` is nil.
  ///
  /// Returns when the next action is due, nil when the recording has ended. At the end the panel is
  /// removed: a contact that is still down is cancelled as `unplugged`.
  public func play(
    through limit: Instant?, numbering: inout SwipeNumbering, into sink: inout some SwipeSink & ~Copyable
  ) -> Instant? {
    while let end = endOfFrame() {
      let due = events[end].instant
      if let limit, due > limit {
        pipeline.advance(to: limit, into: &sink)
        return pipeline.deadline.map { min($0, due) } ?? due
      }
      while position <= end {
        pipeline.consume(events[position], numbering: &numbering, into: &sink)
        position += 1
      }
    }
    position = events.count
    if let last = events.last {
      pipeline.lose(.unplugged, at: last.instant, numbering: &numbering, into: &sink)
    }
    return nil
  }

  /// Ends every contact without a decision, and skips the rest of the recording.
  public func stop(
    _ reason: CancelReason, at instant: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    pipeline.lose(reason, at: instant, numbering: &numbering, into: &sink)
    position = events.count
  }

  /// The panel message so far.
  public var message: PanelMessage { pipeline.message }

  /// The counts so far; at the end of the recording, no contact is down.
  public var counts: PanelCounts {
    var counts = pipeline.counts
    if position == events.count { counts.contactsDown = 0 }
    return counts
  }

  /// The index of the next SYN_REPORT; nil if only an incomplete frame is left.
  private func endOfFrame() -> Int? {
    var end = position
    while end < events.count {
      if events[end].type == EventCode.syn, events[end].code == EventCode.synReport { return end }
      end += 1
    }
    return nil
  }
}
