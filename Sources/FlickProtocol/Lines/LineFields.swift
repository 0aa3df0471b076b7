internal import GestureCore

/// Why a line cannot be read: a field is missing, or its value has the wrong type.
public struct UnreadableLine: Error {}

/// The fields of a JSON object in a line.
///
/// Programs that forward lines use it to change one field. Cost: one pass over the line.
public struct LineFields: Sendable {
  /// The whole line.
  public let line: [UInt8]
  private let fields: [JSONValue.Member]

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

extension LineFields {
  /// Reads the fields of a line without its newline; nil if the line is not one JSON object.
  public init?(_ line: [UInt8]) {
    var parser = JSONParser()
    guard case .object(let fields)? = try? parser.read(line.span) else { return nil }
    self.init(line: line, fields: fields)
  }
}

// Each of these methods returns nil for a missing field and for null, and throws for another type.
extension LineFields {
  /// Reads a string.
  public func string(_ name: String) throws(UnreadableLine) -> String? { try read(name, string) }

  /// Reads a word; a word that this version does not have is not an error.
  func word<Value: WireWord>(_ name: String, of _: Value.Type) throws(UnreadableLine) -> Word<Value>? {
    try string(name).map(Word.init(text:))
  }

  func number(_ name: String) throws(UnreadableLine) -> Double? { try read(name, number) }

  /// Reads a whole number, which may be written with a fraction of 0 or an exponent.
  public func integer(_ name: String) throws(UnreadableLine) -> Int64? {
    try read(name) { value in
      guard case .number(let double, let whole) = value else { return nil }
      return whole ?? double.flatMap(Int64.init(exactly:))
    }
  }

  /// Reads a duration, which is a whole number of µs.
  func duration(_ name: String) throws(UnreadableLine) -> Duration? {
    try integer(name).map { .microseconds($0) }
  }

  /// Reads a whole number, clamped to `Int`.
  func int(_ name: String) throws(UnreadableLine) -> Int? { try integer(name).map { Int(clamping: $0) } }

  /// Reads a number that is written as hexadecimal digits; nil for other text.
  func hexadecimal(_ name: String) throws(UnreadableLine) -> UInt16? {
    try string(name).flatMap { UInt16($0, radix: 16) }
  }

  /// Reads an object of x and y.
  func pair(_ name: String) throws(UnreadableLine) -> Translation? {
    guard let pair = try object(name) else { return nil }
    return Translation(x: try pair.number("x").required, y: try pair.number("y").required)
  }

  func bool(_ name: String) throws(UnreadableLine) -> Bool? {
    try read(name) { if case .bool(let bool) = $0 { bool } else { nil } }
  }

  func object(_ name: String) throws(UnreadableLine) -> LineFields? { try read(name, object) }

  /// Reads an array of objects.
  func objects(_ name: String) throws(UnreadableLine) -> [LineFields]? { try array(name, of: object) }

  /// Reads an array of strings.
  func strings(_ name: String) throws(UnreadableLine) -> [String]? { try array(name, of: string) }

  /// Reads an array of numbers.
  public func numbers(_ name: String) throws(UnreadableLine) -> [Double]? { try array(name, of: number) }

  /// Reads an array of pairs of numbers.
  public func pairs(_ name: String) throws(UnreadableLine) -> [(Double, Double)]? {
    try array(name, of: pair)
  }

  /// Reads an object whose values are whole numbers.
  func counts(_ name: String) throws(UnreadableLine) -> [String: Int64]? {
    guard let object = try object(name) else { return nil }
    var counts: [String: Int64] = [:]
    for field in object.fields { counts[field.name] = try object.integer(field.name) }
    return counts
  }

  private func read<Result>(
    _ name: String, _ convert: (JSONValue) -> Result?
  ) throws(UnreadableLine) -> Result? {
    guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value { return nil }
    return try convert(value).required
  }

  private func array<Element>(
    _ name: String, of element: (JSONValue) -> Element?
  ) throws(UnreadableLine) -> [Element]? {
    try read(name) { value in
      guard case .array(let values) = value else { return nil }
      let elements = values.compactMap(element)
      return elements.count == values.count ? elements : nil
    }
  }

  private func string(_ value: JSONValue) -> String? {
    if case .string(let string) = value { string } else { nil }
  }

  private func number(_ value: JSONValue) -> Double? {
    if case .number(let double, _) = value { double } else { nil }
  }

  private func pair(_ value: JSONValue) -> (Double, Double)? {
    guard case .array(let pair) = value, pair.count == 2, let first = number(pair[0]),
      let second = number(pair[1])
    else { return nil }
    return (first, second)
  }

  private func object(_ value: JSONValue) -> LineFields? {
    if case .object(let fields) = value { LineFields(line: line, fields: fields) } else { nil }
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
