internal import FlickProtocol
internal import GestureCore

/// The zones of a request, whose lengths are in the unit of the subscription.
extension FieldValue {
  private static var allowedName: String {
    "a string of 1 to \(ProtocolLimits.nameBytes) bytes without control characters"
  }

  func zoneName() throws(FieldFault) -> String {
    let name = try string(Self.allowedName)
    guard ZoneSpec<Double>.allows(name: name) else { throw fault(Self.allowedName) }
    return name
  }

  func zoneRectangle() throws(FieldFault) -> ZoneRectangle<Double> {
    var rectangle = ZoneRectangle(x: 0.0, y: 0.0, width: 0.0, height: 0.0)
    try object(ZoneRectangle.fields, "an object of x, y, width, height", into: &rectangle)
    return rectangle
  }

  func zoneDepth() throws(FieldFault) -> Double { try number(.extent) }

  func zoneThreshold() throws(FieldFault) -> Double { try number(.threshold) }

  func zoneTravel() throws(FieldFault) -> Double { try number(.threshold) }

  func zoneSpeed() throws(FieldFault) -> Double { try number(.threshold) }

  func zoneOffset() throws(FieldFault) -> Double { try number(.offset) }

  func zoneOffsets() throws(FieldFault) -> [Double] {
    try anyElements("an array of numbers", atMost: ProtocolLimits.snapPoints) {
      offset throws(FieldFault) in try offset.number(.offset)
    }
  }

  func zonePeriod() throws(FieldFault) -> Double { try number(.extent) }

  func count(_ range: ClosedRange<Int>) throws(FieldFault) -> Int {
    let range = NumberRange(lower: Double(range.lowerBound), upper: Double(range.upperBound), isWhole: true)
    return Int(try number(range))
  }

  func number(_ range: ClosedRange<Double>) throws(FieldFault) -> Double {
    try number(NumberRange(lower: range.lowerBound, upper: range.upperBound))
  }

  /// A request writes a time in whole µs.
  func seconds(_ range: ClosedRange<Double>) throws(FieldFault) -> Double {
    let range = NumberRange(lower: range.lowerBound * 1e6, upper: range.upperBound * 1e6, isWhole: true)
    return try number(range) * 1e-6
  }

  func decelerationRate() throws(FieldFault) -> Double {
    let rate = try number(.decelerationRate)
    // To the µs, as `projection_us` is.
    let projection = (DecisionRule.projection(decelerationRate: rate) * 1e6).rounded()
    guard projection <= 10_000_000 else {
      throw fault("a number so far below 1 that the content comes to rest within 10 s")
    }
    return projection * 1e-6
  }

  func spring() throws(FieldFault) -> SpringSpec {
    let allowed =
      "an object of duration_us and bounce, or response_us and damping_fraction, or mass, stiffness and damping"
    var parts = SpringParts()
    let fields: [Field<SpringParts>] = SpringField.allCases.map { field in
      Field(name: field.rawValue) { parts, value throws(FieldFault) in try field.read(value, into: &parts) }
    }
    try object(fields, allowed, into: &parts)
    guard let spring = parts.spring(defaults: false) else { throw fault(allowed) }
    return spring
  }

  /// The zones of a subscription, whose names must differ.
  func zones() throws(FieldFault) -> [ZoneSpec<Double>] {
    let fields: [Field<ZoneSpec<Double>>] = ZoneField.allCases.map { field in
      Field(
        name: field.rawValue, mayBeNull: field.mayBeNull, required: field == .name ? Self.allowedName : nil
      ) { zone, value throws(FieldFault) in try field.read(value, into: &zone) }
    }
    var names: [String: String] = [:]
    return try anyElements("an array of zones", atMost: ProtocolLimits.zones) { value throws(FieldFault) in
      var zone = ZoneSpec(name: "")
      try value.object(fields, into: &zone)
      try value.checkConflicts()
      guard !zone.name.isEmpty else { return zone }
      if let other = names.updateValue(value.path, forKey: zone.name) {
        throw FieldFault(
          code: .badValue, message: "`\(value.path).name` is the name of `\(other)` too; choose another")
      }
      return zone
    }
  }

  /// Reports keys that exclude each other, or need another one; a null counts as a missing key.
  ///
  /// Values that contradict each other depend on the slop: ``Subscription`` compares them.
  private func checkConflicts() throws(FieldFault) {
    guard case .object(let members) = json else { return }
    let present = members.filter { if case .null = $0.value { false } else { true } }
    guard let conflict = ZoneConflict.first(among: present.map(\.name)) else { return }
    let message = "`\(path)`: \(conflict.message)"
    if conflict.isMissing { return structure.addMissing(message) }
    throw FieldFault(code: .badValue, message: message)
  }
}

extension ZoneRectangle<Double> {
  fileprivate static var fields: [Field<ZoneRectangle>] {
    [
      Field("x", \.x, in: .offset), Field("y", \.y, in: .offset),
      Field("width", \.width, in: .extent), Field("height", \.height, in: .extent),
    ]
  }
}
