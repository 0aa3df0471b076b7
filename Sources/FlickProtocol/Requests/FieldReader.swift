/// The names of the fields that an object may have: its raw values.
protocol FieldName: RawRepresentable<String>, CaseIterable, Hashable {
  /// Whether null says the same as leaving the field out.
  ///
  /// Only where leaving it out is a value of its own ("all", "any", "none", "as configured"), not
  /// some other value.
  var mayBeNull: Bool { get }
}

/// What becomes of an object as its fields are read.
protocol FieldsDraft {
  associatedtype Name: FieldName

  /// Reads the value of a field to its end.
  mutating func read(
    _ name: Name, _ value: FieldValue, with reader: inout FieldReader, in text: Span<UInt8>
  ) throws(JSONFault)
}

/// A value that is about to be read.
struct FieldValue {
  /// Where it stands, as a refusal names it: `zones[2].spring.bounce`.
  let path: String
  /// Its first piece.
  let token: JSONReader.Token
}

/// Reads the values of a request's fields, and keeps what is wrong with them.
///
/// Every function reads its value to the end whatever it is, and answers nil after a fault; one
/// that stops the reading is thrown. A text is handed to each, as to ``JSONReader``.
struct FieldReader {
  /// What is wrong so far.
  var faults = FieldFaults()
  private var json = JSONReader()

  /// The first piece of the whole text, or whatever stands behind its object.
  mutating func next(in text: Span<UInt8>) throws(JSONFault) -> JSONReader.Token {
    try json.next(in: text)
  }

  /// Reads on to the end of a value that nobody wants.
  mutating func skip(after token: JSONReader.Token, in text: Span<UInt8>) throws(JSONFault) {
    try json.skip(after: token, in: text)
  }

  /// Whether the value is such a container; if not, it is passed over and `allowed` is what it
  /// should have been.
  mutating func opens(
    _ container: JSONReader.Token, _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) -> Bool {
    if value.token == container { return true }
    try refuse(value, allowed, in: text)
    return false
  }

  /// The next element of an array, nil behind the last.
  mutating func element(
    _ index: Int, of array: FieldValue, in text: Span<UInt8>
  ) throws(JSONFault) -> FieldValue? {
    let token = try json.next(in: text)
    return token == .endArray ? nil : FieldValue(path: "\(array.path)[\(index)]", token: token)
  }

  /// Reads the fields of the object that was opened behind `path`, and returns those that it has,
  /// in order.
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

  /// A number of a range.
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

  /// True or false.
  mutating func bool(_ value: FieldValue, in text: Span<UInt8>) throws(JSONFault) -> Bool? {
    if case .bool(let bool) = value.token { return bool }
    try refuse(value, "true or false", in: text)
    return nil
  }

  /// A string; `allowed` is what it should have been.
  mutating func string(
    _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) -> String? {
    if case .string(let string) = value.token { return string.value(in: text) }
    try refuse(value, allowed, in: text)
    return nil
  }

  /// One of a few words.
  mutating func word<Value>(
    _ value: FieldValue, of words: [String], _ meaning: (String) -> Value?, in text: Span<UInt8>
  ) throws(JSONFault) -> Value? {
    let allowed = "one of \(words.joined(separator: ", "))"
    guard let word = try string(value, allowed, in: text) else { return nil }
    if let meant = meaning(word) { return meant }
    faults.addValue("`\(value.path)` is \(allowed)")
    return nil
  }

  /// At least one of a few words, in an array.
  mutating func words<Value>(
    _ value: FieldValue, of words: [String], _ meaning: (String) -> Value?, in text: Span<UInt8>
  ) throws(JSONFault) -> [Value]? {
    let allowed = "an array with at least one of \(words.joined(separator: ", "))"
    guard try opens(.beginArray, value, allowed, in: text) else { return nil }
    var meant: [Value] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      if let one = try word(element, of: words, meaning, in: text) { meant.append(one) }
    }
    if count == 0 { faults.addValue("`\(value.path)` is \(allowed)") }
    return meant
  }

  /// Numbers of a range in an array, no more than `most`.
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

  /// Refuses an array of more elements than there may be.
  mutating func bound(_ count: Int, of value: FieldValue, to most: Int) {
    if count > most {
      faults.addValue("`\(value.path)` has at most \(most) elements, not \(count)", code: .tooMany)
    }
  }

  /// Reads on to the end of a value of another kind.
  mutating func refuse(
    _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) {
    faults.addValue("`\(value.path)` is \(allowed)")
    try json.skip(after: value.token, in: text)
  }
}
