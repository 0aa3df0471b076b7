internal import FlickProtocol
internal import Settings

/// A section of the configuration file.
enum Section: String, CaseIterable {
  case swipe
  case panel
  case zone
  case socket
  /// The table `match` within `[[panel]]`.
  case match
  /// The table `spring` within `[[zone]]`.
  case spring

  /// The section as the file writes it.
  var title: String {
    switch self {
    case .swipe: "[swipe]"
    case .panel: "[[panel]]"
    case .zone: "[[zone]]"
    case .socket: "[socket]"
    case .match: "`match`"
    case .spring: "`spring`"
    }
  }

  /// The names of its keys, in the order of the documentation.
  var keys: [String] {
    self == .panel ? [PanelRuleKey.match] + PanelRuleKey.all.map(\.name) : examples.map(\.key)
  }

  /// Its own keys with a value each; without the keys of `[swipe]` that `[[panel]]` has too.
  private var examples: [(key: String, value: String)] {
    func pairs<SomeKey: Key>(_: SomeKey.Type) -> [(key: String, value: String)] {
      SomeKey.all.map { ($0.name, $0.example) }
    }
    return switch self {
    case .swipe: pairs(SwipeKey.self)
    case .panel: pairs(OwnPanelKey.self)
    case .zone: pairs(ZoneKey.self)
    case .socket: pairs(SocketKey.self)
    case .match: pairs(MatchKey.self)
    case .spring: pairs(SpringKey.self)
    }
  }

  /// A value in TOML for a key of any section; nil for an unknown key.
  static func example(of key: String) -> String? {
    allCases.lazy.flatMap(\.examples).first { $0.key == key }?.value
  }

  /// Whether the section may occur several times.
  var isRepeated: Bool { self == .panel || self == .zone }

  /// The sections that may be at the top level of a file.
  static var top: [Section] { [.swipe, .panel, .zone, .socket] }
}

/// What a diagnostic proposes instead of an unknown name.
enum Advice {
  /// For a key that `section` does not have.
  static func key(for name: String, in section: Section) -> String {
    if section == .panel, name == SwipeKey.pointsPerInch.name {
      return "it belongs in [swipe]: a point has one length in all messages, so on all panels"
    }
    if let foreign = home(of: name, in: section) ?? foreign(name) { return foreign }
    let near = nearest(to: name, in: section.keys)
    let isOtherCase = near?.lowercased() == name.lowercased()
    if !isOtherCase, let owner = owner(of: name) { return owner }
    return near.map { "did you mean `\($0)`?" } ?? "the keys are \(section.keys.joined(separator: ", "))"
  }

  /// For a key or a table that another section has.
  private static func home(of name: String, in section: Section) -> String? {
    switch (section, name) {
    case (.match, "node"), (.match, "device"), (.match, "event"):
      return "names of nodes change: use path, or vendor and product; `flickctl devices` shows them"
    case (.zone, PanelRuleKey.match): return "a [[zone]] has `panel` in its place"
    case (.panel, Section.swipe.rawValue): return "the keys of [swipe] stand in [[panel]] without `swipe`"
    case (.panel, _) where Section.match.keys.contains(name):
      return "it belongs in `match`, as in match = { \(name) = \"TEXT\" }"
    case (.zone, _) where Section.match.keys.contains(name):
      return "it belongs in `panel`, as in panel = { \(name) = \"TEXT\" }"
    default: return Section.top.first { $0.rawValue == name }.map { "write \($0.title) on its own line" }
    }
  }

  /// Whether some section has this key.
  static func isKey(_ name: String) -> Bool { Section.allCases.contains { $0.keys.contains(name) } }

  /// For a key that some section has.
  private static func owner(of name: String) -> String? {
    Section.allCases.first { $0.keys.contains(name) }.map { "it belongs in \($0.title)" }
  }

  /// For a key that other programs have, and flickd has not.
  static func foreign(_ name: String) -> String? {
    switch name.lowercased() {
    case "include", "includes", "import", "imports", "extends":
      "put the other file into the folder conf.d beside this one"
    case "mode", "umask", "permissions", "socket_mode":
      "`group`, `positions`, `motion` and `decisions` of [socket] name who may connect"
    case "rotate", "orientation": "did you mean `rotation` of [[panel]]?"
    case "disabled", "disable": "write `enabled = false` in [[panel]]"
    default: nil
    }
  }

  /// For a known section in another form; `names` are those below it, such as `cards` of
  /// `[zone.cards]`.
  static func form(of section: Section, below names: [String]) -> String {
    guard let name = names.first(where: { !section.keys.contains($0) }) else {
      return "write \(section.title)"
    }
    let other = Section.top.first { $0.rawValue == name && $0 != .swipe }
    if let other { return "write \(other.title)" }
    return switch section {
    case .zone: "write [[zone]] with name = \(quoted(name))"
    case .panel where name == Section.swipe.rawValue: "write [[panel]], with the keys of [swipe] in it"
    case .panel: "write [[panel]] with a match, such as match = { vendor = \"0eef\" }"
    case .swipe, .socket, .match, .spring: "write \(section.title)"
    }
  }

  /// For an unknown section.
  static func section(for name: String) -> String {
    let near = nearest(to: name, in: Section.top.map(\.rawValue)).flatMap(Section.init)
    return near.map { "did you mean \($0.title)?" } ?? sections
  }

  private static var sections: String {
    "the sections are \(Section.top.map(\.title).joined(separator: ", "))"
  }

  /// For a key outside a section.
  static func home(of name: String) -> String {
    if let advice = foreign(name) ?? owner(of: name) { return advice }
    for section in Section.top {
      if let near = nearest(to: name, in: section.keys) {
        return "did you mean `\(near)` in \(section.title)?"
      }
    }
    return sections
  }
}
