internal import FlickProtocol

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
    switch self {
    case .swipe: SwipeKeys.all.map(\.name)
    case .panel: [PanelKeys.match] + PanelKeys.all.map(\.name)
    case .zone: ZoneKeys.all.map(\.name)
    case .socket: SocketKeys.all.map(\.name)
    case .match: MatchKeys.all.map(\.name)
    case .spring: SpringKeys.all.map(\.name)
    }
  }

  /// Whether the section may occur several times.
  var isRepeated: Bool { self == .panel || self == .zone }

  /// The sections that may be at the top level of a file.
  static var top: [Section] { [.swipe, .panel, .zone, .socket] }
}

/// What a diagnostic proposes in place of an unknown name.
enum Advice {
  /// For a key that `section` does not have.
  static func key(for name: String, in section: Section) -> String {
    if let near = nearest(to: name, in: section.keys), near.lowercased() == name.lowercased() {
      return "did you mean `\(near)`?"
    }
    if let home = Section.allCases.first(where: { $0.keys.contains(name) }) {
      return "it belongs in \(home.title)"
    }
    if let near = nearest(to: name, in: section.keys) { return "did you mean `\(near)`?" }
    return "the keys are \(section.keys.joined(separator: ", "))"
  }

  /// For an unknown section.
  static func section(for name: String) -> String {
    let near = nearest(to: name, in: Section.top.map(\.rawValue)).flatMap(Section.init)
    if let near { return "did you mean \(near.title)?" }
    return "the sections are \(Section.top.map(\.title).joined(separator: ", "))"
  }

  /// For a key outside a section.
  static func home(of name: String) -> String {
    if let home = Section.allCases.first(where: { $0.keys.contains(name) }) {
      return "it belongs in \(home.title)"
    }
    for section in Section.top {
      if let near = nearest(to: name, in: section.keys) {
        return "did you mean `\(near)` in \(section.title)?"
      }
    }
    return "the sections are \(Section.top.map(\.title).joined(separator: ", "))"
  }
}
