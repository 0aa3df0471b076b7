/// A cursor over the lines of a text and the fields of a line.
///
/// No function traps, whatever the bytes are.
struct LineScanner: ~Copyable {
  private let bytes: [UInt8]
  private var following = 0
  private var end = 0
  private(set) var position = 0
  /// The current line, counted from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Moves to the beginning of the next line; returns false if there is none.
  mutating func next() -> Bool {
    guard following < bytes.count else { return false }
    position = following
    end = position
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    following = end + 1
    if end > position, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    number += 1
    return true
  }

  var isAtEnd: Bool { position >= end }

  var peek: UInt8? { position < end ? bytes[position] : nil }

  /// Whether the rest of the line could be text: UTF-8 without control characters.
  var isText: Bool {
    let rest = bytes[position..<max(position, end)]
    return rest.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\t") }
      && String(validating: rest, as: UTF8.self) != nil
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    var at = position
    for byte in prefix.description.utf8 {
      guard at < end, bytes[at] == byte else { return false }
      at += 1
    }
    return true
  }

  /// Whether the rest of the line contains a text.
  func contains(_ text: StaticString) -> Bool { index(after: text) != nil }

  /// Skips everything up to and including a text; returns whether the rest of the line contains it.
  mutating func advance(past text: StaticString) -> Bool {
    guard let next = index(after: text) else { return false }
    position = next
    return true
  }

  /// Returns the index after the first occurrence of a text in the rest of the line.
  private func index(after text: StaticString) -> Int? {
    let count = text.utf8CodeUnitCount
    guard let first = text.description.utf8.first, count <= end - position else { return nil }
    for start in position...(end - count)
    where bytes[start] == first && bytes[start..<start + count].elementsEqual(text.description.utf8) {
      return start + count
    }
    return nil
  }

  /// Skips `byte` if it is next; returns whether it was.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard position < end, UInt32(bytes[position]) == byte.value else { return false }
    position += 1
    return true
  }

  mutating func advance(by count: Int) {
    position = min(end, position + count)
  }

  mutating func skipSpaces() {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Returns the rest of the line without trailing spaces; replaces invalid UTF-8.
  mutating func rest() -> String {
    var last = end
    while last > position, Self.isSpace(bytes[last - 1]) { last -= 1 }
    defer { position = end }
    return String(decoding: bytes[position..<last], as: UTF8.self)
  }

  /// Returns the bytes up to the next space or `terminator`, without a copy.
  mutating func word(until terminator: UInt8 = UInt8(ascii: " ")) -> ArraySlice<UInt8> {
    skipSpaces()
    let start = position
    while position < end, bytes[position] != terminator, !Self.isSpace(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Reads a decimal number with an optional minus sign; returns nil if it does not fit in `Value`.
  mutating func decimal<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    skipSpaces()
    let isNegative = skip("-")
    let start = position
    var value: Int64 = 0
    while position < end, let digit = Self.digit(bytes[position]), digit < 10 {
      guard value < Int64.max / 10 - 10 else { return nil }
      value = value * 10 + Int64(digit)
      position += 1
    }
    guard position > start else { return nil }
    return Value(exactly: isNegative ? -value : value)
  }

  /// Reads a hexadecimal number without a prefix; returns nil if it does not fit in `Value`.
  mutating func hexadecimal<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    skipSpaces()
    let start = position
    var value: UInt64 = 0
    while position < end, let digit = Self.digit(bytes[position]) {
      guard value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(digit)
      position += 1
    }
    guard position > start else { return nil }
    return Value(exactly: value)
  }

  /// Reads seconds, a point and at least one digit; returns microseconds.
  mutating func time() -> Int64? {
    guard let seconds = decimal(Int64.self), seconds >= 0, skip(".") else { return nil }
    var fraction: Int64 = 0
    var weight: Int64 = 100_000
    let start = position
    while position < end, let digit = Self.digit(bytes[position]), digit < 10 {
      fraction += Int64(digit) * weight
      weight /= 10
      position += 1
    }
    guard position > start else { return nil }
    return Self.microseconds(seconds: seconds, fraction: fraction)
  }

  /// Returns the time in microseconds; nil if the sum overflows.
  static func microseconds(seconds: Int64, fraction: Int64) -> Int64? {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = product.addingReportingOverflow(fraction)
    return overflow || carry ? nil : sum
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
