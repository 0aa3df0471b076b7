/// A text table for people, safe on a terminal.
public enum TextTable {
  /// Returns the rows with aligned columns; the columns in `numbers` are aligned to the right.
  public static func text(_ cells: [[String]], numbers: Range<Int> = 0..<0) -> String {
    let rows = cells.map { row in row.map { $0.terminalText } }
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = row.indices.map { row[$0].padded(to: widths[$0], atStart: numbers.contains($0)) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text with spaces up to `width` characters, at its end or at its start.
  public func padded(to width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return atStart ? space + self : self + space
  }

  /// The text without a final newline.
  public var withoutLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
