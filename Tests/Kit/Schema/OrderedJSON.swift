/// A JSON value that keeps the order of an object's fields.
///
/// Reading is fast enough for every line of every test.
public enum OrderedJSON: Equatable, Sendable {
  /// null.
  case null
  /// true or false.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([OrderedJSON])
  /// An object's fields in order.
  case object([Field])

  /// A field of an object.
  public struct Field: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: OrderedJSON
  }

  /// A text that is not JSON.
  public struct Malformed: Error, CustomStringConvertible {
    /// The error and its position.
    public var description: String
  }

  /// Reads a text to its end.
  public init(_ text: String) throws(Malformed) {
    var reader = OrderedJSONReader(Array(text.utf8))
    self = try reader.value()
    try reader.expectEnd()
  }

  /// A field of an object, nil if it is not there.
  public subscript(name: String) -> OrderedJSON? {
    if case .object(let fields) = self { fields.first { $0.name == name }?.value } else { nil }
  }

  /// The text of a string.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array.
  public var elements: [OrderedJSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The fields of an object.
  public var fields: [Field]? { if case .object(let fields) = self { fields } else { nil } }

  /// The value of a number.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Whether the other value is equal except for the order of fields, as JSON Schema compares.
  public func isSame(as other: OrderedJSON) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { field in other[field.name].map { field.value.isSame(as: $0) } ?? false }
    default: self == other
    }
  }
}

/// Reads a JSON text by recursive descent; the tests of flickd's own reader check its assumptions.
private struct OrderedJSONReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func value() throws(OrderedJSON.Malformed) -> OrderedJSON {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return .object(try fields())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  mutating func expectEnd() throws(OrderedJSON.Malformed) {
    skipSpace()
    guard position == bytes.count else { throw malformed() }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func malformed() -> OrderedJSON.Malformed {
    OrderedJSON.Malformed(
      description: "byte \(position + 1) cannot stand there: \(String(decoding: bytes, as: UTF8.self))")
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  /// Reads a byte if it comes next.
  private mutating func takes(_ byte: Character) -> Bool {
    skipSpace()
    guard peek == byte.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: Character) throws(OrderedJSON.Malformed) {
    guard takes(byte) else { throw malformed() }
  }

  private mutating func fields() throws(OrderedJSON.Malformed) -> [OrderedJSON.Field] {
    try expect("{")
    var fields: [OrderedJSON.Field] = []
    if takes("}") { return fields }
    repeat {
      skipSpace()
      let name = try string()
      guard !fields.contains(where: { $0.name == name }) else {
        throw OrderedJSON.Malformed(
          description: "`\(name)` comes twice: \(String(decoding: bytes, as: UTF8.self))")
      }
      try expect(":")
      fields.append(OrderedJSON.Field(name: name, value: try value()))
    } while takes(",")
    try expect("}")
    return fields
  }

  private mutating func elements() throws(OrderedJSON.Malformed) -> [OrderedJSON] {
    try expect("[")
    var elements: [OrderedJSON] = []
    if takes("]") { return elements }
    repeat { elements.append(try value()) } while takes(",")
    try expect("]")
    return elements
  }

  private mutating func word(
    _ word: String, _ value: OrderedJSON
  ) throws(OrderedJSON.Malformed) -> OrderedJSON {
    guard bytes[position...].starts(with: word.utf8) else { throw malformed() }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(OrderedJSON.Malformed) -> Double {
    let end = bytes[position...].firstIndex { !"+-.eE0123456789".utf8.contains($0) } ?? bytes.count
    guard let number = Double(String(decoding: bytes[position..<end], as: UTF8.self)), number.isFinite else {
      throw malformed()
    }
    position = end
    return number
  }

  private mutating func string() throws(OrderedJSON.Malformed) -> String {
    guard peek == UInt8(ascii: "\"") else { throw malformed() }
    position += 1
    var text: [UInt16] = []
    var plain = position
    func between(_ start: Int, _ end: Int) -> String.UTF16View {
      String(decoding: bytes[start..<end], as: UTF8.self).utf16
    }
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw malformed() }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      text += between(plain, position)
      text.append(try escaped())
      plain = position
    }
    guard peek != nil else { throw malformed() }
    defer { position += 1 }
    if text.isEmpty { return String(decoding: bytes[plain..<position], as: UTF8.self) }
    return String(decoding: text + between(plain, position), as: UTF16.self)
  }

  /// The code unit of the next escape; two surrogates of a pair join without extra code.
  private mutating func escaped() throws(OrderedJSON.Malformed) -> UInt16 {
    position += 1
    let letters: [Character: UInt16] = [
      "\"": 0x22, "\\": 0x5c, "/": 0x2f, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let letter = peek else { throw malformed() }
    position += 1
    if let unit = letters[Character(Unicode.Scalar(letter))] { return unit }
    guard letter == UInt8(ascii: "u"), position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw malformed() }
    position += 4
    return unit
  }
}
