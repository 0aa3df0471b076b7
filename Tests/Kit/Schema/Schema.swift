/// A JSON Schema, for the part of draft 2020-12 that flickd's protocol uses.
///
/// Source: json-schema.org, draft 2020-12. An unknown keyword is refused, because a validator that
/// ignores a keyword accepts every value.
public final class Schema: Sendable {
  /// A schema that cannot be used.
  public struct Unusable: Error, Equatable, CustomStringConvertible {
    /// The error and its position.
    public var description: String
  }

  /// A violation: the value's position and the expectation.
  public struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// The position of the value: `/panels/0/name`.
    public var path: String
    /// The expectation.
    public var text: String

    /// The position and the expectation.
    public var description: String { "\(path.isEmpty ? "the whole" : path): \(text)" }
  }

  private let root: SchemaRule
  private let definitions: [String: SchemaRule]

  /// Reads a schema.
  public init(_ text: String) throws {
    let json = try OrderedJSON(text)
    var reader = SchemaReader()
    root = try reader.rule(json, at: "#")
    definitions = reader.definitions
    for reference in reader.references where definitions[reference] == nil {
      throw Unusable(description: "there is no \(reference)")
    }
  }

  /// The violations by the whole schema or by one of its definitions; empty if the value is valid.
  public func faults(of value: OrderedJSON, by definition: String? = nil) -> [Fault] {
    var faults: [Fault] = []
    if let definition {
      guard let rule = definitions["#/$defs/\(definition)"] else {
        return [Fault(path: "", text: "there is no definition \(definition)")]
      }
      check(value, by: rule, at: "", into: &faults)
    } else {
      check(value, by: root, at: "", into: &faults)
    }
    return faults
  }

  private func isValid(_ value: OrderedJSON, by rule: SchemaRule) -> Bool {
    var faults: [Fault] = []
    check(value, by: rule, at: "", into: &faults)
    return faults.isEmpty
  }

  private func check(_ value: OrderedJSON, by rule: SchemaRule, at path: String, into faults: inout [Fault]) {
    switch rule {
    case .always: break
    case .never: faults.append(Fault(path: path, text: "cannot stand there"))
    case .all(let keywords):
      for keyword in keywords { check(value, by: keyword, at: path, into: &faults) }
    }
  }

  private func check(
    _ value: OrderedJSON, by keyword: SchemaKeyword, at path: String, into faults: inout [Fault]
  ) {
    func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
      if !holds { faults.append(Fault(path: path, text: text())) }
    }
    switch keyword {
    case .reference(let name):
      if let rule = definitions[name] { check(value, by: rule, at: path, into: &faults) }
    case .types(let types):
      expect(types.contains { $0.contains(value) }, "is of type \(types.map(\.rawValue))")
    case .oneOfValues(let values):
      expect(values.contains { $0.isSame(as: value) }, "is one of \(values)")
    case .all(let rules):
      for rule in rules { check(value, by: rule, at: path, into: &faults) }
    case .any(let rules):
      expect(rules.contains { isValid(value, by: $0) }, "is valid by none of \(rules.count) schemas")
    case .one(let rules):
      let count = rules.count { isValid(value, by: $0) }
      expect(count == 1, "is valid by \(count) of \(rules.count) schemas instead of by one")
    case .not(let rule):
      expect(!isValid(value, by: rule), "is what it must not be")
    case .condition(let condition, let then, let otherwise):
      check(value, by: isValid(value, by: condition) ? then : otherwise, at: path, into: &faults)
    case .number(let bound):
      if let number = value.number { expect(bound.allows(number), bound.text) }
    case .length(let range):
      if let text = value.text {
        expect(range.contains(text.unicodeScalars.count), "has \(range) characters")
      }
    case .pattern(let pattern):
      if let text = value.text { expect(pattern.matches(text), "matches \(pattern.text)") }
    case .items(let prefix, let rest):
      for (index, element) in (value.elements ?? []).enumerated() {
        let rule = index < prefix.count ? prefix[index] : rest
        check(element, by: rule, at: "\(path)/\(index)", into: &faults)
      }
    case .count(let range):
      if let elements = value.elements { expect(range.contains(elements.count), "has \(range) elements") }
    case .unique:
      let elements = value.elements ?? []
      let isUnique = elements.indices.allSatisfy { index in
        !elements[..<index].contains { $0.isSame(as: elements[index]) }
      }
      expect(isUnique, "has no element twice")
    case .required(let names):
      guard case .object = value else { return }
      for name in names { expect(value[name] != nil, "`\(name)` is missing") }
    case .dependent(let names):
      for (name, others) in names where value[name] != nil {
        for other in others { expect(value[other] != nil, "`\(other)` is missing beside `\(name)`") }
      }
    case .fields(let named, let rest):
      for field in value.fields ?? [] {
        check(field.value, by: named[field.name] ?? rest, at: "\(path)/\(field.name)", into: &faults)
      }
    }
  }
}
