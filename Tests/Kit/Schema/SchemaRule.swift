/// The constraints of a schema on a value.
enum SchemaRule: Sendable {
  case always
  case never
  case all([SchemaKeyword])
}

indirect enum SchemaKeyword: Sendable {
  case reference(String)
  case types([SchemaType])
  /// `enum`, or `const` with one value.
  case oneOfValues([OrderedJSON])
  case all([SchemaRule])
  case any([SchemaRule])
  case one([SchemaRule])
  case not(SchemaRule)
  case condition(SchemaRule, then: SchemaRule, otherwise: SchemaRule)
  case number(SchemaBound)
  case length(ClosedRange<Int>)
  case pattern(SchemaPattern)
  case items(prefix: [SchemaRule], rest: SchemaRule)
  case count(ClosedRange<Int>)
  case unique
  case required([String])
  case dependent([String: [String]])
  case fields([String: SchemaRule], rest: SchemaRule)
}

enum SchemaType: String, Sendable {
  case null, boolean, integer, number, string, array, object

  func contains(_ value: OrderedJSON) -> Bool {
    switch (self, value) {
    case (.null, .null), (.boolean, .bool), (.number, .number), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.integer, .number(let number)): number == number.rounded()
    default: false
    }
  }
}

/// A bound of a number.
enum SchemaBound: Sendable {
  case minimum(Double), maximum(Double), exclusiveMinimum(Double), exclusiveMaximum(Double)

  func allows(_ number: Double) -> Bool {
    switch self {
    case .minimum(let bound): number >= bound
    case .maximum(let bound): number <= bound
    case .exclusiveMinimum(let bound): number > bound
    case .exclusiveMaximum(let bound): number < bound
    }
  }

  var text: String {
    switch self {
    case .minimum(let bound): "is at least \(bound)"
    case .maximum(let bound): "is at most \(bound)"
    case .exclusiveMinimum(let bound): "is above \(bound)"
    case .exclusiveMaximum(let bound): "is below \(bound)"
    }
  }
}

/// A pattern, compiled at each match: regular expressions must not be shared between threads.
struct SchemaPattern: Sendable {
  let text: String

  init(_ text: String) throws {
    self.text = text
    _ = try Regex(text)
  }

  /// Whether a part of the text matches; patterns use ^ and $ to match the ends.
  func matches(_ string: String) -> Bool {
    guard let regex = try? Regex(text) else { return false }
    return string.contains(regex)
  }
}
