internal import GestureCore

/// The fields of a zone in a subscription.
enum ZoneField: String, FieldName {
  case name, rectangle, edge, depth, exclude, axis, directions
  case commitIf = "commit_if"
  case distance, velocity, predicted
  case projection = "projection_us"
  case decelerationRate = "deceleration_rate"
  case reversal
  case snapPoints = "snap_points"
  case offset
  case maxSteps = "max_steps"
  case wrap, spring

  var mayBeNull: Bool {
    switch self {
    case .name, .exclude, .snapPoints, .offset: false
    case .rectangle, .edge, .depth, .axis, .directions, .commitIf, .distance, .velocity, .predicted,
      .projection,
      .decelerationRate, .reversal, .maxSteps, .wrap, .spring:
      true
    }
  }
}

/// A zone whose fields are being read.
struct ZoneDraft: FieldsDraft {
  private var zone = ZoneSpec<Double>(name: "")
  private var decelerationRate: Double?

  mutating func read(
    _ name: ZoneField, _ value: FieldValue, with reader: inout FieldReader, in text: Span<UInt8>
  ) throws(JSONFault) {
    switch name {
    case .name:
      zone.name = try reader.zoneName(value, in: text) ?? ""
    case .rectangle:
      zone.rectangle = try reader.allNumbers(value, of: RectangleField.self, in: text)
        .flatMap { ZoneRectangle($0) }
    case .edge:
      zone.edge = try reader.word(value, of: ZoneEdge.self, in: text)
    case .depth: zone.depth = try reader.number(value, .extent, in: text)
    case .exclude: zone.isExclusion = try reader.bool(value, in: text) ?? false
    case .axis:
      zone.axis = try reader.word(value, of: Axis.self, in: text)
    case .directions:
      zone.directions = try reader.words(value, of: Direction.self, in: text).map { DirectionSet($0) }
    case .commitIf:
      zone.commitIf = try reader.words(value, of: Criterion.self, in: text)
        .map { DecisionRule.CommitCriteria($0) }
    case .distance: zone.distance = try reader.number(value, .threshold, in: text)
    case .velocity: zone.velocity = try reader.number(value, .threshold, in: text)
    case .predicted: zone.predicted = try reader.number(value, .threshold, in: text)
    case .projection:
      zone.projection = try reader.number(value, .projection, in: text).map { $0 * 1e-6 }
    case .decelerationRate:
      decelerationRate = try reader.decelerationRate(value, in: text)
    case .reversal:
      zone.reversal = try reader.word(value, of: DecisionRule.Reversal.self, in: text)
    case .snapPoints:
      zone.snapPoints =
        try reader.numbers(value, .place, atMost: ProtocolLimits.snapPoints, in: text) ?? []
    case .offset: zone.offset = try reader.number(value, .place, in: text) ?? 0
    case .maxSteps: zone.maxSteps = try reader.number(value, .steps, in: text).map { Int($0) }
    case .wrap: zone.wrap = try reader.number(value, .extent, in: text)
    case .spring: zone.spring = try reader.spring(value, in: text)
    }
  }

  /// The zone at `path`; call it after all fields were read.
  func zone(at path: String, seen: [ZoneField], with reader: inout FieldReader) -> ZoneSpec<Double> {
    if !seen.contains(.name) { reader.faults.addMissing("\(path).name", ZoneDraft.allowedName) }
    if zone.rectangle != nil, zone.edge != nil {
      reader.faults.addValue("`\(path).rectangle` and `\(path).edge` both say where it lies: keep one")
    }
    if zone.depth != nil, zone.edge == nil {
      reader.faults.addMissing("\(path).edge", "the edge from which `depth` counts")
    }
    guard let decelerationRate else { return zone }
    if zone.projection != nil {
      reader.faults.addValue(
        "`\(path).projection_us` and `\(path).deceleration_rate` say the same: keep one")
    }
    var zone = zone
    // To the µs, as `projection_us` is.
    zone.projection = (DecisionRule.projection(decelerationRate: decelerationRate) * 1e6).rounded() * 1e-6
    return zone
  }
}

extension ZoneDraft {
  /// The description of a zone's name in a refusal.
  static let allowedName =
    "a string of 1 to \(ProtocolLimits.nameBytes) bytes without control characters"
}

extension FieldReader {
  /// Reads the zones of a subscription, whose names must differ.
  mutating func zones(_ value: FieldValue, in text: Span<UInt8>) throws(JSONFault) -> [ZoneSpec<Double>]? {
    guard try opens(.beginArray, value, "an array of zones", in: text) else { return nil }
    var zones: [ZoneSpec<Double>] = []
    var count = 0
    while let element = try element(count, of: value, in: text) {
      count += 1
      guard try opens(.beginObject, element, "an object", in: text) else { continue }
      var draft = ZoneDraft()
      let seen = try fields(of: &draft, behind: element.path + ".", in: text)
      // Zones beyond the limit are dropped, so that a line full of zones does not cost a comparison
      // of all names.
      guard count <= ProtocolLimits.zones else { continue }
      let zone = draft.zone(at: element.path, seen: seen, with: &self)
      if let other = zones.firstIndex(where: { $0.name == zone.name }), !zone.name.isEmpty {
        faults.addValue("`\(element.path).name` is that of `\(value.path)[\(other)]` too")
      }
      zones.append(zone)
    }
    bound(count, of: value, to: ProtocolLimits.zones)
    return zones
  }

  /// Reads the name of a zone.
  mutating func zoneName(_ value: FieldValue, in text: Span<UInt8>) throws(JSONFault) -> String? {
    guard let name = try string(value, ZoneDraft.allowedName, in: text) else { return nil }
    let hasControls = name.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    if (1...ProtocolLimits.nameBytes).contains(name.utf8.count), !hasControls { return name }
    faults.addValue("`\(value.path)` is \(ZoneDraft.allowedName)")
    return nil
  }

  fileprivate mutating func decelerationRate(
    _ value: FieldValue, in text: Span<UInt8>
  ) throws(JSONFault) -> Double? {
    guard let rate = try number(value, .decelerationRate, in: text) else { return nil }
    let projection = DecisionRule.projection(decelerationRate: rate)
    if NumberRange.projection.contains(projection * 1e6) { return rate }
    faults.addValue("`\(value.path)` is a number so far below 1 that the content comes to rest within 10 s")
    return nil
  }
}
