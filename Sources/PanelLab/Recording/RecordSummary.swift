internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Recordings
internal import Terminal

/// The result of a recording.
struct RecordSummary {
  struct Counts {
    var frames = 0
    var contacts = 0
    /// Contacts that landed in private zones.
    var leftOut = 0
    /// How often the kernel lost events.
    var drops = 0
  }

  let file: String
  let format: RecordingText.Format
  let panelID: String
  let duration: Interval
  let counts: Counts
  let period: Interval?
  let end: RecordLoop.End

  var text: String {
    var text =
      "\(file.terminalText): \(Self.seconds(duration)), \(counts.frames) frames, \(counts.contacts) contacts"
    if counts.leftOut > 0 { text += "; left out in private zones: \(counts.leftOut) contacts" }
    if counts.drops > 0 { text += "; the kernel lost events \(counts.drops) times" }
    if end == .size { text += "; the file has reached its largest size" }
    return text
  }

  var object: [UInt8] {
    LineWriter.line { line in
      line.field("type", "recorded")
      line.field("file", file)
      line.field("format", format.rawValue)
      line.field("panel_id", panelID)
      line.field("duration_us", duration.microseconds)
      line.field("frames", Int64(counts.frames))
      line.field("contacts", Int64(counts.contacts))
      line.field("left_out", Int64(counts.leftOut))
      line.field("dropped", Int64(counts.drops))
      if let period { line.field("report_period_us", period.microseconds) }
      line.field("ended", end.rawValue)
    }
  }

  static func seconds(_ time: Interval) -> String { "\(ShownNumber.fixed(time.seconds, decimals: 1)) s" }
}

/// A terminal line with the progress of a recording, updated twice a second and removed at the end.
struct RecordProgress {
  /// When the line is due, in µs of CLOCK_MONOTONIC; nil if standard error is not a terminal.
  private(set) var due: Int64? = SystemCalls.isTerminal(descriptor: 2) ? 0 : nil

  /// Shows the counts if the line is due.
  mutating func show(at now: Int64, since begin: Int64, frames: Int, contacts: Int) {
    guard let due, now >= due else { return }
    self.due = now + 500_000
    let time = RecordSummary.seconds(Interval(microseconds: now - begin))
    TerminalOutput.show("\r\(time), \(frames) frames, \(contacts) contacts\u{1b}[K")
  }

  mutating func remove() {
    if due != nil { TerminalOutput.show("\r\u{1b}[K") }
    due = nil
  }
}
