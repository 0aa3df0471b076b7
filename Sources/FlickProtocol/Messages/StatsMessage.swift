internal import GestureCore

extension ServiceCounts {
  /// Creates the counts that every client may receive.
  public init(clients: Int64 = 0, uptime: Duration? = .zero) {
    self.clients = clients
    self.uptime = uptime
  }
}

/// The content of the reply to `stats`.
public struct StatsMessage: Equatable, Sendable {
  /// The counts of the service.
  public var service: ServiceCounts
  /// The report about the configuration; nil if there is nothing to report.
  public var configuration: ConfigurationReport?
  /// The counts of each panel.
  public var panels: [Panel]

  /// Creates the content that a client of this level may receive.
  ///
  /// Notes name groups and panels of the configuration, so they need the level `positions` too.
  public init(
    _ service: ServiceCounts, panels: [PanelCounts],
    configuration: ConfigurationReport = ConfigurationReport(.good), level: Level
  ) {
    var configuration = configuration
    if level < .positions { configuration.notes = [] }
    self.service = service.visible(at: level)
    self.configuration = configuration.isEmpty ? nil : configuration
    self.panels = panels.map { $0.visible(at: level) }
  }

  /// Reads the content of a reply; nil if it is the reply to another request.
  init?(_ fields: LineFields) throws(UnreadableLine) {
    guard try fields.integer("clients") != nil else { return nil }
    service = try ServiceCounts(fields)
    configuration = try fields.object("configuration").map(ConfigurationReport.init)
    panels = try fields.objects("panels").required.map { fields throws(UnreadableLine) in try Panel(fields) }
  }

  func writeFields(into line: inout LineWriter) {
    service.writeFields(into: &line)
    if let configuration { line.object("configuration", configuration.writeFields) }
    line.objects("panels", panels) { $1.writeFields(into: &$0) }
  }
}

extension StatsMessage.Panel {
  /// Creates counts of zero, as the level `positions` receives them.
  init(panelID: String) {
    self.panelID = panelID
  }
}

extension LineWriter {
  /// Writes the counts of those reasons that occurred.
  mutating func reasons(_ name: String, _ counts: [String: Int64]) {
    object(name) { line in
      for reason in CancelReason.words {
        if let count = counts[reason] { line.field(reason, count) }
      }
    }
  }
}

extension ConfigurationReport {
  /// The largest number of notes in one report; it keeps the reply short among the swipe lines.
  static let maxNotes = 16

  /// Creates a report; only the first notes are reported.
  public init(_ state: State, detail: String? = nil, notes: [String] = []) {
    self.state = Word(state)
    self.detail = detail
    let rest = notes.count - Self.maxNotes
    self.notes = Array(notes.prefix(Self.maxNotes))
    if rest > 0 { self.notes.append("\(rest) more: `flickctl check` names them all") }
  }

  /// Whether there is nothing to report.
  var isEmpty: Bool { state.value == .good && notes.isEmpty }
}
