extension Unicode.Scalar {
  /// Whether a terminal may interpret the character instead of showing it.
  ///
  /// These are controls (C0, DEL, C1), invisible characters, those that change the direction of
  /// writing, and separators of lines and paragraphs.
  public var isUnsafeOnTerminal: Bool {
    if (0x20..<0x7f).contains(value) { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  /// The text with visible escapes, `\n` or `\u{1b}`, for characters that a terminal interprets.
  ///
  /// Use it for every text of a server, a recording, a device or a file before it is written to a
  /// terminal. Cost: one pass, and no copy of a text without such characters.
  public var terminalText: String {
    guard unicodeScalars.contains(where: \.isUnsafeOnTerminal) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case _ where scalar.isUnsafeOnTerminal: shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

/// Makes JSON lines safe for a terminal: the values stay the same, but no character is interpreted.
public enum TerminalJSON {
  /// The lines in UTF-8, with `\u` escapes in strings, and spaces for tabs between tokens.
  ///
  /// Bytes that are not UTF-8 become U+FFFD. Text that is not JSON gets the same escapes. Cost: one
  /// pass; plain ASCII is not copied.
  public static func escaped(_ lines: [UInt8]) -> [UInt8] {
    let isPlain = lines.allSatisfy { (0x20..<0x7f).contains($0) || $0 == UInt8(ascii: "\n") }
    if isPlain { return lines }
    var shown: [UInt8] = []
    shown.reserveCapacity(lines.count + 64)
    var isInString = false
    var isEscaped = false
    for scalar in String(decoding: lines, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n":
        isInString = false
        shown.append(UInt8(ascii: "\n"))
      case "\t" where !isInString, "\r" where !isInString: shown.append(UInt8(ascii: " "))
      case _ where scalar.isUnsafeOnTerminal:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { append(unit, to: &shown) }
      default:
        if scalar == "\"", !isEscaped { isInString.toggle() }
        shown.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      isEscaped = isInString && scalar == "\\" && !isEscaped
    }
    return shown
  }

  /// Appends `\u` and the four digits of a UTF-16 code unit.
  private static func append(_ unit: UInt16, to text: inout [UInt8]) {
    text.append(contentsOf: "\\u\(unit.hexadecimal(digits: 4))".utf8)
  }
}

/// A human-readable text table, safe on a terminal.
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

extension UnsignedInteger {
  /// The number as at least `count` hexadecimal digits.
  public func hexadecimal(digits count: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
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
