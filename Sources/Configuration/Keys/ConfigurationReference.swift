internal import FlickProtocol

/// The documentation of the configuration, made of the same keys that read it.
public enum ConfigurationReference {
  /// The file that is installed: every key with its sentence and default, all of it commented out.
  public static var file: String {
    var lines = [
      "# flickd reads this file, then conf.d/*.toml beside it in name order; a later file wins. See flickd.toml(5).",
      "# Each commented line shows the default, or an example if there is no default. Check with: flickd --check",
    ]
    for section in Section.top {
      lines += ["", "\(section.isRepeated ? "# " : "")\(section.title)"]
      if section == .panel { lines += matchLines }
      if section == .panel { lines.append(swipeLine) }
      for row in rows(of: section) { lines += ["# \(row.summary)", "#\(row.name) = \(row.value)"] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One table in Markdown for a section named as in the file, or for the tables `match` and
  /// `spring` within one; `nil` for any other name.
  public static func table(of section: String) -> String? {
    guard let section = Section(rawValue: section) else { return nil }
    var lines = ["| key | value | default | |", "|---|---|---|---|"]
    for row in rows(of: section) {
      let value = row.isDefault ? "`\(row.value)`" : "not set; e.g. `\(row.value)`"
      lines.append("| `\(row.name)` | \(row.form) | \(value) | \(row.summary) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One key as the documentation shows it.
  struct Row {
    var name: String
    var form: String
    var value: String
    var isDefault: Bool
    var summary: String

    init(_ key: Key<some Any>) {
      name = key.name
      form = key.form
      value = key.example
      isDefault = key.defaultValue != nil
      summary = key.summary
    }
  }

  /// The keys of a section, in the order of the documentation; without the keys of `[swipe]` that
  /// `[[panel]]` has too.
  static func rows(of section: Section) -> [Row] {
    switch section {
    case .swipe: SwipeKeys.all.map { Row($0) }
    case .panel: PanelKeys.own.map { Row($0) }
    case .zone: ZoneKeys.all.map { Row($0) }
    case .socket: SocketKeys.all.map { Row($0) }
    case .match: MatchKeys.all.map { Row($0) }
    case .spring: SpringKeys.all.map { Row($0) }
    }
  }

  private static var swipeLine: String {
    "# Each key of [swipe] except \(SwipeKeys.density.name) can also be here, for the panels of this rule."
  }

  private static var matchLines: [String] {
    let pairs = MatchKeys.all.map { "\($0.name) = \($0.example)" }
    return [
      "# The panels of this rule: one or more of \(MatchKeys.all.map(\.name).joined(separator: ", ")); a panel must match each of them.",
      "#match = { \(pairs.prefix(2).joined(separator: ", ")) }",
    ]
  }
}
