/// The names of the fields of an object, as raw values.
protocol FieldName: RawRepresentable<String>, CaseIterable, Hashable {
  /// Whether null has the same meaning as a missing field.
  ///
  /// True only if a missing field has a meaning of its own ("all", "any", "none", "as configured"),
  /// and is not short for some other value.
  var mayBeNull: Bool { get }
}

/// An object whose fields are being read.
protocol FieldsDraft {
  associatedtype Name: FieldName

  /// Reads the value of a field to its end.
  mutating func read(
    _ name: Name, _ value: FieldValue, with reader: inout FieldReader, in text: Span<UInt8>
  ) throws(JSONFault)
}

/// A value that is about to be read.
struct FieldValue {
  /// The path of the value in a refusal, such as `zones[2].spring.bounce`.
  let path: String
  /// The first token of the value.
  let token: JSONReader.Token
}

/// Reads the values of a request's fields, and collects their faults.
///
/// Every function reads its value to the end, and returns nil after a fault. A fault that stops the
/// reading is thrown. Every call gets the text again, as in ``JSONReader``.
struct FieldReader {
  /// The faults so far.
  var faults = FieldFaults()
  private var json = JSONReader()

  /// The next token of the text: its first one, or the one behind its object.
  mutating func next(in text: Span<UInt8>) throws(JSONFault) -> JSONReader.Token {
    try json.next(in: text)
  }

  /// Skips the rest of a value.
  mutating func skip(after token: JSONReader.Token, in text: Span<UInt8>) throws(JSONFault) {
    try json.skip(after: token, in: text)
  }

  /// Whether the value is such a container; if not, it is skipped, and `allowed` describes what is
  /// expected.
  mutating func opens(
    _ container: JSONReader.Token, _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) -> Bool {
    if value.token == container { return true }
    try refuse(value, allowed, in: text)
    return false
  }

  /// The next element of an array, nil behind the last one.
  mutating func element(
    _ index: Int, of array: FieldValue, in text: Span<UInt8>
  ) throws(JSONFault) -> FieldValue? {
    let token = try json.next(in: text)
    return token == .endArray ? nil : FieldValue(path: "\(array.path)[\(index)]", token: token)
  }

  /// Reads the fields of the object that was opened behind `path`, and returns the names of its
  /// fields in order.
  mutating func fields<Draft: FieldsDraft>(
    of draft: inout Draft, behind path: String, in text: Span<UInt8>
  ) throws(JSONFault) -> [Draft.Name] {
    var seen: [Draft.Name] = []
    while case .key(let key) = try json.next(in: text) {
      let word = key.value(in: text)
      let token = try json.next(in: text)
      guard let name = Draft.Name(rawValue: word) else {
        faults.addUnknown(word, at: path, names: Draft.Name.allCases.map(\.rawValue))
        try json.skip(after: token, in: text)
        continue
      }
      if seen.contains(name) { faults.addShape("the key `\(path)\(word)` comes twice") }
      seen.append(name)
      if token == .null, name.mayBeNull { continue }
      try draft.read(name, FieldValue(path: path + word, token: token), with: &self, in: text)
    }
    return seen
  }

  // MARK: Values

  /// Reads a number in a range.
  mutating func number(
    _ value: FieldValue, _ range: NumberRange, in text: Span<UInt8>
  ) throws(JSONFault) -> Double? {
    if case .number(let place) = value.token {
      let digits = text.extracting(place)
      let number = range.isWhole ? Int64(wholeNumber: digits).map(Double.init) : Double(number: digits)
      if let number, range.contains(number) { return number }
    }
    try refuse(value, range.words, in: text)
    return nil
  }

  /// Reads true or false.
  mutating func bool(_ value: FieldValue, in text: Span<UInt8>) throws(JSONFault) -> Bool? {
    if case .bool(let bool) = value.token { return bool }
    try refuse(value, "true or false", in: text)
    return nil
  }

  /// Reads a string; `allowed` describes what is expected.
  mutating func string(
    _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) -> String? {
    if case .string(let string) = value.token { return string.value(in: text) }
    try refuse(value, allowed, in: text)
    return nil
  }

  /// Reads one of several words.
  mutating func word<Value: WireWord>(
    _ value: FieldValue, of _: Value.Type, in text: Span<UInt8>
  ) throws(JSONFault) -> Value? {
    let allowed = "one of \(Value.words.joined(separator: ", "))"
    guard let word = try string(value, allowed, in: text) else { return nil }
    if let meant = Value(word: word) { return meant }
    faults.addValue("`\(value.path)` is \(allowed)")
    return nil
  }

  /// Reads an array with at least one of several words.
  mutating func words<Value: WireWord>(
    _ value: FieldValue, of _: Value.Type, in text: Span<UInt8>
  ) throws(JSONFault) -> [Value]? {
    let allowed = "an array with at least one of \(Value.words.joined(separator: ", "))"
    guard try opens(.beginArray, value, allowed, in: text) else { return nil }
    var meant: [Value] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      if let one = try word(element, of: Value.self, in: text) { meant.append(one) }
    }
    if count == 0 { faults.addValue("`\(value.path)` is \(allowed)") }
    return meant
  }

  /// Reads an array of at most `most` numbers in a range.
  mutating func numbers(
    _ value: FieldValue, _ range: NumberRange, atMost most: Int, in text: Span<UInt8>
  ) throws(JSONFault) -> [Double]? {
    guard try opens(.beginArray, value, "an array of numbers", in: text) else { return nil }
    var numbers: [Double] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      if let number = try number(element, range, in: text) { numbers.append(number) }
    }
    bound(count, of: value, to: most)
    return numbers
  }

  /// Adds a fault if an array has more than `most` elements.
  mutating func bound(_ count: Int, of value: FieldValue, to most: Int) {
    if count > most {
      faults.addValue("`\(value.path)` has at most \(most) elements, not \(count)", code: .tooMany)
    }
  }

  /// Adds a fault, and skips the rest of the value.
  mutating func refuse(
    _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) {
    faults.addValue("`\(value.path)` is \(allowed)")
    try json.skip(after: value.token, in: text)
  }
}
