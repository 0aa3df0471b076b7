internal import Foundation

/// A JSON value with access to any field of a line.
@dynamicMemberLookup
public enum JSON: Decodable, Equatable, Sendable {
  /// null, or a missing field.
  case null
  /// true or false.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object([String: JSON])

  /// Reads a text; throws if the text is not JSON.
  public init(_ text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// Reads a value of any kind.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let read = try? value.decode(Bool.self) {
      self = .bool(read)
    } else if let read = try? value.decode(Double.self) {
      self = .number(read)
    } else if let read = try? value.decode(String.self) {
      self = .string(read)
    } else if let read = try? value.decode([JSON].self) {
      self = .array(read)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// A field of an object.
  public subscript(dynamicMember name: String) -> JSON { self[name] }

  /// A field of an object.
  public subscript(name: String) -> JSON {
    if case .object(let fields) = self { fields[name] ?? .null } else { .null }
  }

  /// The names of an object's fields.
  public var keys: Set<String> {
    if case .object(let fields) = self { Set(fields.keys) } else { [] }
  }

  /// The elements of an array.
  public var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a number.
  public var value: Double? { if case .number(let value) = self { value } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
