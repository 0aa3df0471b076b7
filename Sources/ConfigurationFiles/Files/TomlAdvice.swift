internal import FlickProtocol
internal import Settings

/// Explains a file that is not TOML by the line where it stops being TOML.
///
/// A parser names characters that it expected. A person needs what to write, so the words of the
/// parser are never shown.
struct TomlAdvice {
  private let bytes: [UInt8]
  /// What the file is, if not a text in UTF-8.
  private let encoding: String?
  private let lines: [TomlLine]
  /// The position of the line in the file, from 0.
  private let index: Int
  /// The character that looks like a blank in the line; nil if it has none.
  private let blank: UnusualBlank?
  /// Where the line stops being TOML; the begin of an array that is not closed.
  let position: TextPosition

  init(_ bytes: [UInt8], at position: TextPosition) {
    self.bytes = bytes
    encoding = ForeignText.encoding(of: bytes)
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // A byte order mark belongs to no line.
    let lines = texts.map { TomlLine($0.drop { $0 == "\u{FEFF}" }) }
    let last = min(max(position.line - 1, 0), lines.count - 1)
    let begin = Self.openLine(before: last, of: lines)
    blank = UnusualBlank(inLine: texts[last], beginsFile: last == 0)
    // An array that has its values on one line should end there too.
    if encoding != nil {
      (index, self.position) = (0, TextPosition(line: 1, column: 1))
    } else if let blank {
      index = last
      self.position = TextPosition(line: last + 1, column: blank.column)
    } else if let begin, let end = lines[begin].text.last, !"[,".contains(end) {
      index = begin
      self.position = TextPosition(line: begin + 1, column: 1)
    } else {
      index = last
      self.position = position
    }
    self.lines = lines
  }

  /// What is wrong, and what to write.
  var message: String {
    let whole = encoding ?? foreign ?? blank?.message ?? nested
    return whole ?? ForeignText.language(of: line) ?? header ?? other ?? assignment ?? Self.form
  }

  private var line: TomlLine { lines[index] }

  /// A form that is always right.
  private static let form =
    "a line is a [section] or `key = value`, with quotes around texts and values with units: "
    + "`distance = \"15mm\"`"

  /// What no text editor writes into UTF-8.
  private var foreign: String? {
    let own = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[index]
    guard String(validating: own, as: UTF8.self) != nil else {
      return "a character of this line is not UTF-8: save the file as UTF-8"
    }
    guard let control = own.first(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0d || $0 == 0x7f }) else {
      return nil
    }
    return "the line has the control character \(control): remove it"
  }

  private var nested: String? {
    if line.text.utf8.count(where: { $0 == UInt8(ascii: ".") }) > 64 {
      return "the line has more than 64 dots"
    }
    if line.openBrackets > 16 { return "the value is nested too deep: settings nest at most three times" }
    guard let begin = Self.openLine(before: index, of: lines) else { return nil }
    if let key = lines[begin].key, let value = onOneLine(begin) {
      return assign(key, value, because: "a table in braces stands on one line")
    }
    return "in the array that begins on line \(begin + 1), a quote, a comma or the closing bracket is missing"
  }

  /// Returns the line above whose array continues on this one.
  private static func openLine(before index: Int, of lines: [TomlLine]) -> Int? {
    var open = 0
    for above in stride(from: index - 1, through: 0, by: -1) {
      if lines[above].section != nil, lines[above].openBrackets == 0 { return nil }
      open += lines[above].openBrackets
      if lines[above].value != nil { return open > 0 ? above : nil }
    }
    return nil
  }

  // MARK: Sections

  private var header: String? {
    guard let name = line.section else { return nil }
    let word = name.prefix { $0.isLetter || $0 == "_" }.lowercased()
    let known = Section.top.first { $0.rawValue == word }
    let below = String(name.dropFirst(word.count)).filter { !".\"' ".contains($0) }
    let isName = below.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    if let known, known.isRepeated, !below.isEmpty, isName {
      return "`\(shown(line.text))`: \(Advice.form(of: known, below: [below]))"
    }
    let title = known?.title ?? (line.text.hasPrefix("[[") ? "[[\(name)]]" : "[\(name)]")
    if name.isEmpty { return "the name of the section is missing: \(Advice.section(for: ""))" }
    if known == nil, !lines[..<index].contains(where: { $0.section == name }) {
      return "`\(shown(line.text))`: no such section; \(Advice.section(for: name))"
    }
    if line.text == title {
      return "`\(shown(title))` is in the file twice: write its keys below the first one"
    }
    let rest = line.text.hasPrefix(title) ? line.text.dropFirst(title.count).drop { "] ".contains($0) } : ""
    if !rest.isEmpty { return "`\(shown(title))` needs its own line: write what follows on the next one" }
    return "`\(shown(line.text))`: write \(shown(title)) on its own line"
  }

  // MARK: Lines without an assignment

  private var other: String? {
    let text = line.text
    guard line.key == nil else { return nil }
    let bare = text.filter { !"[]".contains($0) }.lowercased()
    if let known = Section.top.first(where: { $0.rawValue == bare }) {
      return "`\(shown(text))`: write \(known.title) on its own line"
    }
    guard let mark = text.firstIndex(where: { $0 == ":" || $0.isWhitespace }) else {
      return text.isEmpty ? nil : valueMissing(Self.bare(text))
    }
    let value = text[text.index(after: mark)...].drop { $0 == ":" || $0.isWhitespace }
    let key = Self.bare(String(text[..<mark]))
    guard !value.isEmpty else { return valueMissing(key) }
    if let foreign = Advice.foreign(key) { return "`\(shown(text))`: \(foreign)" }
    return assign(key, String(value), because: "`=` is between a key and its value")
  }

  // MARK: Keys and values

  private var assignment: String? {
    guard let key = line.key, let value = line.value else { return nil }
    if key.isEmpty { return "the key before `=` is missing; for example `distance = \"15mm\"`" }
    if let fault = fault(ofKey: key) { return fault }
    if value.isEmpty { return valueMissing(key) }
    if value.hasPrefix("\"\"\"") || value.hasPrefix("'''") { return "the text in three quotes is not closed" }
    if TomlCorrection.isTOML(value) {
      return isRepeated(key) ? "`\(shown(key))` is set twice in this section: remove one of the lines" : nil
    }
    if let foreign = Advice.foreign(key) { return "`\(shown(line.text))`: \(foreign)" }
    if ["none", "null", "nil", "~"].contains(value.lowercased()) {
      return "`\(key) = \(value)`: remove the line to use the default"
    }
    if let whole = onOneLine(index) {
      return assign(key, whole, because: "a table in braces stands on one line")
    }
    return assign(key, value, because: nil)
  }

  /// The value of a line that begins a table in braces on several lines; nil for another line.
  private func onOneLine(_ index: Int) -> String? {
    guard var value = lines[index].value, value.hasPrefix("{") else { return nil }
    for next in lines[(index + 1)...].prefix(8) where TomlLine.openBrackets(in: value) > 0 {
      guard next.section == nil else { return nil }
      value += " \(next.text)"
      if TomlLine.openBrackets(in: value) == 0 { return value }
    }
    return nil
  }

  /// What is wrong with a key; nil if nothing is.
  private func fault(ofKey key: String) -> String? {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "\""), UInt8(ascii: "'"):
        true
      default: false
      }
    }
    if isPlain { return nil }
    let joined = key.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    let known = Section.allCases.contains { $0.keys.contains(joined) }
    return "\(quoted(key)) is not a key" + (known ? ": did you mean `\(joined)`?" : ": \(Self.form)")
  }

  private func isRepeated(_ key: String) -> Bool {
    for above in lines[..<index].reversed() {
      if above.section != nil { return false }
      if above.key == key { return true }
    }
    return false
  }

  private func valueMissing(_ key: String) -> String {
    "`\(shown(key))`: the value is missing; for example `\(example(of: key))`"
  }

  /// Returns a line with this key that is right.
  private func example(of key: String) -> String {
    Section.example(of: key).map { "\(key) = \($0)" } ?? "distance = \"15mm\""
  }

  /// Returns the advice to write a key with its value, and why; the line is one that flickd reads.
  private func assign(_ key: String, _ value: String, because reason: String?) -> String? {
    guard fault(ofKey: key) == nil else { return nil }
    let trial = ValueTrial(key: key, below: lines[..<index].last { $0.section != nil }?.section)
    if trial.isKnown, let array = TomlCorrection.array(value), trial.refusal(of: array) == nil {
      return advice("an array has brackets", "\(key) = \(array)")
    }
    let correction = TomlCorrection.isTOML(value) ? nil : TomlCorrection(value)
    guard TomlCorrection.isTOML(value) || correction != nil else { return nil }
    let meant = correction?.value ?? value
    let why = reason ?? correction?.reason ?? "write"
    guard let refusal = trial.refusal(of: meant) else { return advice(why, "\(key) = \(meant)") }
    if let right = refusal.right, trial.refusal(of: right) == nil {
      let problem = String(refusal.problem.prefix { $0 != ":" })
      return advice(reason ?? problem, "\(key) = \(right)")
    }
    let text = TomlCorrection.quotedValue(value)
    if TomlCorrection.isTOML(text), trial.refusal(of: text) == nil {
      return advice(reason ?? "a text needs quotes", "\(key) = \(text)")
    }
    let problem = refusal.problem.isEmpty ? refusal.message : refusal.problem
    // Quotes alone, or another word for true, would not make the value right.
    return why.hasSuffix("quotes") || why.hasSuffix("small letters") ? problem : "\(why); \(problem)"
  }

  private func advice(_ why: String, _ line: String) -> String {
    line.count > 120 ? why : "\(why): `\(line)`"
  }

  /// Returns a key without its quotes and colon.
  private static func bare(_ key: String) -> String { key.filter { !"\"':".contains($0) } }

  private func shown(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }
}
