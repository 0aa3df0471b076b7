internal import FlickProtocol
internal import GestureCore
internal import Requests
internal import Settings

extension ValueDecoder {
  /// The greatest offset of a content, in mm or px: a hundred metres.
  private static var farthest: Double { 100_000 }

  /// A length of a zone: in mm within the range, in pixels, or a part of an extent.
  ///
  /// Unless it is signed, pixels and parts are above 0 too, as far as the range begins above 0.
  private func zoneLength(
    _ range: ClosedRange<Double> = -farthest...farthest, isSigned: Bool = false
  ) throws(ValueError) -> RelativeLength {
    var system = UnitSystem.length(density)
    if case .string(let text) = node.content, let quantity = Quantity(text) {
      let factor = quantity.unit == "%" ? 0.01 : 1
      if quantity.unit == "%" || quantity.unit == "px" {
        let isTooSmall = !isSigned && (range.lowerBound > 0 ? quantity.number <= 0 : quantity.number < 0)
        guard !isTooSmall, abs(quantity.number) <= Self.farthest else {
          let bound = range.lowerBound > 0 ? "must be above 0" : "must be 0 or more"
          throw error(isTooSmall ? bound : "must be at most \(Self.farthest)")
        }
        let number = quantity.number * factor
        return quantity.unit == "%" ? .zone(number) : .pixels(number)
      }
    }
    system.examples.append("12%")
    return .millimeters(try quantity(system, range))
  }

  /// A length like ``zoneLength(_:isSigned:)``, whose `%` are of the panel.
  private func panelLength(_ range: ClosedRange<Double>) throws(ValueError) -> RelativeLength {
    let length = try zoneLength(range)
    if case .zone(let part) = length { return .panel(x: part, y: part) }
    return length
  }

  func zoneName() throws(ValueError) -> String {
    let name = try word()
    guard ZoneSpec<RelativeLength>.allows(name: name) else {
      throw error("a name has at most \(ProtocolLimits.nameBytes) bytes and no control characters")
    }
    return name
  }

  func zoneDepth() throws(ValueError) -> RelativeLength {
    let depth = try panelLength(0.1...10_000)
    if case .panel(let part, _) = depth, part > 1 { throw error("must be at most 100%") }
    return depth
  }

  func zoneThreshold() throws(ValueError) -> RelativeLength { try zoneLength(0.1...5000) }

  func zoneTravel() throws(ValueError) -> RelativeLength { try zoneLength(0...1000) }

  /// A speed in mm/s within the range, or in pixels a second.
  func zoneSpeed() throws(ValueError) -> RelativeLength {
    if case .string(let text) = node.content, let quantity = Quantity(text), quantity.unit == "px/s" {
      guard quantity.number > 0, quantity.number <= Self.farthest else { throw error("must be above 0") }
      return .pixels(quantity.number)
    }
    return .millimeters(try speed(0.1...100_000))
  }

  func zoneOffset() throws(ValueError) -> RelativeLength { try zoneLength(isSigned: true) }

  func zoneOffsets() throws(ValueError) -> [RelativeLength] {
    guard case .array(let items) = node.content, !items.isEmpty, items.count <= ProtocolLimits.snapPoints
    else {
      throw error(
        "write an array of 1 to \(ProtocolLimits.snapPoints) offsets, for example [\"0pt\", \"-296pt\"]")
    }
    return try items.map { item throws(ValueError) in try of(item).zoneOffset() }
  }

  func zonePeriod() throws(ValueError) -> RelativeLength { try zoneLength(0.1...100_000) }

  func zoneRectangle() throws(ValueError) -> ZoneRectangle<RelativeLength> {
    let advice = "write left side, top, width and height, for example [\"10%\", \"20mm\", \"50%\", \"30%\"]"
    guard case .array(let items) = node.content, items.count == 4 else { throw error(advice) }
    func side(_ index: Int, _ minimum: Double) throws(ValueError) -> RelativeLength {
      try of(items[index]).panelLength(minimum...10_000)
    }
    return ZoneRectangle(
      x: try side(0, 0), y: try side(1, 0), width: try side(2, 0.1), height: try side(3, 0.1))
  }

  func decelerationRate() throws(ValueError) -> Double {
    DecisionRule.projection(decelerationRate: try number(0.5...0.9999))
  }

  func spring() throws(ValueError) -> SpringSpec {
    var parts = SpringParts()
    try table(SpringKey.self, into: &parts)
    guard let spring = parts.spring(defaults: true) else {
      throw error(
        "write duration and bounce, or response and damping_fraction, or stiffness, damping and perhaps mass")
    }
    return spring
  }

  /// The panels that have a zone.
  func match() throws(ValueError) -> PanelMatch {
    var match = PanelMatch()
    try table(MatchKey.self, into: &match)
    return match
  }

  func count(_ range: ClosedRange<Int>) throws(ValueError) -> Int {
    if case .integer(let number) = node.content, let count = Int(exactly: number), range.contains(count) {
      return count
    }
    if let meant = meantNumber, range.contains(meant.number) {
      throw error(meant.advice, right: "\(meant.number)")
    }
    throw error("write a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// A table of keys within a value; its first mistake is the value's.
  private func table<SomeKey: Key>(_: SomeKey.Type, into target: inout SomeKey.Target) throws(ValueError) {
    let section = SomeKey.section
    guard case .table(let entries) = node.content, !entries.isEmpty else {
      let pairs = SomeKey.all.prefix(2).map { "\($0.name) = \($0.example)" }.joined(separator: ", ")
      throw error("write for example { \(pairs) }, or leave it out")
    }
    let sorted = entries.sorted { $0.position < $1.position }
    for entry in sorted {
      guard let key = SomeKey(name: entry.key) else {
        throw ValueError(
          position: entry.position,
          message: "`\(entry.key) = \(entry.value.seen)`: no such key in \(section.title); "
            + Advice.key(for: entry.key, in: section))
      }
      do throws(ValueError) {
        try key.read(ValueDecoder(key: entry.key, node: entry.value, density: density), into: &target)
      } catch {
        // What is right for the table contains what is right for the key.
        var error = error
        if let right = error.right {
          let pairs = sorted.map { "\($0.key) = \($0.key == entry.key ? right : $0.value.seen)" }
          error.right = "{ \(pairs.joined(separator: ", ")) }"
        } else {
          error.problem = error.message
        }
        throw error
      }
    }
  }

  /// Width and height of a picture, as in `"1920px x 1080px"`, in pixels.
  func surface() throws(ValueError) -> Extent {
    let advice = "write width and height in pixels, for example \"1920px x 1080px\""
    // Not cut at "px" by a string: that alone would link the regular expressions, 2 MB.
    guard let width = Quantity(try text(advice)), width.unit.hasPrefix("px") else { throw error(advice) }
    let between = width.unit.dropFirst(2).drop { $0 == " " }
    guard let cross = between.first, "x×".contains(cross),
      let height = Quantity(between.dropFirst().drop { $0 == " " }), height.unit == "px"
    else { throw error(advice) }
    guard (1...Self.farthest).contains(width.number), (1...Self.farthest).contains(height.number) else {
      throw error("each side must be from 1px to 100000px")
    }
    return Extent(width: width.number, height: height.number)
  }
}
