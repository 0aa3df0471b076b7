internal import ConfigurationFiles
internal import Settings

/// The drop-in with the settings of one panel, and what changes in the file.
///
/// The same settings give the same bytes, so the file contains no date.
struct SettingsDropIn {
  /// A line of the former or the new file.
  private struct Line {
    var change: Change
    var text: String

    /// What happens to the line.
    enum Change: String {
      case kept = " "
      case removed = "-"
      case added = "+"
    }
  }

  /// The path of the file.
  let path: String
  /// The rule without comments, and without the keys that the command wrote earlier.
  let rule: String
  private var lines: [Line]

  /// How the comment above a key begins.
  private let mark: String

  /// Merges settings into the former content of the file; nil if there is no file.
  ///
  /// Returns nil if something else wrote the former file, unless `isForced`: then no line of it
  /// remains. An empty file is as no file.
  init?(
    at path: String, former: String?, settings: WrittenSettings, of command: WritingCommand,
    isForced: Bool = false
  ) {
    self.path = path
    mark = command.mark
    rule = settings.rule
    lines = (former ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map { Line(change: .kept, text: String($0)) }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    if lines.first?.text != command.signature {
      guard isForced || lines.isEmpty else { return nil }
      for index in lines.indices { lines[index].change = .removed }
      let head = [command.signature] + settings.subject.rule([]).split(separator: "\n").map(String.init)
      lines += head.map { Line(change: .added, text: $0) }
    }
    for line in settings.lines { set(line) }
  }

  /// Replaces the line of a key and its comment, or adds both at the end.
  private mutating func set(_ setting: WrittenSettings.Line) {
    let new = [mark + setting.origin, "\(setting.key) = \(setting.value)"]
      .map { Line(change: .added, text: $0) }
    guard let row = lines.firstIndex(where: { $0.change != .removed && $0.text.isSetting(of: setting.key) })
    else {
      lines += new
      return
    }
    let hasComment = row > 0 && lines[row - 1].text.hasPrefix(mark)
    let former = (hasComment ? row - 1 : row)...row
    guard lines[former].map(\.text) != new.map(\.text) else { return }
    for index in former { lines[index].change = .removed }
    lines.insert(contentsOf: new, at: row + 1)
  }

  /// Whether the file already has this content.
  var isUnchanged: Bool { lines.allSatisfy { $0.change == .kept } }

  /// Every line of both files, each after a blank, `-` or `+`.
  var listing: String { lines.map { "\($0.change.rawValue) \($0.text)" }.joined(separator: "\n") }

  var file: ConfigurationFile {
    let text = lines.filter { $0.change != .removed }.map { "\($0.text)\n" }.joined()
    return ConfigurationFile(name: path, bytes: Array(text.utf8))
  }
}

extension String {
  /// Whether the line sets this key.
  fileprivate func isSetting(of key: String) -> Bool {
    guard hasPrefix(key) else { return false }
    return dropFirst(key.count).first { $0 != " " } == "="
  }
}
