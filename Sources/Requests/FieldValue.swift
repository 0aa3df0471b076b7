internal import FlickProtocol

/// A value of a request, its path for a refusal, and the ways to read it.
///
/// An invalid value throws its fault, which is reported before every unknown or missing field.
/// Those are collected while the rest is read.
struct FieldValue {
  /// The path of the value, such as `zones[2].spring.bounce`; empty for the whole request.
  let path: String
  let json: JSONValue
  let structure: StructureFaults

  /// Returns the fault of a value that is not what the field allows.
  func fault(_ allowed: String) -> FieldFault {
    FieldFault(code: .badValue, message: "`\(path)` is \(allowed)")
  }

  /// A number in a range.
  func number(_ range: NumberRange) throws(FieldFault) -> Double {
    if case .number(let double, let whole) = json,
      let number = range.isWhole ? whole.map(Double.init) : double, range.contains(number)
    {
      return number
    }
    throw fault(range.text)
  }

  func flag() throws(FieldFault) -> Bool {
    guard case .bool(let flag) = json else { throw fault("true or false") }
    return flag
  }

  /// A string; `allowed` describes what is expected.
  func string(_ allowed: String) throws(FieldFault) -> String {
    guard case .string(let string) = json else { throw fault(allowed) }
    return string
  }

  func choice<Word: WireWord>(_: Word.Type) throws(FieldFault) -> Word {
    let allowed = "one of \(Word.words.joined(separator: ", "))"
    guard let meant = Word(word: try string(allowed)) else { throw fault(allowed) }
    return meant
  }

  /// An array with at least one of several words.
  func choices<Word: WireWord>(_: Word.Type) throws(FieldFault) -> [Word] {
    let allowed = "an array with at least one of \(Word.words.joined(separator: ", "))"
    return try elements(allowed) { value throws(FieldFault) in try value.choice(Word.self) }
  }

  /// An array of at least one element.
  func elements<Element>(
    _ allowed: String, atMost limit: Int = .max,
    _ read: (FieldValue) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element] {
    let elements = try anyElements(allowed, atMost: limit, read)
    guard !elements.isEmpty else { throw fault(allowed) }
    return elements
  }

  func anyElements<Element>(
    _ allowed: String, atMost limit: Int, _ read: (FieldValue) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element] {
    guard case .array(let values) = json else { throw fault(allowed) }
    let elements = try values.indices.map { index throws(FieldFault) in
      try read(FieldValue(path: "\(path)[\(index)]", json: values[index], structure: structure))
    }
    guard values.count <= limit else {
      throw FieldFault(
        code: .tooMany, message: "`\(path)` has at most \(limit) elements, not \(values.count)")
    }
    return elements
  }

  /// Reads the fields of an object into `target`.
  func object<Target>(
    _ fields: [Field<Target>], _ allowed: String = "an object", into target: inout Target
  ) throws(FieldFault) {
    guard case .object(let members) = json else { throw fault(allowed) }
    let prefix = path.isEmpty ? "" : "\(path)."
    for member in members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        structure.addUnknown(member.name, at: prefix, names: fields.map(\.name))
        continue
      }
      if case .null = member.value, field.mayBeNull { continue }
      try field.read(
        &target, FieldValue(path: prefix + member.name, json: member.value, structure: structure))
    }
    let names = members.map(\.name)
    for field in fields {
      guard let required = field.required, !names.contains(field.name) else { continue }
      structure.addMissing("`\(prefix)\(field.name)` is missing: \(required)")
    }
  }
}

/// One field of an object in a request.
struct Field<Target> {
  let name: String
  /// Whether null has the same meaning as a missing field.
  ///
  /// True only if a missing field has its own meaning ("all", "any", "none", "as configured"),
  /// and is not short for some other value.
  var mayBeNull = false
  /// What the field allows, if it must not be missing.
  var required: String?
  /// Sets the value in its object.
  let read: (inout Target, FieldValue) throws(FieldFault) -> Void
}

extension Field {
  /// A number that must not be missing.
  init(_ name: String, _ path: WritableKeyPath<Target, Double>, in range: NumberRange) {
    self.init(name: name, required: range.text) { target, value throws(FieldFault) in
      target[keyPath: path] = try value.number(range)
    }
  }
}

/// Why a request is refused, without its id.
struct FieldFault: Error {
  var code: RequestErrorCode
  var message: String
}

/// The unknown and the missing fields of a request: the first one of each.
final class StructureFaults {
  private(set) var unknown: String?
  private(set) var missing: String?

  /// Adds an unknown field behind `path`; `names` are the known fields.
  func addUnknown(_ name: String, at path: String, names: [String]) {
    guard unknown == nil else { return }
    let advice =
      nearest(to: name, in: names).map { "did you mean `\($0)`?" }
      ?? "the fields are \(names.joined(separator: ", "))"
    unknown = "there is no field `\(path)\(name.shortened)`: \(advice)"
  }

  func addMissing(_ message: String) {
    missing = missing ?? message
  }
}

extension String {
  /// At most 40 bytes of a client's word, in whole characters, for a message that repeats the word.
  var shortened: String {
    var shown = ""
    for scalar in unicodeScalars {
      guard shown.utf8.count + UTF8.width(scalar) <= 40 else { return shown + "…" }
      shown.unicodeScalars.append(scalar)
    }
    return shown
  }
}

/// The numbers that a field allows.
struct NumberRange: Equatable, Sendable {
  let lower: Double
  let upper: Double
  /// Whether `lower` itself is not allowed.
  var excludesLower = false
  /// Whether `upper` itself is not allowed.
  var excludesUpper = false
  /// Whether the number must be written without a fraction and without an exponent.
  var isWhole = false

  /// Whether the range contains the number; NaN and infinity are in no range.
  func contains(_ number: Double) -> Bool {
    (excludesLower ? number > lower : number >= lower) && (excludesUpper ? number < upper : number <= upper)
  }

  /// The description of the range in a refusal.
  var text: String {
    let kind = isWhole ? "a whole number" : "a number"
    let ends = (low: Self.text(lower), high: Self.text(upper))
    return excludesLower
      ? "\(kind) above \(ends.low) and \(excludesUpper ? "below" : "at most") \(ends.high)"
      : "\(kind) from \(ends.low) to \(ends.high)"
  }

  private static func text(_ end: Double) -> String { Int64(exactly: end).map { "\($0)" } ?? "\(end)" }
}

// The bound of lengths is far beyond any panel in any unit, and the product of two such numbers is
// far below the limit of Double.
extension NumberRange {
  /// A position or an offset.
  static let offset = NumberRange(lower: -1e9, upper: 1e9)
  /// A length above zero.
  static let extent = NumberRange(lower: 0, upper: 1e9, excludesLower: true)
  /// The threshold of a length or a speed.
  static let threshold = NumberRange(lower: 0, upper: 1e9)
  /// Updates per second.
  static let rate = NumberRange(lower: 1, upper: 1000)
  /// The lookahead, in ms.
  ///
  /// The limit is six frames at 60 Hz. No picture lags behind the finger by more, and no prediction
  /// reaches further.
  static let lookahead = NumberRange(lower: 1, upper: 100)
  static let fingers = NumberRange(lower: 1, upper: 10, isWhole: true)
  /// The part of its speed that content keeps every millisecond.
  static let decelerationRate = NumberRange(lower: 0, upper: 1, excludesLower: true, excludesUpper: true)
}
