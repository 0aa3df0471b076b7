/// How the settings in force relate to the configuration files, for those who ask for `stats`.
public struct ConfigurationReport: Equatable, Sendable {
  /// How the settings relate to the files.
  public enum State: String, Sendable, CaseIterable {
    /// They are the same.
    case good
    /// The files were bad at the start: their valid part is in force, with defaults for the rest.
    case degraded
    /// The files became bad: what they were before is in force.
    case outdated
  }

  /// The most notes in one report; a reply is one line among swipes.
  static let mostNotes = 16

  /// How the settings relate to the files.
  public var state: State
  /// What is wrong with the files, in a few words; nil if nothing is.
  public var detail: String?
  /// Parts of the configuration without effect: rules and zones that match no panel, groups that do
  /// not exist.
  public var notes: [String]

  /// Creates a report.
  public init(_ state: State, detail: String? = nil, notes: [String] = []) {
    self.state = state
    self.detail = detail
    self.notes = notes
  }

  /// Writes the field `configuration` into an open object, and nothing where there is nothing to
  /// report.
  ///
  /// Notes name groups and panels of the configuration, so they are written at the level
  /// `positions` only.
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
