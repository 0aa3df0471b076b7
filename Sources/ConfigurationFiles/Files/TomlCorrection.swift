internal import FlickProtocol
internal import Settings

/// A value that is not TOML, as its author meant it.
struct TomlCorrection {
  /// What is wrong: a clause without a full stop.
  let reason: String
  /// The value in TOML.
  let value: String

  /// Creates the correction of a value; nil if the meaning is not clear, or if the value is long.
  init?(_ value: String) {
    guard value.utf8.count <= 200,
      let found = Self.quotes(value) ?? Self.list(value) ?? Self.number(value) ?? Self.word(value),
      Self.isTOML(found.value)
    else { return nil }
    self = found
  }

  private init(_ reason: String, _ value: String) {
    (self.reason, self.value) = (reason, value)
  }

  /// Whether the text is a value of TOML.
  static func isTOML(_ value: String) -> Bool {
    !value.contains(Character("\n")) && (try? TomlNode.parse(Array("k = \(value)\n".utf8))) != nil
  }

  // MARK: Texts

  private static let quoteMarks: Set<Character> = ["\"", "'"]
  private static let printedMarks: Set<Character> = ["“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "`", "´"]

  /// Returns a value without the typographic quotes around it or in it; nil if it has none.
  static func withoutPrintedQuotes(_ value: String) -> String? {
    value.contains { printedMarks.contains($0) } ? value.filter { !printedMarks.contains($0) } : nil
  }

  private static func quotes(_ value: String) -> TomlCorrection? {
    if value.contains(where: { printedMarks.contains($0) }) {
      let straight = String(value.map { printedMarks.contains($0) ? "\"" : $0 })
      let fixed = isTOML(straight) ? straight : TomlCorrection(straight)?.value
      return fixed.map { TomlCorrection("TOML has straight quotes only", $0) }
    }
    guard let first = value.first, let last = value.last else { return nil }
    if quoteMarks.contains(first) { return opened(value, by: first) }
    guard quoteMarks.contains(last), value.count(where: { $0 == last }) == 1 else { return nil }
    return TomlCorrection("the quote before the value is missing", quotedValue(value.dropLast()))
  }

  /// Returns the correction of a value that begins with a quote.
  private static func opened(_ value: String, by quote: Character) -> TomlCorrection? {
    let body = value.dropFirst()
    guard let end = body.firstIndex(of: quote) else {
      let text = body.reversed().drop { quoteMarks.contains($0) || ",; \t".contains($0) }.reversed()
      return TomlCorrection("the quote is not closed", quotedValue(String(text)))
    }
    let inside = String(body[..<end])
    let rest = body[body.index(after: end)...].trimmed
    if rest.isEmpty {
      return TomlCorrection(
        "in double quotes, a backslash begins an escape, and in single quotes it does not", "'\(inside)'")
    }
    if UnitSystem.knows(rest) {
      return TomlCorrection("the unit belongs in the quotes", quotedValue(inside + rest))
    }
    if rest.first.map({ quoteMarks.contains($0) }) == true { return nil }
    if rest.contains(Character("=")) {
      return TomlCorrection("each key needs its own line", quotedValue(inside))
    }
    return TomlCorrection("\(quoted(rest)) behind the value is too much", quotedValue(inside))
  }

  static func quotedValue(_ text: some StringProtocol) -> String { "\"\(text.trimmed)\"" }

  // MARK: Arrays and tables in braces

  /// Returns the array of a value that has commas, but no brackets; nil for other values.
  static func array(_ value: String) -> String? {
    guard value.contains(Character(",")), value.last != ",", value.first.map({ "[{".contains($0) }) == false
    else { return nil }
    let array = "[\(value.contains(Character("\"")) ? value : String(value.map { $0 == "'" ? "\"" : $0 }))]"
    return isTOML(array) ? array : TomlCorrection(array)?.value
  }

  private static func list(_ value: String) -> TomlCorrection? {
    let closers: [Character: Character] = ["[": "]", "{": "}"]
    guard let first = value.first, let closer = closers[first] else { return nil }
    guard value.last == closer else {
      guard TomlLine.openBrackets(in: value) > 0 else { return nil }
      let text = value.reversed().drop { ", \t".contains($0) }.reversed()
      let closed = String(text) + (first == "{" ? " }" : "]")
      let fixed = isTOML(closed) ? closed : list(closed)?.value
      return fixed.map { TomlCorrection("the \(first) is not closed", $0) }
    }
    if first == "{" { return table(value.dropFirst().dropLast()) }
    let texts = value.dropFirst().dropLast().split(separator: "\"" as Character).map(\.trimmed)
    if !value.contains(Character(",")), texts.count > 2 {
      let list = texts.filter { !$0.isEmpty }.map { quotedValue($0) }.joined(separator: ", ")
      return TomlCorrection("commas separate the values", "[\(list)]")
    }
    let body = value.dropFirst().dropLast()
    let isOfBlanks = !body.contains { ",\"'[]{}".contains($0) } && number(body.trimmed) == nil
    let parts = body.split { $0 == "," || isOfBlanks && ($0 == ";" || $0.isWhitespace) }
      .map(\.trimmed).filter { !$0.isEmpty }
    var reason = isOfBlanks && parts.count > 1 ? "commas separate the values" : nil
    let elements = parts.map { element -> String in
      let (fixed, why) = corrected(element)
      reason = reason ?? why
      return fixed
    }
    return TomlCorrection(
      reason ?? "commas separate the values", "[\(elements.joined(separator: ", "))]")
  }

  /// Returns the correction of what is between braces; others write it with colons or semicolons.
  private static func table(_ body: Substring) -> TomlCorrection? {
    let signs = TomlLine.signs(in: body)
    let sign: Character = signs.contains { body[$0] == "=" } ? "=" : ":"
    let all = signs.filter { body[$0] == sign }
    // A value may have colons too, but without a blank behind them.
    let spaced = all.filter { body[body.index(after: $0)...].first.map { "\"' \t".contains($0) } == true }
    let marks = sign == ":" && !spaced.isEmpty ? spaced : all
    var reason = sign == ":" ? "`=` is between a key and its value" : nil
    let isSeparator: (Character) -> Bool = { ",;".contains($0) || $0.isWhitespace }
    var starts: [String.Index] = []
    for mark in marks {
      guard let end = body[..<mark].lastIndex(where: { !$0.isWhitespace }) else { return nil }
      let before = body[...end].lastIndex(where: isSeparator)
      starts.append(before.map { body.index(after: $0) } ?? body.startIndex)
    }
    guard let first = starts.first, body[..<first].allSatisfy(isSeparator) else { return nil }
    let pairs = marks.indices.map { index -> String in
      let isLast = index == marks.count - 1
      let end = isLast ? body.endIndex : starts[index + 1]
      let raw = body[body.index(after: marks[index])..<end].trimmed
      let key = body[starts[index]..<marks[index]].filter { !quoteMarks.contains($0) }.trimmed
      let (fixed, why) = corrected(String(raw.reversed().drop(while: isSeparator).reversed()), of: key)
      if !isLast, raw.last != "," { reason = reason ?? "commas separate the keys" }
      reason = reason ?? why ?? (isLast && raw.last == "," ? "remove the comma before }" : nil)
      return "\(key) = \(fixed)"
    }
    return TomlCorrection(reason ?? "commas separate the keys", "{ \(pairs.joined(separator: ", ")) }")
  }

  /// Returns the correction of a value in braces; the conditions of a match are texts.
  private static func corrected(_ value: String, of key: String) -> (value: String, reason: String?) {
    let isText = Section.match.keys.contains(key) && value.allSatisfy { !quoteMarks.contains($0) }
    return isText && !value.isEmpty && !value.contains { printedMarks.contains($0) }
      ? (quotedValue(value), "a text needs quotes") : corrected(value)
  }

  private static func corrected(_ value: String) -> (value: String, reason: String?) {
    if isTOML(value) { return (value, nil) }
    let correction = TomlCorrection(value)
    return (correction?.value ?? value, correction?.reason)
  }

  // MARK: Numbers and words

  private static func number(_ value: String) -> TomlCorrection? {
    if let last = value.last, ",;".contains(last) {
      let (rest, _) = corrected(value.dropLast().trimmed)
      return TomlCorrection("`\(last)` behind the value is too much", rest)
    }
    let pointed =
      value.firstIndex(of: ",").map { "\(value[..<$0]).\(value[value.index(after: $0)...])" } ?? value
    guard value.first?.isNumber == true || "+-.,".contains(value.first ?? " "),
      let quantity = Quantity(pointed)
    else { return nil }
    let isPointed = pointed == value
    if quantity.unit.isEmpty {
      let whole = Int(exactly: quantity.number)
      let digits = whole.map { "\($0)" } ?? "\(quantity.number)"
      let reason = isPointed ? "TOML has another form of this number" : "a decimal number has a point"
      return TomlCorrection(reason, digits)
    }
    if let unit = UnitSystem.spelling(of: quantity.unit) {
      let digits = pointed.prefix { "+-.0123456789".contains($0) }
      let reason = "the unit is `\(unit)`, and a value with a unit needs quotes"
      return TomlCorrection(reason, quotedValue("\(digits)\(unit)"))
    }
    guard UnitSystem.knows(quantity.unit) else { return nil }
    let reason =
      isPointed
      ? "a value with a unit needs quotes"
      : "a decimal number has a point, and a value with a unit needs quotes"
    return TomlCorrection(reason, quotedValue(pointed))
  }

  private static func word(_ value: String) -> TomlCorrection? {
    guard !value.isEmpty else { return nil }
    let small = value.lowercased()
    let near = nearest(to: small, in: ["true", "false"], within: 1)
    if ["yes", "on"].contains(small) || "true".hasPrefix(small) || near == "true" {
      return TomlCorrection("yes is `true`, in small letters", "true")
    }
    if ["no", "off"].contains(small) || "false".hasPrefix(small) || near == "false" {
      return TomlCorrection("no is `false`, in small letters", "false")
    }
    guard value.allSatisfy({ $0.isLetter || $0.isNumber || "-_./:@$ ×".contains($0) }) else { return nil }
    return TomlCorrection("a text needs quotes", quotedValue(value))
  }
}

extension UnitSystem {
  /// Whether a text begins with a unit, such as `mm` or `mm x 287mm`.
  static func knows(_ text: some StringProtocol) -> Bool {
    let unit = text.prefix { $0.isLetter || "%/".contains($0) }
    let density = Density(pointsPerInch: 163)
    let systems = [length(density), speed(density), time, angle]
    return ["%", "px"].contains(String(unit)) || systems.contains { $0.factors[String(unit)] != nil }
  }
}
