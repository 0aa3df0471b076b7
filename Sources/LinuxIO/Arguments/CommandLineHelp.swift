extension CommandLineFlags {
  /// Returns the text of `--help`, wrapped to `columns` columns.
  public func help(columns: Int = 80) -> String {
    let words = flags.map { flag in
      let letter = flag.letter.map { "-\($0), " } ?? "    "
      return "  \(letter)--\(flag.name)\(flag.argument.map { " \($0)" } ?? "")"
    }
    let edge = (words.map(\.count).max() ?? 0) + 2
    var lines = ["\(usage)", "", summary, ""]
    for (flag, word) in zip(flags, words) {
      let rows = Self.rows(of: flag.help, width: max(20, columns - edge))
      lines.append(Self.padded(word, to: edge) + (rows.first ?? ""))
      for row in rows.dropFirst() { lines.append(Self.padded("", to: edge) + row) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The usage line, which shows how to call the command.
  public var usage: String {
    (["Usage: \(command)"] + flags.map { "[--\($0.name)\($0.argument.map { " \($0)" } ?? "")]" })
      .joined(separator: " ")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func rows(of text: String, width: Int) -> [String] {
    var rows: [String] = []
    for word in text.split(separator: " ") {
      if let last = rows.last, last.count + 1 + word.count <= width {
        rows[rows.count - 1] = "\(last) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }
}
