internal import FlickProtocol

/// A text table for people.
enum Table {
  /// Returns the rows with aligned columns; the columns in `numbers` are aligned to the right.
  static func text(_ cells: [[String]], numbers: Range<Int> = 0..<0) -> String {
    let rows = cells.map { row in row.map { $0.terminalText } }
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return numbers.contains(column) ? space + row[column] : row[column] + space
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text without a final newline.
  var withoutLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
