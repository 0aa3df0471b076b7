internal import Configuration
internal import PanelTuning

/// The drop-in with the measured settings of one panel, and what changes in the file.
///
/// The same measurements give the same bytes, so the file contains no date.
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
  /// The rule without comments, and without the keys of earlier measurements.
  let rule: String
  private var lines: [Line]

  /// The first line of each file that this type writes; a file without it is not changed.
  private static let signature =
    "# `flickctl measure --write` wrote this file, and replaces the keys that it measures again."
  /// How the comment above a key begins.
  private static let mark = "# measured: "

  /// The name of the file of a panel with these ids.
  ///
  /// Files of administrators usually begin with 50. The last rule wins, and numbers above 90 remain
  /// for rules that override the measured ones.
  static func name(ids: String) -> String { "90-measured-\(ids).toml" }

  /// Merges settings into the former content of the file; nil if there is no file.
  ///
  /// Returns nil if something else wrote the former file.
  init?(at path: String, former: String?, report: PanelReport, settings: [Finding.Setting]) {
    self.path = path
    rule = report.rule(settings)
    if let former {
      lines = former.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Line(change: .kept, text: String($0)) }
      if lines.last?.text.isEmpty == true { lines.removeLast() }
      guard lines.first?.text == Self.signature else { return nil }
    } else {
      let head = [Self.signature] + report.rule([]).split(separator: "\n").map(String.init)
      lines = head.map { Line(change: .added, text: $0) }
    }
    for setting in settings { set(setting) }
  }

  /// Replaces the line of a key and its comment, or adds both at the end.
  private mutating func set(_ setting: Finding.Setting) {
    let new = [Self.mark + setting.origin, "\(setting.key) = \(setting.value)"]
      .map { Line(change: .added, text: $0) }
    guard let place = lines.firstIndex(where: { $0.text.isSetting(of: setting.key) }) else {
      lines += new
      return
    }
    let hasComment = place > 0 && lines[place - 1].text.hasPrefix(Self.mark)
    let former = (hasComment ? place - 1 : place)...place
    guard lines[former].map(\.text) != new.map(\.text) else { return }
    for index in former { lines[index].change = .removed }
    lines.insert(contentsOf: new, at: place + 1)
  }

  /// Whether the file already has this content.
  var isUnchanged: Bool { lines.allSatisfy { $0.change == .kept } }

  /// Every line of both files, each after a blank, `-` or `+`.
  var listing: String { lines.map { "\($0.change.rawValue) \($0.text)" }.joined(separator: "\n") }

  /// The new file.
  var file: ConfigurationFile {
    let text = lines.filter { $0.change != .removed }.map { "\($0.text)\n" }.joined()
    return ConfigurationFile(name: path, bytes: Array(text.utf8))
  }
}

extension Finding.Setting {
  /// The measurement, in one line for a comment.
  fileprivate var origin: String {
    let value = measurement.value.map(ShownNumber.measured) ?? ""
    let samples = "\(measurement.samples) sample\(measurement.samples == 1 ? "" : "s")"
    return "\(measurement.metric.rawValue) \(value) \(measurement.unit.rawValue), \(samples)"
  }
}

extension String {
  /// Whether the line sets this key.
  fileprivate func isSetting(of key: String) -> Bool {
    guard hasPrefix(key) else { return false }
    return dropFirst(key.count).first { $0 != " " } == "="
  }
}
