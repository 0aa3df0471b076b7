internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Settings

/// Why a value cannot be used.
struct ValueError: Error {
  var position: TextPosition
  /// What is wrong, with a quote of the value.
  var message: String
  /// The same without the quote; empty if it has none.
  var problem = ""
  /// The value that its author meant, in TOML; nil if the meaning is not clear.
  var right: String?
}

/// One value under a key, and the ways to read it.
struct ValueDecoder {
  var key: String
  var node: TomlNode
  var density: Density

  /// The decoder of an element of the value.
  func of(_ item: TomlNode) -> ValueDecoder { ValueDecoder(key: key, node: item, density: density) }

  /// Returns the error `problem` with a quote of this value.
  func error(_ problem: String, right: String? = nil) -> ValueError {
    ValueError(
      position: node.position, message: "`\(key) = \(node.seen)`: \(problem)", problem: problem, right: right)
  }

  func text(_ advice: String = "write it in double quotes") throws(ValueError) -> String {
    guard case .string(let text) = node.content else { throw error("this is no text; \(advice)") }
    return text
  }

  func flag() throws(ValueError) -> Bool {
    switch node.content {
    case .boolean(let flag): return flag
    case .string(let text) where ["true", "false"].contains(text.lowercased()):
      throw error("write \(text.lowercased()) without quotes")
    case .string, .integer, .float, .array, .table, .moment: throw error("write true or false")
    }
  }

  /// A number without a unit.
  func number(_ range: ClosedRange<Double>) throws(ValueError) -> Double {
    let number: Double
    switch node.content {
    case .integer(let whole): number = Double(whole)
    case .float(let fraction): number = fraction
    case .string(let text): throw numberError(text, range)
    case .boolean, .array, .table, .moment: throw error("write a number without quotes and unit")
    }
    guard range.contains(number) else {
      throw error("must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns why a text is not a number, with the number that it means if that is in the range.
  private func numberError(_ text: String, _ range: ClosedRange<Double>) -> ValueError {
    let pointed = String(text.map { $0 == "," ? "." : $0 })
    guard let quantity = Quantity(pointed), quantity.unit.allSatisfy({ $0.isLetter || "%°".contains($0) })
    else { return error("write a number without quotes and unit") }
    let number = quantity.unit == "%" ? (quantity.number * 1e4).rounded() / 1e6 : quantity.number
    guard range.contains(number) else {
      return error("write a number from \(range.lowerBound) to \(range.upperBound), without quotes and unit")
    }
    let digits = Int(exactly: number).map { "\($0)" } ?? "\(number)"
    if pointed != text { return error("a decimal number has a point: write \(digits)", right: digits) }
    let unit = quantity.unit.isEmpty ? "" : " and unit"
    return error("write \(digits) without quotes\(unit)", right: digits)
  }

  /// One of a few whole numbers.
  func choice<Value: RawRepresentable<Int> & CaseIterable>(_: Value.Type) throws(ValueError) -> Value {
    let values = Value.allCases.map { "\($0.rawValue)" }
    if case .integer(let number) = node.content, let value = Int(exactly: number).flatMap(Value.init) {
      return value
    }
    if let meant = meantNumber, values.contains("\(meant.number)") {
      throw error(meant.advice, right: "\(meant.number)")
    }
    throw error("write one of \(values.joined(separator: ", "))")
  }

  /// The whole number that a text or a decimal number means, and how to write it; nil for other
  /// values.
  var meantNumber: (number: Int, advice: String)? {
    switch node.content {
    case .string(let text):
      guard let quantity = Quantity(text), let number = Int(exactly: quantity.number) else { return nil }
      return (number, "write \(number) without quotes\(quantity.unit.isEmpty ? "" : " and unit")")
    case .float(let fraction):
      guard let number = Int(exactly: fraction) else { return nil }
      return (number, "write \(number) without a point")
    case .integer, .boolean, .array, .table, .moment: return nil
    }
  }

  /// One of a few words.
  func choice<Value: WireWord>(_: Value.Type) throws(ValueError) -> Value {
    let words = Value.words
    let advice = "write one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    let word = try text(advice)
    if let value = Value(word: word) { return value }
    // As in `up_left` for `left_up`.
    let turned = word.lowercased().split { "_- ".contains($0) }.reversed().joined(separator: "_")
    let near = words.contains(turned) ? turned : nearest(to: word, in: words)
    throw error(near.map { "did you mean \"\($0)\"?" } ?? advice, right: near?.tomlString)
  }

  /// At least one of a few words, in an array.
  func choices<Value: WireWord>(_: Value.Type) throws(ValueError) -> [Value] {
    let words = Value.words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard case .array(let items) = node.content, !items.isEmpty else {
      if case .string(let text) = node.content {
        let meant = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        if !meant.isEmpty, meant.allSatisfy({ Value(word: $0) != nil }) {
          let right = "[\(meant.map(\.tomlString).joined(separator: ", "))]"
          throw error("write an array\(meant.count == 1 ? ", even of one word" : ""): \(right)", right: right)
        }
      }
      throw error("write an array with at least one of \(words)")
    }
    return try items.map { item throws(ValueError) in try of(item).choice(Value.self) }
  }

  /// A number with a unit, in the unit that flickd computes in.
  func quantity(_ system: UnitSystem, _ range: ClosedRange<Double>) throws(ValueError) -> Double {
    switch node.content {
    case .integer, .float: throw error("\(system.kind) needs a unit; \(system.advice)")
    case .string(let text):
      guard let quantity = Quantity(text) else {
        throw error(UnusualBlank.message(in: text) ?? "this is not \(system.kind); \(system.advice)")
      }
      let value = try quantity.number * factor(of: quantity.unit, behind: text, in: system)
      guard range.contains(value) else { throw error("must be \(limits(range, in: system))") }
      return value
    case .boolean, .array, .table, .moment: throw error("this is not \(system.kind); \(system.advice)")
    }
  }

  /// Returns the factor of a unit, which stands behind a number in the text.
  private func factor(of unit: Substring, behind text: String, in system: UnitSystem) throws(ValueError)
    -> Double
  {
    if let factor = system.factors[String(unit)] { return factor }
    if let blank = UnusualBlank.message(in: unit) { throw error(blank) }
    if let (number, right) = system.meant(by: text, unit) {
      // Without a quote of the value, because a sign of it may be unlike in a locale of ASCII.
      let problem = "the unit is `\(right)`: write \"\(number)\(right)\""
      throw ValueError(
        position: node.position, message: "`\(key)`: \(problem)", problem: problem,
        right: "\"\(number)\(right)\"")
    }
    if unit == "px" && system.factors["mm"] != nil || unit == "px/s" && system.factors["mm/s"] != nil {
      let kind = "\(system.kind) here, only in a zone or a subscription"
      throw error("\"\(unit)\" is not a unit of \(kind); \(system.advice)")
    }
    if unit.first == "," { throw error("a decimal number has a point, not a comma; \(system.advice)") }
    if unit.isEmpty { throw error("\(system.kind) needs a unit; \(system.advice)") }
    throw error("\(quoted(String(unit))) is not a unit of \(system.kind); \(system.advice)")
  }

  private func limits(_ range: ClosedRange<Double>, in system: UnitSystem) -> String {
    let unit = system.factors.first { $0.value == 1 }?.key ?? ""
    return "from \(range.lowerBound)\(unit) to \(range.upperBound)\(unit)"
  }
}

extension ValueDecoder {
  /// A length in mm.
  func length(_ range: ClosedRange<Double>) throws(ValueError) -> Double {
    try quantity(.length(density), range)
  }

  /// A length in mm, or a part of the panel above 0 % and at most 100 %.
  func lengthOrPart(_ range: ClosedRange<Double>) throws(ValueError) -> LengthSetting {
    if case .string(let text) = node.content, let quantity = Quantity(text), quantity.unit == "%" {
      guard quantity.number > 0, quantity.number <= 100 else {
        throw error("must be above 0% and at most 100%")
      }
      return .fraction(quantity.number / 100)
    }
    var system = UnitSystem.length(density)
    system.examples.append("12%")
    return .millimeters(try quantity(system, range))
  }

  /// A speed in mm/s.
  func speed(_ range: ClosedRange<Double>) throws(ValueError) -> Double {
    try quantity(.speed(density), range)
  }

  func seconds(_ range: ClosedRange<Double>) throws(ValueError) -> Double { try quantity(.time, range) }

  /// A time to the microsecond.
  func interval(_ range: ClosedRange<Double>) throws(ValueError) -> Interval {
    Interval(microseconds: Int64((try seconds(range) * 1e6).rounded()))
  }

  /// Width and height, as in `"510mm x 287mm"`, in mm.
  func extent(_ range: ClosedRange<Double>) throws(ValueError) -> Extent {
    let advice = "write width and height, for example \"510mm x 287mm\""
    if case .string(let text) = node.content, text.hasSuffix("px") {
      throw error("pixels belong to `surface`; \(advice)")
    }
    let sides = try text(advice).split(whereSeparator: { "x×".contains($0) }).map { side in
      String(side.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard sides.count == 2 else { throw error(advice) }
    // Greater numbers are rather pixels.
    if sides.allSatisfy({ Quantity($0).map { $0.unit.isEmpty && $0.number <= 700 } == true }) {
      let right = "\"\(sides[0])mm x \(sides[1])mm\""
      throw error("each side needs a number and a unit: write for example \(right)", right: right)
    }
    return Extent(width: try side(sides[0], range, advice), height: try side(sides[1], range, advice))
  }

  private func side(_ text: String, _ range: ClosedRange<Double>, _ advice: String) throws(ValueError)
    -> Double
  {
    guard let side = Quantity(text), !side.unit.isEmpty else {
      throw error("each side needs a number and a unit; \(advice)")
    }
    let system = UnitSystem.length(density)
    let length = try side.number * factor(of: side.unit, behind: text, in: system)
    guard range.contains(length) else { throw error("each side must be \(limits(range, in: system))") }
    return length
  }

  /// An id as the kernel prints it: one to four hexadecimal digits.
  func identifier() throws(ValueError) -> UInt16 {
    let advice = "write up to four hexadecimal digits in double quotes, for example \"0eef\""
    let digits = try text(advice)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let number = UInt16(digits, radix: 16),
      digits.count <= 4
    else { throw error(advice) }
    return number
  }

  /// Returns a text that is not empty, because an empty pattern would match nothing.
  func word() throws(ValueError) -> String {
    let word = try text()
    guard !word.isEmpty else { throw error("must not be empty") }
    return word
  }

  /// The port of a panel, which is not the path of its device node.
  func port() throws(ValueError) -> String {
    let port = try word()
    guard !port.hasPrefix("/") else {
      throw error("this is a file, not a port such as pci-0000:00:14.0-usb-0:3:1.0: see `flickctl devices`")
    }
    return port
  }

  /// The name of a user or a group, or its number as text.
  func account() throws(ValueError) -> String {
    let advice = "write a name or a number in double quotes, for example \"flick\""
    let name = try text(advice)
    // The portable characters of POSIX, 3.437, and what useradd(8) allows besides.
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isName, !name.isEmpty, name.utf8.count <= 256 else { throw error(advice) }
    return name
  }

  /// The names of groups, in an array.
  func accounts() throws(ValueError) -> [String] {
    guard case .array(let items) = node.content else {
      throw error("write an array of groups, for example [\"flick\"]")
    }
    return try items.map { item throws(ValueError) in try of(item).account() }
  }

  /// A path that a Unix socket can have.
  func socketPath() throws(ValueError) -> String {
    let path = try text()
    if path.hasPrefix("~") { throw error("~ has no meaning here: write the path of the folder") }
    guard path.hasPrefix("/") else {
      let slash = path.firstIndex(of: "/" as Character)
      let isAddress = slash.map { path[..<$0].hasSuffix(":") } ?? false
      let plain = slash.map { "/\(path[$0...].drop { $0 == "/" })" } ?? ""
      guard isAddress, plain.count > 1 else { throw error("must be an absolute path") }
      throw error("must be a plain path: write \(quoted(plain))", right: plain.tomlString)
    }
    // sockaddr_un holds 108 bytes with the terminator (unix(7)).
    guard path.utf8.count <= 107, !path.utf8.contains(0) else {
      throw error("a socket's path has at most 107 bytes")
    }
    return path
  }
}
