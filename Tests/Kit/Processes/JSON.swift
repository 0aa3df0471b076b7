internal import Foundation

/// A JSON value with access to any field of a line.
@dynamicMemberLookup
public enum JSON: Equatable, Sendable {
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
  ///
  /// A decoder throws an error for each type that a value does not have, and Swift Testing captures
  /// a backtrace of each error: that was nearly half of the processor time of the process stage.
  public init(_ text: String) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
  }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let elements as [Any]: self = .array(elements.map { JSON($0) })
    case let fields as [String: Any]: self = .object(fields.mapValues { JSON($0) })
    case let number as NSNumber where Self.isBool(number): self = .bool(number.boolValue)
    case let number as NSNumber: self = .number(number.doubleValue)
    default: self = .null
    }
  }

  /// Whether a number was `true` or `false`: Foundation has a class of its own for these.
  private static func isBool(_ number: NSNumber) -> Bool {
    type(of: number) == type(of: NSNumber(value: true))
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
