/// Reads the one value of a JSON text.
package struct JSONParser {
  private var reader = JSONReader()
  /// The members of the outermost object so far; after a fault, those before the fault.
  package private(set) var members: [JSONValue.Member] = []

  /// Creates a parser that has read nothing.
  package init() {}

  package mutating func read(_ text: Span<UInt8>) throws(JSONFault) -> JSONValue {
    let first = try reader.next(in: text)
    var value = JSONValue.null
    if first == .beginObject {
      while let member = try member(in: text) { members.append(member) }
      value = .object(members)
    } else {
      value = try self.value(first, in: text)
    }
    // Anything behind the value is a fault.
    _ = try reader.next(in: text)
    return value
  }

  private mutating func member(in text: Span<UInt8>) throws(JSONFault) -> JSONValue.Member? {
    guard case .key(let name) = try reader.next(in: text) else { return nil }
    var start = reader.position
    while start < text.count, text[start] <= UInt8(ascii: " ") { start += 1 }
    let value = try value(reader.next(in: text), in: text)
    return JSONValue.Member(name: name.value(in: text), value: value, range: start..<reader.position)
  }

  private mutating func value(
    _ token: JSONReader.Token, in text: Span<UInt8>
  ) throws(JSONFault) -> JSONValue {
    switch token {
    case .beginObject:
      var members: [JSONValue.Member] = []
      while let member = try member(in: text) { members.append(member) }
      return .object(members)
    case .beginArray:
      var elements: [JSONValue] = []
      while true {
        let token = try reader.next(in: text)
        if token == .endArray { return .array(elements) }
        elements.append(try value(token, in: text))
      }
    case .string(let string): return .string(string.value(in: text))
    case .number(let range):
      let digits = text.extracting(range)
      return .number(Double(number: digits), whole: Int64(wholeNumber: digits))
    case .bool(let bool): return .bool(bool)
    case .null, .endObject, .endArray, .key, .end: return .null
    }
  }
}

extension Int64 {
  /// Parses a JSON number; nil if it has a fraction or an exponent or does not fit.
  init?(wholeNumber text: Span<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for offset in (isNegative ? 1 : 0)..<text.count {
      guard text[offset] >= UInt8(ascii: "0"), text[offset] <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(text[offset] - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    self = value
  }
}

extension Double {
  /// Parses a JSON number as the nearest double.
  ///
  /// Nil for a number that overflows, and for one that is not 0 but underflows to 0. A client does
  /// not send such a number on purpose, and JSONDecoder rejects it too.
  init?(number text: Span<UInt8>) {
    var digits = ""
    digits.reserveCapacity(text.count)
    var isZero = true
    var isExponent = false
    for offset in text.indices {
      let byte = text[offset]
      isExponent = isExponent || byte | 0x20 == UInt8(ascii: "e")
      if !isExponent, byte > UInt8(ascii: "0") { isZero = false }
      digits.unicodeScalars.append(Unicode.Scalar(byte))
    }
    guard let value = Double(digits), value.isFinite, isZero || value != 0 else { return nil }
    self = value
  }
}
