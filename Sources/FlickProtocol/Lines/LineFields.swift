/// The fields of one line, located but not parsed.
///
/// For programs that forward lines and change a field of some. Cost: one pass over the line.
public struct LineFields: Sendable {
  /// The line.
  public let line: [UInt8]
  private var places: [(name: String, range: Range<Int>)] = []

  /// Locates the fields of a line without its newline; nil if the line is not one JSON object.
  public init?(_ line: [UInt8]) {
    self.line = line
    let text = line.span
    var reader = JSONReader()
    do throws(JSONFault) {
      guard try reader.next(in: text) == .beginObject else { return nil }
      while case .key(let key) = try reader.next(in: text) {
        var start = reader.position
        while start < text.count, text[start] <= UInt8(ascii: " ") { start += 1 }
        try reader.skip(after: try reader.next(in: text), in: text)
        places.append((key.value(in: text), start..<reader.position))
      }
      guard try reader.next(in: text) == .end else { return nil }
    } catch {
      return nil
    }
  }

  /// The JSON text of a field's value, quotes included; nil if there is no such field.
  public subscript(name: String) -> ArraySlice<UInt8>? {
    places.first { $0.name == name }.map { line[$0.range] }
  }

  /// The value of a field that is a string without escapes; nil for other values.
  public func word(_ name: String) -> String? {
    guard let text = self[name], text.count >= 2, text.first == UInt8(ascii: "\""),
      !text.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The value of a field that is a whole number; nil for other values.
  public func integer(_ name: String) -> Int64? {
    self[name].flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  /// The line with `text` as the value of a field; the unchanged line if there is no such field.
  public func replacing(_ name: String, with text: some Collection<UInt8>) -> [UInt8] {
    guard let place = places.first(where: { $0.name == name })?.range else { return line }
    return Array(line[..<place.lowerBound] + text + line[place.upperBound...])
  }
}
