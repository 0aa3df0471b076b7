/// One line of a file as its author meant it, although it may not be TOML.
struct TomlLine {
  /// The line without a comment and outer blanks.
  let text: String
  /// The key before the first `=` that is not in quotes; nil if there is none.
  let key: String?
  /// The value after it; nil if there is no `=`.
  let value: String?

  init(_ line: some StringProtocol) {
    var quote: Character?
    var open: String.Index?
    var equals: String.Index?
    let line = String(line)
    var end = line.endIndex
    scan: for index in line.indices {
      switch (line[index], quote) {
      case ("\"", nil), ("'", nil): (quote, open) = (line[index], index)
      case (let character, let present?) where character == present: quote = nil
      case ("#", nil):
        end = index
        break scan
      case ("=", nil) where equals == nil: equals = index
      default: break
      }
    }
    // In an open text, a comment can only be guessed.
    if quote != nil, let open, let hash = Self.comment(in: line, after: open) { end = min(end, hash) }
    text = line[..<end].trimmed
    key = equals.map { line[..<$0].trimmed }
    value = equals.map { line[line.index(after: $0)..<max(end, line.index(after: $0))].trimmed }
  }

  /// The section that the line begins: `swipe` of `[swipe]`; nil for any other line.
  var section: String? {
    guard text.hasPrefix("[") else { return nil }
    return String(text.drop { $0 == "[" }.prefix { $0 != "]" }).trimmed
  }

  /// How many brackets and braces of the value stay open; below 0 if more are closed.
  var openBrackets: Int { Self.openBrackets(in: value ?? text) }

  /// How many brackets and braces of a value stay open; below 0 if more are closed.
  static func openBrackets(in value: String) -> Int {
    var quote: Character?
    var count = 0
    for character in value {
      switch (character, quote) {
      case ("\"", nil), ("'", nil): quote = character
      case (let character, let present?) where character == present: quote = nil
      case ("[", nil), ("{", nil): count += 1
      case ("]", nil), ("}", nil): count -= 1
      default: break
      }
    }
    return count
  }

  /// Where a text has `=` or `:` outside quotes.
  static func signs(in text: Substring) -> [String.Index] {
    var quote: Character?
    return text.indices.filter { index in
      switch (text[index], quote) {
      case ("\"", nil), ("'", nil): quote = text[index]
      case (let character, let present?) where character == present: quote = nil
      case ("=", nil), (":", nil): return true
      default: break
      }
      return false
    }
  }

  private static func comment(in line: String, after open: String.Index) -> String.Index? {
    line[open...].firstIndex { $0 == "#" }.flatMap { hash in
      line[line.index(before: hash)].isWhitespace ? hash : nil
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(String(start.reversed().drop { $0.isWhitespace }).reversed())
  }
}
