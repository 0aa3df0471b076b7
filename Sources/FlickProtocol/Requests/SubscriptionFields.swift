internal import GestureCore

/// The fields of all requests; the value of `request` decides which of them are allowed.
enum RequestField: String, FieldName {
  case id, request
  case phases, unit, surface
  case panelID = "panel_id"
  case panels, fingers
  case maxRate = "max_rate_hz"
  case lookahead = "lookahead_ms"
  case activity, zones, level
  case zone, offset

  /// The requests that have the field.
  var scope: FieldFaults.Scope {
    switch self {
    case .id, .request: .common
    case .phases, .unit, .surface, .panelID, .panels, .fingers, .maxRate, .lookahead, .activity, .zones,
      .level:
      .subscribe
    case .zone, .offset: .update
    }
  }

  var mayBeNull: Bool {
    switch self {
    case .surface, .panelID, .panels, .fingers, .maxRate, .lookahead, .zones: true
    case .id, .request, .phases, .unit, .activity, .level, .zone, .offset: false
    }
  }

  /// The names of the fields that a request of this scope has.
  static func names(in scope: FieldFaults.Scope) -> [String] {
    allCases.filter { $0.scope == .common || $0.scope == scope }.map(\.rawValue)
  }
}

/// A subscription whose fields are being read.
struct SubscriptionDraft {
  private var subscription = Subscription()
  private var panelID: String?

  mutating func read(
    _ name: RequestField, _ value: FieldValue, with reader: inout FieldReader, in text: Span<UInt8>
  ) throws(JSONFault) {
    switch name {
    case .phases:
      let phases = try reader.words(value, of: Phases.self, in: text)
      subscription.phases = Phases(phases ?? [])
    case .unit:
      subscription.unit = try reader.word(value, of: LengthUnit.self, in: text) ?? .millimeters
    case .surface:
      subscription.surface = try reader.allNumbers(value, of: SurfaceField.self, in: text)
        .flatMap(Surface.init)
    case .panelID: panelID = try reader.string(value, "the identity of a panel, a string", in: text)
    case .panels: subscription.panels = try reader.panels(value, in: text)
    case .fingers: subscription.fingers = try reader.fingers(value, in: text)
    case .maxRate: subscription.maxRate = try reader.number(value, .rate, in: text)
    case .lookahead:
      subscription.lookahead = try reader.number(value, .lookahead, in: text).map {
        Interval(microseconds: Int64(($0 * 1000).rounded()))
      }
    case .activity: subscription.activity = try reader.bool(value, in: text) ?? false
    case .zones: subscription.zones = try reader.zones(value, in: text)
    case .level:
      subscription.level = try reader.word(value, of: Level.self, in: text)
    case .id, .request, .zone, .offset: try reader.skip(after: value.token, in: text)
    }
  }

  /// The subscription, or a refusal if its fields exclude each other.
  func result() -> Result<Subscription, RequestRefusal> {
    func refusal(_ code: RequestErrorCode, _ message: String) -> RequestRefusal {
      RequestRefusal(id: nil, code: code, message: message)
    }
    if panelID != nil, subscription.panels != nil {
      return .failure(refusal(.badValue, "`panel_id` and `panels` say the same: keep one"))
    }
    if subscription.unit == .pixels, panelID == nil || subscription.surface == nil {
      return .failure(
        refusal(
          .surfaceRequired,
          "`unit` px needs `panel_id` and `surface`: pixels are those of a picture on one panel"))
    }
    var subscription = subscription
    if let panelID { subscription.panels = [panelID] }
    return .success(subscription)
  }
}

extension FieldReader {
  /// Reads the ids of at least one panel.
  fileprivate mutating func panels(
    _ value: FieldValue, in text: Span<UInt8>
  ) throws(JSONFault) -> [String]? {
    let allowed = "an array with the identity of at least one panel"
    guard try opens(.beginArray, value, allowed, in: text) else { return nil }
    var panels: [String] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      if let panel = try string(element, "the identity of a panel, a string", in: text) {
        panels.append(panel)
      }
    }
    if count == 0 { faults.addValue("`\(value.path)` is \(allowed)") }
    bound(count, of: value, to: ProtocolLimits.panels)
    return panels
  }

  /// Reads at least one number of fingers.
  fileprivate mutating func fingers(
    _ value: FieldValue, in text: Span<UInt8>
  ) throws(JSONFault) -> FingerCounts? {
    let allowed = "an array with at least one number of fingers, 1 to 10"
    guard try opens(.beginArray, value, allowed, in: text) else { return nil }
    var counts: [Int] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      if let fingers = try number(element, .fingers, in: text) { counts.append(Int(fingers)) }
    }
    if count == 0 { faults.addValue("`\(value.path)` is \(allowed)") }
    return FingerCounts(counts)
  }
}
