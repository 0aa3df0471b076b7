/// Why a line cannot be read: a field is missing, or its value has the wrong type.
struct UnreadableLine: Error {}

/// The fields of a JSON object in a line; scalar values are located but not converted.
///
/// Programs that forward lines use it to change one field. Cost: one pass over the line.
public struct LineFields: Sendable {
  private indirect enum Value: Sendable {
    case string(JSONString)
    case number(Range<Int>)
    case bool(Bool)
    case null
    case object(LineFields)
    case array([Value])
  }

  private typealias Field = (name: String, range: Range<Int>, value: Value)

  /// The whole line.
  public let line: [UInt8]
  private var fields: [Field] = []

  /// Locates the fields of a line without its newline; nil if the line is not one JSON object.
  public init?(_ line: [UInt8]) {
    var reader = JSONReader()
    do throws(JSONFault) {
      guard try reader.next(in: line.span) == .beginObject else { return nil }
      self = try LineFields(line, &reader)
      guard try reader.next(in: line.span) == .end else { return nil }
    } catch {
      return nil
    }
  }

  /// Locates the fields of the object that the reader has opened.
  private init(_ line: [UInt8], _ reader: inout JSONReader) throws(JSONFault) {
    self.line = line
    while case .key(let key) = try reader.next(in: line.span) {
      var start = reader.position
      while start < line.count, line[start] <= UInt8(ascii: " ") { start += 1 }
      guard let value = try Self.value(line, &reader) else { throw .syntax(offset: start) }
      fields.append((key.value(in: line.span), start..<reader.position, value))
    }
  }

  /// Locates the next value; nil at the end of an array.
  private static func value(_ line: [UInt8], _ reader: inout JSONReader) throws(JSONFault) -> Value? {
    switch try reader.next(in: line.span) {
    case .string(let string): return .string(string)
    case .number(let range): return .number(range)
    case .bool(let bool): return .bool(bool)
    case .null: return .null
    case .beginObject: return .object(try LineFields(line, &reader))
    case .beginArray:
      var elements: [Value] = []
      while let element = try value(line, &reader) { elements.append(element) }
      return .array(elements)
    case .endArray, .endObject, .key, .end: return nil
    }
  }

  /// The JSON text of a field's value, quotes included; nil if there is no such field.
  subscript(name: String) -> ArraySlice<UInt8>? {
    fields.first { $0.name == name }.map { line[$0.range] }
  }

  /// The line with `text` as the value of a field; the unchanged line if there is no such field.
  func replacing(_ name: String, with text: some Collection<UInt8>) -> [UInt8] {
    guard let range = fields.first(where: { $0.name == name })?.range else { return line }
    return Array(line[..<range.lowerBound] + text + line[range.upperBound...])
  }
}

// Each of these methods returns nil for a missing field and for null, and throws for another type.
extension LineFields {
  /// Reads a string.
  func string(_ name: String) throws(UnreadableLine) -> String? { try read(name, string) }

  /// Reads a word; a word that this version does not have is not an error.
  func word<Value: WireWord>(_ name: String, of _: Value.Type) throws(UnreadableLine) -> Word<Value>? {
    try string(name).map(Word.init(text:))
  }

  /// Reads a number.
  func number(_ name: String) throws(UnreadableLine) -> Double? { try read(name, number) }

  /// Reads a whole number, which may be written with a fraction of 0 or an exponent.
  func integer(_ name: String) throws(UnreadableLine) -> Int64? {
    try read(name) { value in
      guard case .number(let range) = value else { return nil }
      if let integer = Int64(wholeNumber: line.span.extracting(range)) { return integer }
      return Double(number: line.span.extracting(range)).flatMap(Int64.init(exactly:))
    }
  }

  /// Reads true or false.
  func bool(_ name: String) throws(UnreadableLine) -> Bool? {
    try read(name) { if case .bool(let bool) = $0 { bool } else { nil } }
  }

  /// Reads an object.
  func object(_ name: String) throws(UnreadableLine) -> LineFields? { try read(name, object) }

  /// Reads an array of objects.
  func objects(_ name: String) throws(UnreadableLine) -> [LineFields]? { try array(name, of: object) }

  /// Reads an array of strings.
  func strings(_ name: String) throws(UnreadableLine) -> [String]? { try array(name, of: string) }

  /// Reads an array of numbers.
  func numbers(_ name: String) throws(UnreadableLine) -> [Double]? { try array(name, of: number) }

  /// Reads an object whose values are whole numbers.
  func counts(_ name: String) throws(UnreadableLine) -> [String: Int64]? {
    guard let object = try object(name) else { return nil }
    var counts: [String: Int64] = [:]
    for field in object.fields { counts[field.name] = try object.integer(field.name) }
    return counts
  }

  private func read<Result>(
    _ name: String, _ convert: (Value) -> Result?
  ) throws(UnreadableLine) -> Result? {
    guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value { return nil }
    return try convert(value).required
  }

  private func array<Element>(
    _ name: String, of element: (Value) -> Element?
  ) throws(UnreadableLine) -> [Element]? {
    try read(name) { value in
      guard case .array(let values) = value else { return nil }
      let elements = values.compactMap(element)
      return elements.count == values.count ? elements : nil
    }
  }

  private func string(_ value: Value) -> String? {
    if case .string(let string) = value { string.value(in: line.span) } else { nil }
  }

  private func number(_ value: Value) -> Double? {
    if case .number(let range) = value { Double(number: line.span.extracting(range)) } else { nil }
  }

  private func object(_ value: Value) -> LineFields? {
    if case .object(let fields) = value { fields } else { nil }
  }
}

extension Optional {
  /// The value of a field that the line must have.
  var required: Wrapped {
    get throws(UnreadableLine) {
      guard let self else { throw UnreadableLine() }
      return self
    }
  }
}
