/// Writes JSON text into a reused buffer, so that a line on the hot path allocates nothing.
///
/// The caller writes keys and values in order. The writer adds commas and quotes, escapes strings
/// and formats numbers as the protocol requires: shortest decimal, no exponent, no −0, never NaN or
/// infinity.
public struct LineWriter: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer with room for `capacity` bytes before it has to grow.
  public init(capacity: Int = 2048) {
    bytes.reserveCapacity(capacity)
  }

  /// Removes the text and keeps the capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends the line.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Structure

  /// Opens an object.
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes the innermost object.
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Continues an object whose last value was written by another writer.
  public mutating func continueObject() {
    needsComma = true
  }

  /// Opens an array.
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes the innermost array.
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes a key that needs no escaping; a value must follow.
  public mutating func key(_ name: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: Fields

  /// Writes a field with a string; nil is written as null.
  public mutating func field(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// Writes a field with a whole number; nil is written as null.
  public mutating func field(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// Writes a field with true or false.
  public mutating func field(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a field with a number that is rounded to `places` decimal places.
  public mutating func field(_ name: String, _ value: Double, places: Int = 3) {
    key(name)
    number(value, places: places)
  }

  /// Writes a field with a string of four hexadecimal digits, the form of vendor and product ids.
  public mutating func field(_ name: String, hexadecimal value: UInt16) {
    field(name, value.hexadecimal(digits: 4))
  }

  /// Writes a field with an object.
  public mutating func object(_ name: String, _ fields: (inout LineWriter) -> Void) {
    key(name)
    object(fields)
  }

  /// Writes an object as the next value.
  public mutating func object(_ fields: (inout LineWriter) -> Void) {
    beginObject()
    fields(&self)
    endObject()
  }

  /// Writes a field with an array; `write` writes each element.
  public mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ write: (inout LineWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  /// Writes a field with an array of objects; `write` writes the fields of each.
  public mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ write: (inout LineWriter, Element) -> Void
  ) {
    array(name, elements) { line, element in line.object { write(&$0, element) } }
  }

  /// Writes a field with an array of strings.
  public mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    array(name, texts) { $0.string($1) }
  }

  /// Writes a whole line: one object.
  public mutating func line(_ fields: (inout LineWriter) -> Void) {
    object(fields)
    endLine()
  }

  /// Returns the bytes of what `write` writes.
  public static func bytes(_ write: (inout LineWriter) -> Void) -> [UInt8] {
    var line = LineWriter()
    write(&line)
    return line.bytes
  }

  /// Returns a whole line: one object.
  public static func line(_ fields: (inout LineWriter) -> Void) -> [UInt8] { bytes { $0.line(fields) } }

  // MARK: Values

  /// Writes null.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes true or false.
  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(of: value.magnitude, atLeast: 1)
  }

  /// Writes a number rounded to at most `places` decimal places (0…6), half away from zero.
  ///
  /// A value beyond ±9·10¹¹ is written as that bound, NaN as 0. No panel produces such values, and
  /// JSON cannot express NaN.
  public mutating func number(_ value: Double, places: Int = 3) {
    separate()
    var unit: UInt64 = 1
    for _ in 0..<places { unit *= 10 }
    let bounded = value.isNaN ? 0 : min(max(value, -9e11), 9e11)
    let scaled = UInt64((bounded.magnitude * Double(unit)).rounded())
    if scaled > 0, bounded < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(of: scaled / unit, atLeast: 1)
    var fraction = scaled % unit
    guard fraction > 0 else { return }
    var width = places
    while fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    bytes.append(UInt8(ascii: "."))
    digits(of: fraction, atLeast: width)
  }

  /// Writes a string, with escapes for quotes, backslashes and control characters.
  ///
  /// All other characters are written unchanged in UTF-8.
  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20, 0x7f:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Appends a non-negative whole number to a line that another writer made.
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    append(digitsOf: value.magnitude, atLeast: 1, to: &bytes)
  }

  private mutating func digits(of value: UInt64, atLeast width: Int) {
    Self.append(digitsOf: value, atLeast: width, to: &bytes)
  }

  private static func append(digitsOf value: UInt64, atLeast width: Int, to bytes: inout [UInt8]) {
    var reversed = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var rest = value
    var count = 0
    repeat {
      reversed[count] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    for position in stride(from: max(count, width) - 1, through: 0, by: -1) {
      bytes.append(reversed[position])
    }
  }
}
