/// Writes JSON text into a reused buffer, so that a line on the hot path allocates nothing.
///
/// The caller writes keys and values in order. The writer adds commas and quotes, escapes strings
/// and formats numbers as the protocol requires: shortest decimal, no exponent, no −0, never NaN or
/// infinity. Cost: one uniqueness check for each key and value. A line on the hot path is written
/// as one ``text(atMost:_:)``.
public struct LineWriter: Sendable {
  /// The text, and behind it the room for more.
  private var buffer: [UInt8]
  /// The length of the text, in bytes.
  public private(set) var count = 0
  private var needsComma = false

  /// Creates a writer with room for `capacity` bytes before it has to grow.
  public init(capacity: Int = 2048) {
    buffer = [UInt8](repeating: 0, count: capacity)
  }

  /// The text so far.
  public var bytes: ArraySlice<UInt8> { buffer[..<count] }

  /// Removes the text and keeps the capacity.
  public mutating func removeAll() {
    count = 0
    needsComma = false
  }

  /// Ends the line.
  public mutating func endLine() {
    append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Text

  /// Appends text of at most `room` bytes as it is; the caller writes commas and quotes.
  ///
  /// Cost: one uniqueness check and one look at the room, however long the text is.
  @inline(__always)
  mutating func text(atMost room: Int, _ write: (inout MutableSpan<UInt8>, inout Int) -> Void) {
    makeRoom(for: room)
    var index = count
    do {
      var out = buffer.mutableSpan
      write(&out, &index)
    }
    count = index
    needsComma = false
  }

  /// Appends a value of at most `room` bytes, after the comma that a value needs.
  @inline(__always)
  private mutating func appendValue(atMost room: Int, _ write: (inout MutableSpan<UInt8>, inout Int) -> Void)
  {
    separate()
    text(atMost: room, write)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ byte: UInt8) {
    text(atMost: 1) { $0.put(byte, at: &$1) }
  }

  private mutating func makeRoom(for room: Int) {
    let needed = room + MutableSpan<UInt8>.slack
    if buffer.count - count >= needed { return }
    buffer.append(contentsOf: repeatElement(0, count: max(needed, buffer.count)))
  }

  // MARK: Structure

  /// Opens an object.
  public mutating func beginObject() {
    separate()
    append(UInt8(ascii: "{"))
  }

  /// Closes the innermost object.
  public mutating func endObject() {
    append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  public mutating func beginArray() {
    separate()
    append(UInt8(ascii: "["))
  }

  /// Closes the innermost array.
  public mutating func endArray() {
    append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes a key that needs no escaping; a value must follow.
  public mutating func key(_ name: String) {
    separate()
    let name = name.utf8.span
    text(atMost: name.count + 3) { $0.put(key: name, at: &$1) }
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

  /// Writes a field with a duration, in whole µs.
  public mutating func field(_ name: String, _ value: Duration) {
    field(name, value.wholeMicroseconds)
  }

  /// Writes a field with true or false.
  public mutating func field(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a field with a number that is rounded to `decimals` decimal places; nil is written as
  /// null.
  public mutating func field(_ name: String, _ value: Double?, decimals: Int = 3) {
    key(name)
    if let value { number(value, decimals: decimals) } else { null() }
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
    return Array(line.bytes)
  }

  /// Returns a whole line: one object.
  public static func line(_ fields: (inout LineWriter) -> Void) -> [UInt8] { bytes { $0.line(fields) } }

  // MARK: Values

  /// Writes null.
  public mutating func null() {
    appendValue(atMost: 4) { $0.put("null".utf8.span, at: &$1) }
  }

  /// Writes true or false.
  public mutating func bool(_ value: Bool) {
    appendValue(atMost: 5) { $0.put(value, at: &$1) }
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int64) {
    appendValue(atMost: MutableSpan<UInt8>.longestNumber) { $0.put(value, at: &$1) }
  }

  /// Writes a number rounded to at most `decimals` decimal places (0…6), half away from zero.
  ///
  /// A value beyond ±9·10¹¹ is written as that bound, NaN as 0. No panel produces such values, and
  /// JSON cannot express NaN.
  public mutating func number(_ value: Double, decimals: Int = 3) {
    appendValue(atMost: MutableSpan<UInt8>.longestNumber) { $0.put(value, decimals: decimals, at: &$1) }
  }

  /// Writes a string, with escapes for quotes, backslashes and control characters.
  ///
  /// All other characters are written unchanged in UTF-8.
  public mutating func string(_ text: String) {
    let text = text.utf8.span
    appendValue(atMost: 6 &* text.count &+ 2) { $0.put(string: text, at: &$1) }
  }

  /// Appends a non-negative whole number to a line that another writer made.
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    var digits = InlineArray<28, UInt8>(repeating: 0)
    var span = digits.mutableSpan
    var count = 0
    span.put(value.magnitude, at: &count)
    for index in 0..<count { bytes.append(span[index]) }
  }
}

extension Duration {
  /// The duration in µs, without the rest below one.
  package var wholeMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
