/// Why a text is not valid JSON for a request.
package enum JSONFault: Error, Equatable {
  /// The byte at this offset is invalid; at the end of the text, something is missing.
  case syntax(offset: Int)
  /// Objects and arrays are nested deeper than ``ProtocolLimits/depth``.
  case tooDeep
}

/// Splits a JSON text into tokens, one per call, strictly by RFC 8259.
///
///     value ── { ──▶ firstKey ── key : ──▶ value      value ── [ ──▶ firstElement ── value ─▶ comma
///     value ── anything else ──▶ comma, or nothing when no container is open
///     comma ── , ──▶ key (object) or value (array)    comma, firstKey, firstElement ── } or ] ──▶ comma or nothing
///
/// It never traps, whatever the bytes are. It allocates nothing: strings and numbers are returned
/// as ranges of the text, which every call gets again. The caller must detect keys that occur
/// twice.
struct JSONReader {
  /// One token of a text.
  enum Token: Equatable {
    case beginObject, endObject, beginArray, endArray
    /// The name of an object's field; its value follows.
    case key(JSONString)
    case string(JSONString)
    case number(Range<Int>)
    case bool(Bool)
    case null
    /// The end of the text.
    case end
  }

  private enum Expected {
    case value, firstElement, key, firstKey, comma, nothing
  }

  private var expected = Expected.value
  /// The offset behind the last token.
  private(set) var position = 0
  private var depth = 0
  /// Bit n is set if the container at depth n + 1 is an object.
  private var objects: UInt32 = 0

  /// The next token of `text`.
  mutating func next(in text: Span<UInt8>) throws(JSONFault) -> Token {
    skipSpace(in: text)
    guard position < text.count else {
      guard expected == .nothing else { throw .syntax(offset: position) }
      return .end
    }
    switch (expected, text[position]) {
    case (.nothing, _): throw .syntax(offset: position)
    case (.comma, UInt8(ascii: ",")):
      position += 1
      expected = isInObject ? .key : .value
      skipSpace(in: text)
      return try element(in: text)
    case (.comma, UInt8(ascii: "}")) where isInObject, (.firstKey, UInt8(ascii: "}")):
      close()
      return .endObject
    case (.comma, UInt8(ascii: "]")) where !isInObject, (.firstElement, UInt8(ascii: "]")):
      close()
      return .endArray
    case (.comma, _): throw .syntax(offset: position)
    case (.value, _), (.firstElement, _), (.key, _), (.firstKey, _): return try element(in: text)
    }
  }

  // MARK: Containers

  private var isInObject: Bool { depth > 0 && objects & (1 << UInt32(depth - 1)) != 0 }

  private mutating func open(isObject: Bool) throws(JSONFault) {
    guard depth < ProtocolLimits.depth else { throw .tooDeep }
    let bit: UInt32 = 1 << UInt32(depth)
    objects = isObject ? objects | bit : objects & ~bit
    depth += 1
    position += 1
    expected = isObject ? .firstKey : .firstElement
  }

  private mutating func close() {
    position += 1
    depth -= 1
    expected = depth == 0 ? .nothing : .comma
  }

  // MARK: Pieces

  private mutating func element(in text: Span<UInt8>) throws(JSONFault) -> Token {
    if expected == .key || expected == .firstKey { return .key(try key(in: text)) }
    guard position < text.count else { throw .syntax(offset: position) }
    switch text[position] {
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "\""):
      let string = try JSONString(at: &position, in: text)
      endValue()
      return .string(string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      try number(in: text)
      endValue()
      return .number(start..<position)
    case UInt8(ascii: "t"):
      try word("true", in: text)
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false", in: text)
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null", in: text)
      return .null
    default: throw .syntax(offset: position)
    }
  }

  private mutating func endValue() {
    expected = depth == 0 ? .nothing : .comma
  }

  private mutating func key(in text: Span<UInt8>) throws(JSONFault) -> JSONString {
    guard position < text.count, text[position] == UInt8(ascii: "\"") else { throw .syntax(offset: position) }
    let name = try JSONString(at: &position, in: text)
    skipSpace(in: text)
    guard position < text.count, text[position] == UInt8(ascii: ":") else { throw .syntax(offset: position) }
    position += 1
    expected = .value
    return name
  }

  private mutating func word(_ word: String, in text: Span<UInt8>) throws(JSONFault) {
    for letter in word.utf8 {
      guard position < text.count, text[position] == letter else { throw .syntax(offset: position) }
      position += 1
    }
    endValue()
  }

  private mutating func number(in text: Span<UInt8>) throws(JSONFault) {
    if text[position] == UInt8(ascii: "-") { position += 1 }
    if position < text.count, text[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits(in: text)
    }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      position += 1
      try digits(in: text)
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < text.count, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") {
        position += 1
      }
      try digits(in: text)
    }
  }

  /// Skips at least one digit.
  private mutating func digits(in text: Span<UInt8>) throws(JSONFault) {
    let start = position
    while position < text.count, text[position] >= UInt8(ascii: "0"), text[position] <= UInt8(ascii: "9") {
      position += 1
    }
    guard position > start else { throw .syntax(offset: position) }
  }

  private mutating func skipSpace(in text: Span<UInt8>) {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      default: return
      }
    }
  }
}
