internal import FlickProtocol
internal import GestureCore

extension Request.ID {
  /// What an id must be.
  fileprivate static let allowed =
    "a whole number of 64 bits or a string of at most \(ProtocolLimits.idBytes) bytes"

  /// The id among the fields of a request; nil if there is none, or if there are several.
  init?(_ members: [JSONValue.Member]) {
    let ids = members.filter { $0.name == "id" }
    guard ids.count == 1 else { return nil }
    self.init(ids[0].value)
  }

  private init?(_ value: JSONValue) {
    switch value {
    case .number(_, let whole?): self = .integer(whole)
    case .string(let text) where text.utf8.count <= ProtocolLimits.idBytes: self = .string(text)
    case .object, .array, .string, .number, .bool, .null: return nil
    }
  }
}

extension Request {
  private static var allowedWords: String { "the requests are \(Name.words.joined(separator: ", "))" }

  /// Reads a request from a line's value; `id` is the valid id, if any.
  init(id: ID?, _ line: JSONValue) throws(FieldFault) {
    guard case .object(let members) = line else {
      throw FieldFault(code: .badJSON, message: "a request is a JSON object")
    }
    if let key = line.repeatedKey {
      throw FieldFault(code: .badJSON, message: "the key `\(key.shortened)` comes twice")
    }
    if id == nil, members.contains(where: { $0.name == "id" }) {
      throw FieldFault(code: .badValue, message: "`id` is \(ID.allowed)")
    }
    let structure = StructureFaults()
    let word = try Self.word(members)
    let value = FieldValue(path: "", json: line, structure: structure)
    var common = CommonFields()
    var subscribe = SubscribeFields()
    var update = UpdateFields()
    switch word {
    case nil, .ping, .panels, .stats: try value.object(CommonFields.all(), into: &common)
    case .subscribe: try value.object(CommonFields.all() + SubscribeFields.all, into: &subscribe)
    case .update: try value.object(CommonFields.all() + UpdateFields.all, into: &update)
    }
    if let unknown = structure.unknown {
      let other = word == nil ? SyntaxAdvice.otherName(in: members) : nil
      throw FieldFault(code: .unknownField, message: other ?? unknown)
    }
    guard let id else {
      throw FieldFault(code: .badValue, message: "`id` is missing: a whole number or a string")
    }
    guard let word else {
      throw FieldFault(code: .badValue, message: "`request` is missing: \(Self.allowedWords)")
    }
    if let missing = structure.missing { throw FieldFault(code: .badValue, message: missing) }
    switch word {
    case .ping: self.init(id: id, verb: .ping)
    case .panels: self.init(id: id, verb: .panels)
    case .stats: self.init(id: id, verb: .stats)
    case .subscribe: self.init(id: id, verb: .subscribe(try subscribe.result()))
    case .update: self.init(id: id, verb: .update(update.result))
    }
  }

  /// The word of the request; nil if it is missing.
  private static func word(_ members: [JSONValue.Member]) throws(FieldFault) -> Name? {
    guard let value = members.first(where: { $0.name == "request" })?.value else { return nil }
    guard case .string(let text) = value else {
      throw FieldFault(code: .badValue, message: "`request` is a string: \(allowedWords)")
    }
    if let word = Name(rawValue: text) { return word }
    let advice = nearest(to: text, in: Name.words).map { "did you mean `\($0)`?" } ?? allowedWords
    throw FieldFault(code: .unknownRequest, message: "there is no request `\(text.shortened)`: \(advice)")
  }
}

/// The fields of every request, which are read before all others.
private struct CommonFields {
  static func all<Target>() -> [Field<Target>] {
    [Field(name: "id") { _, _ in }, Field(name: "request") { _, _ in }]
  }
}

private struct UpdateFields {
  var result = ZoneUpdate(zone: "", offset: 0)

  static let allowedZone = "the name of one of the subscription's zones"

  static var all: [Field<UpdateFields>] {
    [
      Field(name: "zone", required: allowedZone) { update, value throws(FieldFault) in
        update.result.zone = try value.zoneName()
      },
      Field("offset", \.result.offset, in: .offset),
    ]
  }
}

private struct SubscribeFields {
  var subscription = Subscription()
  var panelID: String?

  private static let allowedPanel = "the identity of a panel, a string"

  static var all: [Field<SubscribeFields>] { content + filters }

  /// The fields that describe what lines contain.
  private static var content: [Field<SubscribeFields>] {
    [
      Field(name: "phases") { fields, value throws(FieldFault) in
        fields.subscription.phases = Phases(try value.choices(Phase.self))
      },
      Field(name: "unit") { fields, value throws(FieldFault) in
        fields.subscription.unit = try value.choice(LengthUnit.self)
      },
      Field(name: "surface", mayBeNull: true) { fields, value throws(FieldFault) in
        var surface = Surface(width: 0, height: 0)
        try value.object(Surface.fields, "an object of width, height", into: &surface)
        fields.subscription.surface = surface
      },
      Field(name: "lookahead_ms", mayBeNull: true) { fields, value throws(FieldFault) in
        let milliseconds = try value.number(.lookahead)
        fields.subscription.lookahead = Interval(microseconds: Int64((milliseconds * 1000).rounded()))
      },
      Field(name: "zones", mayBeNull: true) { fields, value throws(FieldFault) in
        fields.subscription.zones = try value.zones()
      },
    ]
  }

  /// The fields that describe which lines are sent.
  private static var filters: [Field<SubscribeFields>] {
    [
      Field(name: "panel_id", mayBeNull: true) { fields, value throws(FieldFault) in
        fields.panelID = try value.string(allowedPanel)
      },
      Field(name: "panels", mayBeNull: true) { fields, value throws(FieldFault) in
        fields.subscription.panels = try value.elements(
          "an array with the identity of at least one panel", atMost: ProtocolLimits.panels
        ) { panel throws(FieldFault) in try panel.string(allowedPanel) }
      },
      Field(name: "fingers", mayBeNull: true) { fields, value throws(FieldFault) in
        let counts = try value.elements("an array with at least one number of fingers, 1 to 10") {
          count throws(FieldFault) in Int(try count.number(.fingers))
        }
        fields.subscription.fingers = FingerCounts(counts)
      },
      Field(name: "max_rate_hz", mayBeNull: true) { fields, value throws(FieldFault) in
        fields.subscription.maxRate = try value.number(.rate)
      },
      Field(name: "activity") { fields, value throws(FieldFault) in
        fields.subscription.activity = try value.flag()
      },
      Field(name: "presses_at_rest") { fields, value throws(FieldFault) in
        fields.subscription.pressesAtRest = try value.flag()
      },
      Field(name: "level") { fields, value throws(FieldFault) in
        fields.subscription.level = try value.choice(Level.self)
      },
    ]
  }

  /// The subscription, unless its fields contradict each other.
  func result() throws(FieldFault) -> Subscription {
    if panelID != nil, subscription.panels != nil {
      throw FieldFault(code: .badValue, message: "`panel_id` and `panels` set the same value: keep one")
    }
    if subscription.unit == .pixels, panelID == nil || subscription.surface == nil {
      throw FieldFault(
        code: .surfaceRequired,
        message: "`unit` px needs `panel_id` and `surface`: pixels are those of a picture on one panel")
    }
    if subscription.pressesAtRest, !subscription.phases.contains(.press) {
      throw FieldFault(
        code: .badValue,
        message: "`presses_at_rest` needs the phase press: add `press` and `release` to `phases`")
    }
    var subscription = subscription
    if let panelID { subscription.panels = [panelID] }
    return subscription
  }
}

extension Surface {
  fileprivate static var fields: [Field<Surface>] {
    [Field("width", \.width, in: .extent), Field("height", \.height, in: .extent)]
  }
}
