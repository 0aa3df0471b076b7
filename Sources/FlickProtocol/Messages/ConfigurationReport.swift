/// How the settings in use relate to the configuration files, for the reply to `stats`.
public struct ConfigurationReport: Equatable, Sendable {
  /// The relation of the settings to the files.
  public enum State: String, CaseIterable, WireWord {
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
  public var state: Word<State>
  /// A short summary of the files' problems; nil if there are none.
  public var detail: String?
  /// Parts of the configuration that have no effect.
  ///
  /// These are rules and zones that match no panel, and groups that do not exist.
  public var notes: [String]

  /// Creates a report; only the first notes are reported.
  public init(_ state: State, detail: String? = nil, notes: [String] = []) {
    self.state = Word(state)
    self.detail = detail
    let rest = notes.count - Self.mostNotes
    self.notes = Array(notes.prefix(Self.mostNotes))
    if rest > 0 { self.notes.append("\(rest) more: `flickctl check` names them all") }
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    state = try fields.word("state", of: State.self).required
    detail = try fields.string("detail")
    notes = try fields.strings("notes") ?? []
  }

  /// Whether there is nothing to report.
  var isEmpty: Bool { state.value == .good && notes.isEmpty }

  /// Writes the field `configuration` into an open object.
  public func write(into line: inout LineWriter) {
    line.object("configuration") { line in
      line.field("state", state.text)
      if let detail { line.field("detail", detail) }
      if !notes.isEmpty { line.strings("notes", notes) }
    }
  }
}
