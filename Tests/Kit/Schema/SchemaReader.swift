/// Reads a schema from its JSON, with its definitions and what refers to them.
struct SchemaReader {
  private(set) var definitions: [String: SchemaRule] = [:]
  private(set) var references: Set<String> = []

  /// Keywords for people and tools, without effect on values.
  private static let remarks: Set = ["$schema", "$id", "$comment", "title", "description", "examples"]
  /// Keywords that are read together with another keyword.
  private static let companions: Set = ["then", "else", "prefixItems", "additionalProperties"]

  mutating func rule(_ json: OrderedJSON, at place: String) throws -> SchemaRule {
    switch json {
    case .bool(let isAllowed): return isAllowed ? .always : .never
    case .object(let fields):
      var keywords: [SchemaKeyword] = []
      for field in fields where !Self.remarks.contains(field.name) {
        keywords += try keyword(field.name, field.value, of: json, at: "\(place)/\(field.name)")
      }
      return .all(keywords)
    case .null, .number, .string, .array: throw unusable("no schema", at: place)
    }
  }

  private mutating func keyword(
    _ name: String, _ value: OrderedJSON, of schema: OrderedJSON, at place: String
  ) throws -> [SchemaKeyword] {
    switch name {
    case "$defs":
      for field in try fields(value, at: place) {
        let rule = try rule(field.value, at: "\(place)/\(field.name)")
        definitions["\(place)/\(field.name)"] = rule
      }
      return []
    case "$ref":
      let reference = try text(value, at: place)
      references.insert(reference)
      return [.reference(reference)]
    case "type": return [.types(try types(value, at: place))]
    case "enum": return [.oneOfValues(try elements(value, at: place))]
    case "const": return [.oneOfValues([value])]
    case "allOf": return [.all(try rules(value, at: place))]
    case "anyOf": return [.any(try rules(value, at: place))]
    case "oneOf": return [.one(try rules(value, at: place))]
    case "not": return [.not(try rule(value, at: place))]
    case "if": return [try condition(value, of: schema, at: place)]
    case "minimum": return [.number(.minimum(try number(value, at: place)))]
    case "maximum": return [.number(.maximum(try number(value, at: place)))]
    case "exclusiveMinimum": return [.number(.exclusiveMinimum(try number(value, at: place)))]
    case "exclusiveMaximum": return [.number(.exclusiveMaximum(try number(value, at: place)))]
    case "minLength": return [.length(try count(value, at: place)...Int.max)]
    case "maxLength": return [.length(0...(try count(value, at: place)))]
    case "pattern": return [.pattern(try SchemaPattern(try text(value, at: place)))]
    case "items": return [try items(of: schema, at: place)]
    case "minItems": return [.count(try count(value, at: place)...Int.max)]
    case "maxItems": return [.count(0...(try count(value, at: place)))]
    case "uniqueItems": return value == .bool(true) ? [.unique] : []
    case "required": return [.required(try names(value, at: place))]
    case "dependentRequired":
      let pairs = try fields(value, at: place).map { ($0.name, try names($0.value, at: place)) }
      return [.dependent(Dictionary(uniqueKeysWithValues: pairs))]
    case "properties": return [try properties(of: schema, at: place)]
    case "prefixItems" where schema["items"] == nil: return [try items(of: schema, at: place)]
    case "additionalProperties" where schema["properties"] == nil:
      return [try properties(of: schema, at: place)]
    case _ where Self.companions.contains(name): return []
    default: throw unusable("`\(name)` is not a known keyword", at: place)
    }
  }

  private mutating func condition(
    _ condition: OrderedJSON, of schema: OrderedJSON, at place: String
  ) throws -> SchemaKeyword {
    .condition(
      try rule(condition, at: place),
      then: try schema["then"].map { json in try rule(json, at: "\(place)/then") } ?? .always,
      otherwise: try schema["else"].map { json in try rule(json, at: "\(place)/else") } ?? .always)
  }

  private mutating func items(of schema: OrderedJSON, at place: String) throws -> SchemaKeyword {
    .items(
      prefix: try schema["prefixItems"].map { json in try rules(json, at: place) } ?? [],
      rest: try schema["items"].map { json in try rule(json, at: place) } ?? .always)
  }

  private mutating func properties(of schema: OrderedJSON, at place: String) throws -> SchemaKeyword {
    var named: [String: SchemaRule] = [:]
    for field in try schema["properties"].map({ json in try fields(json, at: place) }) ?? [] {
      named[field.name] = try rule(field.value, at: "\(place)/\(field.name)")
    }
    let rest = try schema["additionalProperties"].map { json in try rule(json, at: place) } ?? .always
    return .fields(named, rest: rest)
  }

  // MARK: Values of keywords

  private func unusable(_ words: String, at place: String) -> Schema.Unusable {
    Schema.Unusable(description: "\(place): \(words)")
  }

  private func fields(_ value: OrderedJSON, at place: String) throws -> [OrderedJSON.Field] {
    guard let fields = value.fields else { throw unusable("no object", at: place) }
    return fields
  }

  private func elements(_ value: OrderedJSON, at place: String) throws -> [OrderedJSON] {
    guard let elements = value.elements, !elements.isEmpty else { throw unusable("no full array", at: place) }
    return elements
  }

  private func text(_ value: OrderedJSON, at place: String) throws -> String {
    guard let text = value.text else { throw unusable("no string", at: place) }
    return text
  }

  private func names(_ value: OrderedJSON, at place: String) throws -> [String] {
    try (value.elements ?? []).map { try text($0, at: place) }
  }

  private func number(_ value: OrderedJSON, at place: String) throws -> Double {
    guard let number = value.number else { throw unusable("no number", at: place) }
    return number
  }

  private func count(_ value: OrderedJSON, at place: String) throws -> Int {
    guard let count = Int(exactly: try number(value, at: place)), count >= 0 else {
      throw unusable("no count", at: place)
    }
    return count
  }

  private func types(_ value: OrderedJSON, at place: String) throws -> [SchemaType] {
    try (value.elements ?? [value]).map { element in
      guard let type = SchemaType(rawValue: try text(element, at: place)) else {
        throw unusable("no type", at: place)
      }
      return type
    }
  }

  private mutating func rules(_ value: OrderedJSON, at place: String) throws -> [SchemaRule] {
    var rules: [SchemaRule] = []
    for (index, json) in try elements(value, at: place).enumerated() {
      rules.append(try rule(json, at: "\(place)/\(index)"))
    }
    return rules
  }
}
