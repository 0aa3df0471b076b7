internal import Compression

/// A text in another language than TOML, or no text.
enum ForeignText {
  private static let form = "write [swipe] on one line, and `distance = \"15mm\"` on the next one"

  /// Returns what a file is that is compressed or UTF-16, and the next step; nil for another file.
  static func encoding(of bytes: [UInt8]) -> String? {
    if let format = PackedFormat(beginning: bytes) {
      return "this is \(format): unpack it first, as in `\(format.command) FILE`"
    }
    // Without a byte order mark, each letter of UTF-16 has a zero byte.
    let zeros = bytes.prefix(4).map { $0 == 0 }
    let isWide = zeros == [true, false, true, false] || zeros == [false, true, false, true]
    guard isWide || bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) else { return nil }
    return "the file is UTF-16: save it as UTF-8"
  }

  /// Returns which other language a line is of, and what to write; nil for another line.
  static func language(of line: TomlLine) -> String? {
    let text = line.text
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(where: { text.hasPrefix($0) }) {
      return "this file has merge conflicts: keep one side of each, "
        + "and remove the lines with <<<<<<<, ======= and >>>>>>>"
    }
    if text.hasPrefix("<") { return "this is XML: \(form)" }
    if text.hasPrefix("{") { return "this is JSON: \(form)" }
    if text == "---" || text.hasPrefix("%YAML") || text.hasPrefix("- ") { return "this is YAML: \(form)" }
    if ["//", ";", "--", "/*"].contains(where: { text.hasPrefix($0) }) { return "a comment begins with #" }
    guard line.key == nil, text.hasSuffix(":"), let section = section(named: text.dropLast()) else {
      return nil
    }
    return "this is YAML: write \(section.title) on one line, and `\(section.example)` on the next one"
  }

  /// Returns the section of a name, in quotes or not, that may have capitals.
  private static func section(named name: some StringProtocol) -> Section? {
    let bare = String(name).filter { !"\"' ".contains($0) }.lowercased()
    return Section.top.first { $0.rawValue == bare }
  }
}

extension Section {
  /// A line that may follow the title.
  fileprivate var example: String {
    switch self {
    case .panel: "rotation = 90"
    case .zone: "name = \"cards\""
    case .socket: "group = \"flick\""
    case .swipe, .match, .spring: "distance = \"15mm\""
    }
  }
}
