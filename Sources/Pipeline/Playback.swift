public import FlickProtocol
public import GestureCore
public import Panels
public import Recordings
public import Settings

/// Plays one recording through a pipeline, in the recording's own time.
///
/// The facts are the same at full speed and step by step, because deadlines follow the recording's
/// timestamps and not the time of the calls.
public final class Playback {
  private let events: [InputEvent]
  private var position = 0
  /// The panel of the recording.
  public let pipeline: PanelPipeline

  /// The timestamp of the recording's first event.
  public let begin: Instant

  /// Creates the playback of a recording on its panel.
  public init(_ panel: RecordedPanel, isPrivateIncluded: Bool = false) {
    events = panel.events
    begin = panel.events.first?.instant ?? Instant(microseconds: 0)
    pipeline = PanelPipeline(panel.setup, isPrivateIncluded: isPrivateIncluded)
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
        pipeline.advance(to: limit, numbering: &numbering, into: &sink)
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

  /// The counts so far, without those of swipes; at the end of the recording, no contact is down.
  public var counts: PanelCounts {
    var counts = pipeline.counts
    if position == events.count { (counts.message.contactsDown, counts.isTouched) = (0, false) }
    return counts
  }

  /// The index of the next SYN_REPORT; nil if only an incomplete frame is left.
  private func endOfFrame() -> Int? { events[position...].firstIndex(where: \.endsFrame) }
}

/// A recording, and the panel that it represents.
public struct RecordedPanel: Sendable {
  /// The events of the recording.
  public let events: [InputEvent]
  /// What happens beside the panel, if the recording is a scenario.
  public let cues: [ScenarioCue]
  /// The identity of the panel.
  public let identity: PanelIdentity
  /// The settings of the setup.
  public let settings: Settings
  /// The setup of the panel.
  public let setup: PanelSetup

  /// Creates the panels of recordings in order, without those that the configuration disables.
  ///
  /// The id of a panel is `replay:` and the file's name, so the same file produces the same lines
  /// in every folder. Further files of the same name get a number.
  public static func panels(for recordings: [Recording], settings: Settings) -> [RecordedPanel] {
    panels(for: recordings.map { ($0, settings) })
  }

  /// Creates the panels of recordings in order, each with its own settings.
  public static func panels(for recordings: [(recording: Recording, settings: Settings)]) -> [RecordedPanel] {
    var taken: [String: Int] = [:]
    return recordings.compactMap { recording, settings in
      let count = taken[recording.name, default: 0] + 1
      taken[recording.name] = count
      let panelID = "replay:\(recording.name)" + (count > 1 ? "#\(count)" : "")
      var identity = PanelIdentity(
        panelID: panelID, path: recording.setup.path, serial: recording.setup.serial, source: .replay)
      identity.recorded = recording.setup
      guard let setup = PanelSetup(recording.description, identity: identity, settings: settings) else {
        return nil
      }
      return RecordedPanel(
        events: recording.events, cues: recording.cues, identity: identity, settings: settings,
        setup: setup)
    }
  }
}

extension ExitCode {
  /// Creates the exit code of a command that could not read its recording.
  public init(_ fault: RecordingError.Fault) {
    self =
      switch fault {
      case .missing: .noInput
      case .forbidden: .noPermission
      case .content: .badData
      }
  }
}
