/// A request line whose fields are being read; faults are reported when all have been read.
struct RequestFields: FieldsDraft {
  /// The words of `request`.
  private enum Word: String, CaseIterable {
    case ping, panels, stats, subscribe, update

    var scope: FieldFaults.Scope {
      switch self {
      case .ping, .panels, .stats: .common
      case .subscribe: .subscribe
      case .update: .update
      }
    }
  }

  private(set) var id: Request.ID?
  private var hasID = false
  private var word: String?
  private var subscription = SubscriptionDraft()
  private var zone: String?
  private var offset: Double?
  private var faults = FieldFaults()
  private var seen: [RequestField] = []

  /// Reads the line to its end, whatever its fields are.
  mutating func read(_ line: Span<UInt8>) throws(JSONFault) {
    var reader = FieldReader()
    let first = try reader.next(in: line)
    if first == .beginObject {
      seen = try reader.fields(of: &self, behind: "", in: line)
    } else {
      reader.faults.addShape("a request is a JSON object")
      try reader.skip(after: first, in: line)
    }
    // Detects text behind the object, which is a fault.
    _ = try reader.next(in: line)
    faults = reader.faults
  }

  mutating func read(
    _ name: RequestField, _ value: FieldValue, with reader: inout FieldReader, in line: Span<UInt8>
  ) throws(JSONFault) {
    reader.faults.scope = name.scope
    defer { reader.faults.scope = .common }
    switch name {
    case .id: try readID(value, with: &reader, in: line)
    case .request: word = try reader.string(value, "a string: \(Self.verbs)", in: line)
    case .zone: zone = try reader.zoneName(value, in: line)
    case .offset: offset = try reader.number(value, .place, in: line)
    case .phases, .unit, .surface, .panelID, .panels, .fingers, .maxRate, .lookahead, .activity, .zones,
      .level:
      try subscription.read(name, value, with: &reader, in: line)
    }
  }

  /// The request of these fields.
  func request() throws(RequestRefusal) -> Request {
    if let shape = faults.shape { throw refusal(.badJSON, shape) }
    if let value = faults[.common].value { throw refusal(value.code, value.message) }
    let known = word.flatMap(Word.init(rawValue:))
    if let word, known == nil { throw refusal(.unknownRequest, Self.advice(for: word)) }
    let scope = known?.scope ?? .common
    if let value = faults[scope].value { throw refusal(value.code, value.message) }
    if let unknown = unknownField(in: scope) { throw refusal(.unknownField, unknown) }
    guard let id else { throw refusal(.badValue, "`id` is missing: a whole number or a string") }
    guard let known else { throw refusal(.badValue, "`request` is missing: \(Self.verbs)") }
    if let missing = faults[scope].missing { throw refusal(.badValue, missing) }
    return Request(id: id, verb: try verb(known))
  }

  private func verb(_ word: Word) throws(RequestRefusal) -> Request.Verb {
    switch word {
    case .ping: return .ping
    case .panels: return .panels
    case .stats: return .stats
    case .subscribe:
      switch subscription.result() {
      case .success(let subscription): return .subscribe(subscription)
      case .failure(let fault): throw refusal(fault.code, fault.message)
      }
    case .update:
      guard let zone else {
        throw refusal(.badValue, "`zone` is missing: the name of one of the subscription's zones")
      }
      guard let offset else { throw refusal(.badValue, "`offset` is missing: \(NumberRange.place.words)") }
      return .update(ZoneUpdate(zone: zone, offset: offset))
    }
  }

  /// The message about the first field that a request of this scope does not have.
  private func unknownField(in scope: FieldFaults.Scope) -> String? {
    let foreign = seen.first { $0.scope != .common && $0.scope != scope }?.rawValue
    if let name = faults[.common].unknown?.name ?? foreign {
      return FieldFaults.unknown(name, at: "", names: RequestField.names(in: scope))
    }
    guard scope != .common, let inner = faults[scope].unknown else { return nil }
    return FieldFaults.unknown(inner.name, at: inner.path, names: inner.names)
  }

  private mutating func readID(
    _ value: FieldValue, with reader: inout FieldReader, in line: Span<UInt8>
  ) throws(JSONFault) {
    // If there are two ids, the reply uses neither.
    id = hasID ? nil : Self.id(value.token, in: line)
    defer { hasID = true }
    if id != nil || hasID { return try reader.skip(after: value.token, in: line) }
    try reader.refuse(
      value, "a whole number of 64 bits or a string of at most \(ProtocolLimits.idBytes) bytes", in: line)
  }

  private static func id(_ token: JSONReader.Token, in line: Span<UInt8>) -> Request.ID? {
    switch token {
    case .number(let range):
      return Int64(wholeNumber: line.extracting(range)).map { .integer($0) }
    case .string(let string):
      let text = string.value(in: line)
      return text.utf8.count <= ProtocolLimits.idBytes ? .string(text) : nil
    case .beginObject, .endObject, .beginArray, .endArray, .key, .bool, .null, .end:
      return nil
    }
  }

  private func refusal(_ code: RequestErrorCode, _ message: String) -> RequestRefusal {
    RequestRefusal(id: id, code: code, message: message)
  }

  // MARK: Words

  private static var words: [String] { Word.allCases.map(\.rawValue) }

  private static var verbs: String { "the requests are \(words.joined(separator: ", "))" }

  private static func advice(for word: String) -> String {
    let advice = nearest(to: word, in: words).map { "did you mean `\($0)`?" } ?? verbs
    return "there is no request `\(FieldFaults.shown(word))`: \(advice)"
  }
}
