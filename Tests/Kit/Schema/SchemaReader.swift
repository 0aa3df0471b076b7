/// Reads a schema from its JSON, with its definitions and what refers to them.
struct SchemaReader {
  private(set) var definitions: [String: SchemaRule] = [:]
  private(set) var references: Set<String> = []

  /// Keywords for people and tools, without effect on values.
  private static let remarks: Set = ["$schema", "$id", "$comment", "title", "description", "examples"]
  /// Keywords that are read together with another keyword.
  private static let companions: Set = ["then", "else", "prefixItems", "additionalProperties"]

  mutating func rule(_ json: OrderedJSON, at path: String) throws -> SchemaRule {
    switch json {
    case .bool(let isAllowed): return isAllowed ? .always : .never
    case .object(let fields):
      var keywords: [SchemaKeyword] = []
      for field in fields where !Self.remarks.contains(field.name) {
        keywords += try keyword(field.name, field.value, of: json, at: "\(path)/\(field.name)")
      }
      return .all(keywords)
    case .null, .number, .string, .array: throw unusable("no schema", at: path)
    }
  }

  private mutating func keyword(
    _ name: String, _ value: OrderedJSON, of schema: OrderedJSON, at path: String
  ) throws -> [SchemaKeyword] {
    switch name {
    case "$defs":
      for field in try fields(value, at: path) {
        let rule = try rule(field.value, at: "\(path)/\(field.name)")
        definitions["\(path)/\(field.name)"] = rule
      }
      return []
    case "$ref":
      let reference = try text(value, at: path)
      references.insert(reference)
      return [.reference(reference)]
    case "type": return [.types(try types(value, at: path))]
    case "enum": return [.oneOfValues(try elements(value, at: path))]
    case "const": return [.oneOfValues([value])]
    case "allOf": return [.all(try rules(value, at: path))]
    case "anyOf": return [.any(try rules(value, at: path))]
    case "oneOf": return [.one(try rules(value, at: path))]
    case "not": return [.not(try rule(value, at: path))]
    case "if": return [try condition(value, of: schema, at: path)]
    case "minimum": return [.number(.minimum(try number(value, at: path)))]
    case "maximum": return [.number(.maximum(try number(value, at: path)))]
    case "exclusiveMinimum": return [.number(.exclusiveMinimum(try number(value, at: path)))]
    case "exclusiveMaximum": return [.number(.exclusiveMaximum(try number(value, at: path)))]
    case "minLength": return [.length(try count(value, at: path)...Int.max)]
    case "maxLength": return [.length(0...(try count(value, at: path)))]
    case "pattern": return [.pattern(try SchemaPattern(try text(value, at: path)))]
    case "items": return [try items(of: schema, at: path)]
    case "minItems": return [.count(try count(value, at: path)...Int.max)]
    case "maxItems": return [.count(0...(try count(value, at: path)))]
    case "uniqueItems": return value == .bool(true) ? [.unique] : []
    case "required": return [.required(try names(value, at: path))]
    case "dependentRequired":
      let pairs = try fields(value, at: path).map { ($0.name, try names($0.value, at: path)) }
      return [.dependent(Dictionary(uniqueKeysWithValues: pairs))]
    case "properties": return [try properties(of: schema, at: path)]
    case "prefixItems" where schema["items"] == nil: return [try items(of: schema, at: path)]
    case "additionalProperties" where schema["properties"] == nil:
      return [try properties(of: schema, at: path)]
    case _ where Self.companions.contains(name): return []
    default: throw unusable("`\(name)` is not a known keyword", at: path)
    }
  }

  private mutating func condition(
    _ condition: OrderedJSON, of schema: OrderedJSON, at path: String
  ) throws -> SchemaKeyword {
    .condition(
      try rule(condition, at: path),
      then: try schema["then"].map { json in try rule(json, at: "\(path)/then") } ?? .always,
      otherwise: try schema["else"].map { json in try rule(json, at: "\(path)/else") } ?? .always)
  }

  private mutating func items(of schema: OrderedJSON, at path: String) throws -> SchemaKeyword {
    .items(
      prefix: try schema["prefixItems"].map { json in try rules(json, at: path) } ?? [],
      rest: try schema["items"].map { json in try rule(json, at: path) } ?? .always)
  }

  private mutating func properties(of schema: OrderedJSON, at path: String) throws -> SchemaKeyword {
    var named: [String: SchemaRule] = [:]
    for field in try schema["properties"].map({ json in try fields(json, at: path) }) ?? [] {
      named[field.name] = try rule(field.value, at: "\(path)/\(field.name)")
    }
    let rest = try schema["additionalProperties"].map { json in try rule(json, at: path) } ?? .always
    return .fields(named, rest: rest)
  }

  // MARK: Values of keywords

  private func unusable(_ text: String, at path: String) -> Schema.Unusable {
    Schema.Unusable(description: "\(path): \(text)")
  }

  private func fields(_ value: OrderedJSON, at path: String) throws -> [OrderedJSON.Field] {
    guard let fields = value.fields else { throw unusable("no object", at: path) }
    return fields
  }

  private func elements(_ value: OrderedJSON, at path: String) throws -> [OrderedJSON] {
    guard let elements = value.elements, !elements.isEmpty else { throw unusable("no full array", at: path) }
    return elements
  }

  private func text(_ value: OrderedJSON, at path: String) throws -> String {
    guard let text = value.text else { throw unusable("no string", at: path) }
    return text
  }

  private func names(_ value: OrderedJSON, at path: String) throws -> [String] {
    try (value.elements ?? []).map { try text($0, at: path) }
  }

  private func number(_ value: OrderedJSON, at path: String) throws -> Double {
    guard let number = value.number else { throw unusable("no number", at: path) }
    return number
  }

  private func count(_ value: OrderedJSON, at path: String) throws -> Int {
    guard let count = Int(exactly: try number(value, at: path)), count >= 0 else {
      throw unusable("no count", at: path)
    }
    return count
  }

  private func types(_ value: OrderedJSON, at path: String) throws -> [SchemaType] {
    try (value.elements ?? [value]).map { element in
      guard let type = SchemaType(rawValue: try text(element, at: path)) else {
        throw unusable("no type", at: path)
      }
      return type
    }
  }

  private mutating func rules(_ value: OrderedJSON, at path: String) throws -> [SchemaRule] {
    var rules: [SchemaRule] = []
    for (index, json) in try elements(value, at: path).enumerated() {
      rules.append(try rule(json, at: "\(path)/\(index)"))
    }
    return rules
  }
}
