/// The settings that a command writes for one panel.
struct WrittenSettings {
  /// One key, its value in TOML, and where the value comes from.
  struct Line {
    var key: String
    var value: String
    /// The evidence, in one line for a comment.
    var origin: String
  }

  /// The name of the panel.
  var name: String
  /// The panel, for rules of the configuration.
  var subject: RuleSubject
  /// The keys; empty if nothing is to be written for the panel.
  var lines: [Line]

  /// The rule for the panel that sets these keys.
  var rule: String { subject.rule(lines.map { ($0.key, $0.value) }) }
}

/// A command that writes drop-ins, and what it writes into them.
///
/// Files of administrators usually begin with 50. The last rule wins, and numbers above 90 remain
/// for rules that override these.
enum WritingCommand: String {
  /// `flickctl measure`.
  case measured
  /// `flickctl tune`.
  case tuned

  /// The word on the command line.
  var verb: String { self == .measured ? "measure" : "tune" }

  /// The first line of each file of the command; a file without it is not changed.
  var signature: String {
    "# `flickctl \(verb) --write` wrote this file, and replaces the keys that it \(verb)s again."
  }

  /// How the comment above a key begins.
  var mark: String { "# \(rawValue): " }

  /// What the command prints if there is nothing to write.
  var nothing: String {
    switch self {
    case .measured: "there is no finding that a setting answers; nothing is written"
    case .tuned: "no threshold that is known to ±15 % changes; nothing is written"
    }
  }

  /// The name of the file of a panel with these ids.
  func fileName(ids: String) -> String { "90-\(rawValue)-\(ids).toml" }
}

extension RuleSubject {
  /// The lines of a rule for the panel that set these keys.
  func rule(_ settings: [(key: String, value: String)]) -> String {
    let lines = settings.map { "\($0.key) = \($0.value)\n" }
    return "[[panel]]\nmatch = { \(match().toml) }\n" + lines.joined()
  }
}
