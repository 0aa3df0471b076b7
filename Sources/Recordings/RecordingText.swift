internal import Compression
public import GestureCore
public import Panels

/// Writes a recording in pieces, as its frames arrive.
///
/// Each piece consists of whole lines, and a frame is never divided between two pieces, so every
/// sequence of pieces from the first one on is a valid file.
public struct RecordingText {
  /// The format of the file.
  public enum Format: String, Equatable, Sendable, CaseIterable {
    /// evemu text.
    case evemu
    /// YAML of `libinput record`.
    case libinput
  }

  private let format: Format
  private var label: RecordingLabel?
  private var person: String?
  private var isLabelOpen = false

  /// Creates the writer of a file; with a label, each segment of contacts gets the label.
  ///
  /// `person` is the name of the person whose contacts the file contains; a name with a
  /// ``RecordedPerson/fault(of:)`` is left out.
  public init(_ format: Format, label: RecordingLabel? = nil, person: String? = nil) {
    self.format = format
    self.label = label
    self.person = Self.readable(person)
  }

  /// Returns the beginning of the file: the device, and what flickd knows about the panel.
  public func header(
    _ description: PanelDescription, setup: RecordedSetup, node: String, properties: [String: String] = [:]
  ) -> [UInt8] {
    let notes =
      setup.pairs.flatMap { comment($0.key, $0.value) } + (person.map { comment("person", $0) } ?? [])
    return switch format {
    case .evemu: EvemuWriter.header(description) + notes
    case .libinput:
      LibinputWriter.header(description, node: node, properties: properties) + notes
        + LibinputWriter.eventsHeading
    }
  }

  /// Gives the following segments another label, and returns the lines before them.
  ///
  /// Without a name, the segments have the person of the last ones.
  public mutating func use(_ label: RecordingLabel?, of person: String?) -> [UInt8] {
    let end = labelEnd()
    self.label = label
    guard let person = Self.readable(person), person != self.person else { return end }
    self.person = person
    return end + comment("person", person)
  }

  /// Returns the line that takes the last segment with a label back; the segment stays, without it.
  ///
  /// The line follows the end of a segment, so a file that grows is never changed before its end.
  public func undo(_ label: RecordingLabel) -> [UInt8] { comment("label_undone", label.rawValue) }

  private static func readable(_ person: String?) -> String? {
    person.flatMap { RecordedPerson.fault(of: $0) == nil ? $0 : nil }
  }

  /// Returns the lines of a frame.
  public mutating func lines(of frame: RecordedFrame) -> [UInt8] {
    var bytes: [UInt8] = []
    if let label, !isLabelOpen, frame.isTouched {
      isLabelOpen = true
      bytes += comment("label", label.rawValue)
    }
    for (index, event) in frame.events.enumerated() {
      switch format {
      case .evemu: EvemuWriter.append(event, to: &bytes)
      case .libinput: LibinputWriter.append(event, isFirst: index == 0, to: &bytes)
      }
    }
    if frame.contactsDown == 0 { bytes += labelEnd() }
    return bytes
  }

  /// Returns the end of the file.
  public mutating func end(reportPeriod: Interval?) -> [UInt8] {
    labelEnd() + (reportPeriod.map { comment("report_period_us", "\($0.microseconds)") } ?? [])
  }

  private mutating func labelEnd() -> [UInt8] {
    guard let label, isLabelOpen else { return [] }
    isLabelOpen = false
    return comment("label_end", label.rawValue)
  }

  private func comment(_ key: String, _ value: String) -> [UInt8] {
    Array("\(format == .libinput ? "  " : "")\(RecordedSetup.mark)\(key): \(value)\n".utf8)
  }
}

/// A frame to write.
public struct RecordedFrame: Equatable, Sendable {
  /// The events; the last one is SYN_REPORT.
  public var events: [InputEvent]
  /// The number of recorded contacts that are down after the frame.
  public var contactsDown: Int
  /// Whether a recorded contact was down before the frame, landed in it, or is down after it.
  public var isTouched: Bool

  /// Creates a frame.
  public init(events: [InputEvent], contactsDown: Int, isTouched: Bool) {
    (self.events, self.contactsDown, self.isTouched) = (events, contactsDown, isTouched)
  }
}

extension RecordingText {
  /// Returns pieces of a file as one gzip member; nil if zlib gets no memory.
  ///
  /// Members one after the other are a valid gzip file, so a file that ends after any member is
  /// valid too.
  public static func packed(_ pieces: [UInt8]) -> [UInt8]? { Gzip.pack(pieces) }
}
