public import GestureCore
internal import Panels

/// What a person meant with the contacts of a part of a recording.
public enum RecordingLabel: String, Equatable, Sendable, CaseIterable {
  /// Flicks.
  case flick
  /// Drags: the finger stops before it lifts.
  case drag
  /// Taps.
  case tap
  /// Scrolling.
  case scroll
}

/// A part of a recording with a label: from a landing on an untouched panel to the lift of the last
/// contact.
public struct LabelledSegment: Equatable, Sendable {
  /// The label.
  public var label: RecordingLabel
  /// The name of the person whose contacts these are; nil if the recording does not name one.
  public var person: String?
  /// The time of the first frame.
  public var start: Instant
  /// The time of the last frame.
  public var end: Instant

  /// Creates a segment.
  public init(label: RecordingLabel, person: String? = nil, start: Instant, end: Instant) {
    (self.label, self.person, self.start, self.end) = (label, person, start, end)
  }
}

/// Reads flickd's comments in a recording, `# flickd KEY: VALUE`.
///
/// ```
/// # flickd person: anna        before the segments of this person
/// # flickd label: flick        before the first frame of a segment
/// # flickd label_end: flick    after its last frame
/// # flickd label_undone: flick the person has taken the last segment with a label back
/// ```
struct RecordedNotes {
  /// The label of the open segment, and the number of events before the segment.
  private var open: (label: RecordingLabel, index: Int)?
  /// The person of the following segments.
  private var person: String?

  /// Whether the line is a comment of flickd.
  static func isNext(in line: borrowing LineScanner) -> Bool { line.hasPrefix("# flickd ") }

  /// Reads a comment of flickd; returns false if the value of a known key is invalid.
  mutating func read(_ line: inout LineScanner, into recording: inout Recording) -> Bool {
    line.advance(by: RecordedSetup.mark.utf8.count)
    let key = String(decoding: line.word(until: UInt8(ascii: ":")), as: UTF8.self)
    guard line.skip(":") else { return true }
    line.skipSpaces()
    let value = line.rest()
    switch key {
    case "person":
      close(in: &recording)
      person = RecordedPerson.read(value)
    case "label":
      guard let label = RecordingLabel(rawValue: value) else { return false }
      close(in: &recording)
      open = (label, recording.events.count)
    case "label_end":
      guard RecordingLabel(rawValue: value) != nil else { return false }
      close(in: &recording)
    case "label_undone":
      close(in: &recording)
      guard let label = RecordingLabel(rawValue: value), recording.labels.last?.label == label else {
        return false
      }
      recording.labels.removeLast()
    default: return recording.setup.read(key, value)
    }
    return true
  }

  /// Ends the open segment, which otherwise ends with the recording.
  mutating func close(in recording: inout Recording) {
    defer { open = nil }
    guard let open, open.index < recording.events.count, let last = recording.events.last else { return }
    recording.labels.append(
      LabelledSegment(
        label: open.label, person: person, start: recording.events[open.index].instant, end: last.instant))
  }
}
