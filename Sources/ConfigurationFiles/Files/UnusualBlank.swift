/// A character that looks like a blank or like nothing, which an editor or a web page has written.
struct UnusualBlank {
  /// The code point within the line, from 1.
  let column: Int
  /// What the character is, and what to do.
  let message: String

  /// Finds the first one in a line, but not in a text in quotes or in a comment.
  ///
  /// The byte order mark at the beginning of a file is none.
  init?(inLine line: some StringProtocol, beginsFile: Bool) {
    var quote: Unicode.Scalar?
    for (index, scalar) in line.unicodeScalars.enumerated() {
      if let open = quote {
        if scalar == open { quote = nil }
        continue
      }
      switch scalar {
      case "\"", "'": quote = scalar
      case "#": return nil
      case "\u{FEFF}" where index == 0 && beginsFile: continue
      default:
        guard let message = Self.message(for: scalar) else { continue }
        (column, self.message) = (index + 1, message)
        return
      }
    }
    return nil
  }

  /// Returns what is wrong with the first one in a value; nil if it has none.
  static func message(in value: some StringProtocol) -> String? {
    value.unicodeScalars.lazy.compactMap { message(for: $0) }.first
  }

  private static func message(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00A0, 0x2007, 0x202F: "there is a no-break space here: type a blank"
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000:
      "there is a typographic space here: type a blank"
    case 0x00AD: "there is an invisible hyphen here: remove it"
    case 0x200B...0x200D, 0x2060, 0xFEFF: "there is an invisible character here: type the line again"
    case 0x0085, 0x2028, 0x2029: "there is a line separator here: type a line break"
    default: nil
    }
  }
}
