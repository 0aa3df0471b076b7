/// A value of a JSON text.
///
/// Its size is bounded by the text, and its depth by ``ProtocolLimits/depth``.
package indirect enum JSONValue: Sendable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  /// A number: the nearest double, and the integer if the text is one; nil if it does not fit.
  case number(Double?, whole: Int64?)
  case bool(Bool)
  case null

  /// One name and value of an object.
  package struct Member: Sendable {
    package var name: String
    package var value: JSONValue
    /// The position of the value in the text that it was read from.
    var range = 0..<0
  }

  static func whole(_ number: Int64) -> JSONValue { .number(nil, whole: number) }

  /// A time in whole µs; a number that is not a time becomes one that the service refuses.
  static func microseconds(_ seconds: Double) -> JSONValue {
    let time = seconds.isNaN ? 0 : min(max(seconds * 1e6, -0x1p53), 0x1p53)
    return .whole(Int64(time.rounded()))
  }

  static func number(_ number: Double) -> JSONValue { .number(number, whole: nil) }

  /// An object of these members.
  static func object(of members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0, value: $1) })
  }

  static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }

  /// The path of the first key that occurs twice in its object; nil if every key is unique.
  package var repeatedKey: String? {
    switch self {
    case .object(let members):
      var names: Set<String> = []
      for member in members {
        if !names.insert(member.name).inserted { return member.name }
        guard let inner = member.value.repeatedKey else { continue }
        return member.name + (inner.hasPrefix("[") ? inner : ".\(inner)")
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard let inner = element.repeatedKey else { continue }
        return "[\(index)]" + (inner.hasPrefix("[") ? inner : ".\(inner)")
      }
    case .string, .number, .bool, .null: break
    }
    return nil
  }
}

extension LineWriter {
  /// Writes a value; a number that is not whole gets six decimal places.
  ///
  /// Parts of a panel need six decimals; in every unit, the rounding is below a panel's resolution.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .string(let text): string(text)
    case .number(_, let whole?): integer(whole)
    case .number(let number?, nil): self.number(number, decimals: 6)
    case .bool(let flag): bool(flag)
    case .null, .number(nil, nil): null()
    }
  }
}
