/// How the settings in use relate to the configuration files, for the reply to `stats`.
public struct ConfigurationReport: Equatable, Sendable {
  /// The relation of the settings to the files.
  public enum State: String, Sendable, CaseIterable {
    /// The settings are those of the files.
    case good
    /// The files were bad at the start: their valid part is in use, with defaults for the rest.
    case degraded
    /// The files became bad later: the former settings are still in use.
    case outdated
  }

  /// The largest number of notes in one report; it keeps the reply short among the swipe lines.
  static let mostNotes = 16

  /// The relation of the settings to the files.
  public var state: State
  /// A short summary of the files' problems; nil if there are none.
  public var detail: String?
  /// Parts of the configuration that have no effect.
  ///
  /// These are rules and zones that match no panel, and groups that do not exist.
  public var notes: [String]

  /// Creates a report.
  public init(_ state: State, detail: String? = nil, notes: [String] = []) {
    self.state = state
    self.detail = detail
    self.notes = notes
  }

  /// Writes the field `configuration` into an open object, if there is anything to report.
  ///
  /// Notes name groups and panels of the configuration, so they are written only at the level
  /// `positions`.
  func write(into line: inout LineWriter, level: Level) {
    let notes = level == .positions ? notes : []
    guard state != .good || !notes.isEmpty else { return }
    line.key("configuration")
    line.beginObject()
    line.key("state")
    line.string(state.rawValue)
    if let detail {
      line.key("detail")
      line.string(detail)
    }
    if !notes.isEmpty {
      line.key("notes")
      line.beginArray()
      for note in notes.prefix(Self.mostNotes) { line.string(note) }
      let rest = notes.count - Self.mostNotes
      if rest > 0 { line.string("\(rest) more: `flickctl check` names them all") }
      line.endArray()
    }
    line.endObject()
  }
}
