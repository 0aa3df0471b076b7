/// What a client asks of the service in one line.
public struct Request: Equatable, Sendable {
  /// What the reply is to be called; the client's own choice.
  public enum ID: Equatable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A string.
    case string(String)
  }

  /// What is asked for.
  public enum Verb: String, CaseIterable, Sendable {
    /// A sign of life.
    case ping
    /// The panels, as in the state.
    case panels
    /// What has been counted.
    case stats
  }

  /// The name of the reply.
  public var id: ID
  /// What is asked for.
  public var verb: Verb

  /// Creates a request.
  public init(id: ID, verb: Verb) {
    self.id = id
    self.verb = verb
  }

  /// Reads a request line without its newline.
  ///
  /// Strict JSON: what RFC 8259 does not allow is refused, and so are a key that comes twice, an unknown key, and text
  /// behind the object. Of several faults the one is told that weighs most: nesting, JSON, a value, the request's word,
  /// an unknown field, a missing one. Never traps; cost: one pass over the line.
  public init(line: Span<UInt8>) throws(RequestFault) {
    var fields = RequestFields()
    do throws(JSONFault) {
      try fields.read(line)
    } catch {
      switch error {
      case .tooDeep: throw .tooDeep
      case .syntax(let offset):
        throw .refused(
          RequestRefusal(
            id: fields.id, code: .badJSON,
            message: offset < line.count
              ? "this is no JSON: byte \(offset + 1) cannot stand there" : "this is no JSON: it breaks off"))
      }
    }
    do throws(RequestRefusal) {
      self = try fields.request()
    } catch {
      throw .refused(error)
    }
  }
}

/// The fields of a request line as they are read, and the first of each kind of fault.
private struct RequestFields {
  static let names = ["id", "request"]

  private(set) var id: Request.ID?
  private var word: String?
  private var hasID = false
  private var hasWord = false
  private var shapeFault: String?
  private var valueFault: String?
  private var unknownField: String?

  /// Reads the line to its end, whatever its fields are.
  mutating func read(_ line: Span<UInt8>) throws(JSONFault) {
    var reader = JSONReader()
    let first = try reader.next(in: line)
    guard first == .beginObject else {
      shapeFault = "a request is a JSON object"
      try reader.skip(after: first, in: line)
      _ = try reader.next(in: line)
      return
    }
    while case .key(let key) = try reader.next(in: line) {
      let name = key.value(in: line)
      let token = try reader.next(in: line)
      switch name {
      case "id": readID(token, in: line)
      case "request": readWord(token, in: line)
      default: unknownField = unknownField ?? name
      }
      try reader.skip(after: token, in: line)
    }
    // Text behind the object is a fault here.
    _ = try reader.next(in: line)
  }

  /// The request that the fields make up.
  func request() throws(RequestRefusal) -> Request {
    if let shapeFault { throw refusal(.badJSON, shapeFault) }
    if let valueFault { throw refusal(.badValue, valueFault) }
    let verb = word.flatMap(Request.Verb.init)
    if let word, verb == nil { throw refusal(.unknownRequest, Self.advice(for: word)) }
    if let unknownField {
      let near = nearest(to: unknownField, in: Self.names)
      let advice =
        near.map { "did you mean `\($0)`?" } ?? "the fields are \(Self.names.joined(separator: ", "))"
      throw refusal(.unknownField, "there is no field `\(Self.shown(unknownField))`: \(advice)")
    }
    guard let id else { throw refusal(.badValue, "`id` is missing: a whole number or a string") }
    guard let verb else { throw refusal(.badValue, "`request` is missing: \(Self.verbs)") }
    return Request(id: id, verb: verb)
  }

  private mutating func readID(_ token: JSONReader.Token, in line: Span<UInt8>) {
    if hasID {
      shapeFault = shapeFault ?? "the key `id` comes twice"
      id = nil
      return
    }
    hasID = true
    switch token {
    case .number(let range):
      id = Int64(wholeNumber: line.extracting(range)).map { .integer($0) }
    case .string(let string):
      let text = string.value(in: line)
      if text.utf8.count <= ProtocolLimits.idBytes { id = .string(text) }
    case .beginObject, .endObject, .beginArray, .endArray, .key, .bool, .null, .end:
      break
    }
    guard id == nil else { return }
    valueFault =
      valueFault
      ?? "`id` is a whole number of 64 bits or a string of at most \(ProtocolLimits.idBytes) bytes"
  }

  private mutating func readWord(_ token: JSONReader.Token, in line: Span<UInt8>) {
    if hasWord { shapeFault = shapeFault ?? "the key `request` comes twice" }
    hasWord = true
    if case .string(let string) = token {
      word = string.value(in: line)
    } else {
      valueFault = valueFault ?? "`request` is a string: \(Self.verbs)"
    }
  }

  private func refusal(_ code: RequestErrorCode, _ message: String) -> RequestRefusal {
    RequestRefusal(id: id, code: code, message: message)
  }

  // MARK: Words

  private static var verbs: String {
    "the requests are \(Request.Verb.allCases.map(\.rawValue).joined(separator: ", "))"
  }

  private static func advice(for word: String) -> String {
    if word == "subscribe" || word == "update" {
      return
        "version \(flickdVersion) does not know `\(word)` yet: every connection gets the end and cancel of each swipe"
    }
    let near = nearest(to: word, in: Request.Verb.allCases.map(\.rawValue))
    return "there is no request `\(shown(word))`: \(near.map { "did you mean `\($0)`?" } ?? verbs)"
  }

  /// As much of a word as a message repeats.
  private static func shown(_ word: String) -> String {
    let shown = word.unicodeScalars.prefix(40)
    return shown.count < word.unicodeScalars.count ? "\(String(shown))…" : word
  }
}

extension Int64 {
  /// The number that this JSON number states, nil if it has a fraction or an exponent or does not fit.
  fileprivate init?(wholeNumber text: Span<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for offset in (isNegative ? 1 : 0)..<text.count {
      guard text[offset] >= UInt8(ascii: "0"), text[offset] <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(text[offset] - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    self = value
  }
}
