internal import FlickProtocol

/// A setting on a command line, which overrides the files: `distance=5mm`.
///
/// The key has its section before a dot, as in `panel.bridge_gaps`; a key of `[swipe]` or
/// `[[panel]]` needs none. `zone.NAME.KEY` sets a key of a zone of the files. The value is as in a
/// file, but a text needs no quotes, which a shell would remove.
public struct SettingOption: Equatable, Sendable {
  /// Why a text is not a setting: what is wrong, and what to write.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  /// The text as its author wrote it.
  let text: String
  /// The key with its section.
  let key: String
  /// The value in TOML.
  private let value: String

  /// Reads a text of the form `KEY=VALUE`; the reader of the files reads the key and the value.
  public init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "=" as Character, maxSplits: 1, omittingEmptySubsequences: false)
      .map(\.trimmed)
    let key = Self.withDottedNumber(parts[0])
    guard !key.isEmpty else { throw Fault("the key is missing: write for example distance=5mm") }
    guard Self.isKey(key) else { throw Fault(Self.fault(ofKey: key, of: text)) }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw Fault("the value is missing: write for example \(Self.example(of: key))")
    }
    if !TomlCorrection.isTOML(parts[1]), let plain = TomlCorrection.withoutPrintedQuotes(parts[1]) {
      throw Fault("the value contains typographic quotes: write \(key)=\(plain)")
    }
    if let next = Self.nextOption(in: parts[1]) {
      throw Fault("'\(next)' is another setting: repeat --set: --set \(next)")
    }
    (self.text, self.key, value) = (text, key, Self.toml(parts[1]))
  }

  /// Whether a word is a key that needs no section.
  public static func hasKey(_ word: String) -> Bool {
    word != PanelRuleKey.match && [Section.swipe, .panel].contains { $0.keys.contains(word) }
  }

  /// The line of a file that has this setting.
  private var line: String { "\(key) = \(value)" }

  /// Returns a file in which line N is option N.
  ///
  /// An option that a later one repeats is an empty line.
  static func file(_ options: [SettingOption]) -> ConfigurationFile {
    let lines = options.enumerated().map { index, option in
      options[(index + 1)...].contains { $0.key == option.key } ? "" : option.line
    }
    return ConfigurationFile(name: "--set", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// The key without the section that it does not need.
  private var bareKey: String {
    let section = ["swipe.", "panel."].first { key.hasPrefix($0) }
    return String(key.dropFirst(section?.count ?? 0))
  }

  /// Returns the options that a later one replaces, each in one line.
  static func notesOnRepetitions(in options: [SettingOption]) -> [String] {
    options.enumerated().compactMap { index, option in
      options[(index + 1)...].last { $0.bareKey == option.bareKey }.map {
        "--set \(option.text.terminalText): --set \($0.text.terminalText) replaces it"
      }
    }
  }

  // MARK: Keys

  private static func isKey(_ key: String) -> Bool {
    // A comment, a section or a second line would be TOML too.
    !key.contains { "#[]\n\r".contains($0) } && (try? TomlNode.parse(Array("\(key) = 1\n".utf8))) != nil
  }

  /// Returns `zone.0.slop` for `zone[0].slop`, so that the answer can list the zones.
  private static func withDottedNumber(_ key: String) -> String {
    let rest = key.dropFirst("zone".count)
    let number = rest.prefix { $0 != "." }
    guard key.hasPrefix("zone["), number.hasSuffix("]"), number.dropFirst().dropLast().allSatisfy(\.isNumber)
    else { return key }
    return "zone.\(number.dropFirst().dropLast())\(rest.dropFirst(number.count))"
  }

  /// Returns the key of a zone whose name lacks its quotes, with them; nil for other keys.
  private static func withQuotedName(_ key: String) -> String? {
    let path = key.dropFirst("zone.".count)
    guard key.hasPrefix("zone."), let dot = path.lastIndex(of: "." as Character), dot > path.startIndex else {
      return nil
    }
    let quoted = "zone.\"\(path[..<dot])\"\(path[dot...])"
    return isKey(quoted) && Section.zone.keys.contains(String(path[dot...].dropFirst())) ? quoted : nil
  }

  private static func fault(ofKey key: String, of text: String) -> String {
    if let right = withQuotedName(key) {
      let value = text.drop { $0 != Character("=") }.dropFirst().trimmed
      return "a name with other characters than letters, digits, - and _ needs quotes: "
        + "write '\(right)=\(value.isEmpty ? "VALUE" : value)'"
    }
    let parts = text.split { $0 == ":" || $0.isWhitespace }.map(String.init)
    if !text.contains(Character("=")), parts.count == 2, isKey(parts[0]) {
      return "`=` is between a key and its value: write \(parts[0])=\(parts[1])"
    }
    let bare = key.filter { !"[]".contains($0) }
    let joined = bare.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    let known = Section.allCases.flatMap(\.keys)
    let isKnown = joined.split(separator: "." as Character).last.map { known.contains(String($0)) } ?? false
    let near = isKey(joined) && isKnown ? joined : "swipe.distance"
    return "\(quoted(key)) is not a key: write for example \(near)=VALUE"
  }

  /// Returns an assignment with this key that is right.
  private static func example(of key: String) -> String {
    let last = key.split(separator: "." as Character).last.map(String.init) ?? key
    return Section.example(of: last).map { "\(key)=\($0.filter { $0 != "\"" })" } ?? "distance=5mm"
  }

  /// Returns the second assignment of a value; nil for a value that is one.
  private static func nextOption(in value: String) -> String? {
    guard !value.contains(where: { "[{\"'".contains($0) || $0.isNewline }),
      let mark = value.firstIndex(where: { ",;".contains($0) || $0.isWhitespace })
    else { return nil }
    let next = value[mark...].drop { ",;".contains($0) || $0.isWhitespace }
    let name = next.prefix { $0 != "=" }.trimmed
    let last = name.split(separator: "." as Character).last.map(String.init) ?? ""
    guard next.contains(Character("=")), isKey(name), Advice.isKey(last) else { return nil }
    return String(next)
  }

  // MARK: Values

  /// Returns a value in TOML: a text without quotes is a text, also in an array or a table.
  private static func toml(_ value: String) -> String {
    if TomlCorrection.isTOML(value) { return value }
    switch (value.first, value.last) {
    case ("[", "]") where isPlain(value):
      return "[\(elements(of: value).map(toml).joined(separator: ", "))]"
    case ("{", "}") where isPlain(value):
      let pairs = elements(of: value).map { element in
        let parts = element.split(separator: "=" as Character, maxSplits: 1).map(\.trimmed)
        return parts.count == 2 ? "\(parts[0]) = \(toml(parts[1]))" : element
      }
      return "{ \(pairs.joined(separator: ", ")) }"
    // The advice for files explains what is wrong with these.
    case ("[", _), ("{", _), ("\"", _), ("'", _): return value
    default: return value.tomlString
    }
  }

  /// Whether the brackets around a value are the only ones, and no text in it has quotes.
  private static func isPlain(_ value: String) -> Bool {
    !value.dropFirst().dropLast().contains { "[]{}\"'".contains($0) }
  }

  private static func elements(of value: String) -> [String] {
    value.dropFirst().dropLast().split(separator: "," as Character).map(\.trimmed)
  }
}

extension SettingOption.Fault {
  fileprivate init(_ description: String) { self.description = description.terminalText }
}
