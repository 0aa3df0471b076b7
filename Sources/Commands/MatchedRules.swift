internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Settings

/// Which rules and zones of the configuration files match each panel that flickd reports.
struct MatchedRules {
  /// One rule or zone, and the panel that it matches.
  struct Row: Equatable {
    var panelID: String
    var panel: String
    /// The file and line of the table, and its match.
    var rule: String
  }

  /// In the order of the panels, then of the files.
  let rows: [Row]
  /// The names of panels that nothing matches.
  let others: [String]

  /// Compares the files with the panels; nil if the files contain an error, or no rule and no zone.
  ///
  /// `nodes` are the event nodes of this machine, which have the paths and serials of live panels.
  init?(files: [ConfigurationFile], panels: [PanelMessage], nodes: [InputNode]) {
    let reading = Settings.read(files)
    let settings = reading.settings
    guard reading.diagnostics.isEmpty, !settings.panels.isEmpty || !settings.zones.isEmpty else { return nil }
    let tables =
      settings.panels.enumerated().map { index, rule in
        (rule.match, Self.text(for: .panel, index, settings.panels.count, "match = \(rule.match)", files))
      }
      + settings.zones.enumerated().map { index, zone in
        (zone.panel, Self.text(for: .zone, index, settings.zones.count, "panel = \(zone.panel)", files))
      }
    var rows: [Row] = []
    var others: [String] = []
    for panel in panels {
      let node = nodes.first { $0.node == panel.node }
      // A panel that was removed matches nothing here; one without a node has neither path nor
      // serial.
      guard node != nil || panel.source.value != .live else { continue }
      let subject = node?.subject ?? RuleSubject(description: Self.description(of: panel))
      let found = tables.filter { match, _ in match.holds(for: subject) }
      if found.isEmpty { others.append(panel.name) }
      rows += found.map { Row(panelID: panel.panelID, panel: panel.name, rule: $0.1) }
    }
    (self.rows, self.others) = (rows, others)
  }

  /// The rows of `status`.
  var statusRows: [[String]] {
    let lines = rows.map { "\($0.panel): \($0.rule)" } + others.map { "\($0): no rule and no zone matches" }
    return lines.enumerated().map { index, line in [index == 0 ? "rules" : "", line] }
  }

  private static func text(
    for table: TableLines.Table, _ index: Int, _ count: Int, _ match: String, _ files: [ConfigurationFile]
  ) -> String {
    let position =
      TableLines(of: table, number: index, among: count, in: files).map { "\($0.position): " } ?? ""
    return "\(position)[[\(table.rawValue)]] number \(index + 1), \(match)"
  }

  private static func description(of panel: PanelMessage) -> PanelDescription {
    var description = PanelDescription()
    (description.name, description.vendor, description.product) = (panel.name, panel.vendor, panel.product)
    return description
  }
}

/// The lines of one array-of-tables entry, such as `[[panel]]`.
struct TableLines {
  enum Table: String {
    case panel
    case zone
  }

  let file: String
  /// The first and the last line, counted from 1.
  let lines: ClosedRange<Int>

  /// The file and the first line.
  var position: String { "\(file):\(lines.lowerBound)" }

  /// Finds the table with this number, counted from 0 over all files.
  ///
  /// nil if the files do not have as many such lines as the settings have tables, for example
  /// because a text contains one.
  init?(of table: Table, number: Int, among count: Int, in files: [ConfigurationFile]) {
    var heads: [(file: String, lines: [Substring], line: Int)] = []
    for file in files {
      let lines = String(decoding: file.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      for line in lines.indices where Self.word(lines[line]).hasPrefix("[[\(table.rawValue)]]") {
        heads.append((file.name, lines, line))
      }
    }
    guard heads.count == count, heads.indices.contains(number) else { return nil }
    let (file, lines, start) = heads[number]
    // Subtables such as [zone.spring] belong to the table.
    let end =
      lines.indices.first { line in
        let word = Self.word(lines[line])
        let isOwn = word.hasPrefix("[\(table.rawValue).") || word.hasPrefix("[[\(table.rawValue).")
        return line > start && word.hasPrefix("[") && !isOwn
      } ?? lines.endIndex
    let last = lines[start..<end].lastIndex { !Self.word($0).isEmpty } ?? start
    self.file = file
    self.lines = start + 1...last + 1
  }

  /// A line without its blanks.
  private static func word(_ line: Substring) -> String { String(line.filter { !$0.isWhitespace }) }
}
