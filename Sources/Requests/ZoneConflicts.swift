public import FlickProtocol
internal import GestureCore

/// A key of a zone that contradicts another key.
public struct ZoneConflict: Equatable, Sendable {
  /// The key to change, by its name in the configuration.
  public var key: String
  /// What is wrong and what to do, as human-readable text.
  public var message: String
  /// Whether another key is missing.
  var isMissing = false
}

extension ZoneConflict {
  /// Returns the first conflict among the keys of one zone: keys that exclude each other, or a key
  /// without the one that it needs.
  public static func first(among keys: [String]) -> ZoneConflict? {
    for (one, other, value) in [
      ("rectangle", "edge", "the position"), ("projection", "deceleration_rate", "τ"),
      ("projection_us", "deceleration_rate", "τ"),
    ] {
      let present = keys.filter { $0 == one || $0 == other }
      guard present.count > 1 else { continue }
      return ZoneConflict(key: present[1], message: "`\(one)` and `\(other)` both set \(value); keep one")
    }
    if keys.contains("depth"), !keys.contains("edge") {
      return ZoneConflict(
        key: "depth", message: "`depth` counts from an `edge`; set the edge too, for example \"left\"",
        isMissing: true)
    }
    return nil
  }
}

extension ZoneSpec<RelativeLength> {
  /// The largest distance of a zone's side from the panel's corner, and the largest extent, in mm.
  private static let farthest = 10_000.0

  /// Returns the contradictions among the values of a zone, for the configuration and for requests.
  ///
  /// `slop` is the displacement in mm at which a contact becomes a swipe. Lengths that need a panel
  /// are compared only with lengths of the same kind.
  public func conflicts(slop: Double) -> [ZoneConflict] {
    var conflicts: [ZoneConflict] = []
    func add(_ key: String, _ message: String) {
      conflicts.append(ZoneConflict(key: key, message: message))
    }
    if let axis, let directions, !directions.hasDirection(along: axis) {
      add("directions", "`directions`: none is along the axis \(axis.word), so no swipe would commit")
    }
    if let distance = distanceThreshold?.absolute, distance <= slop {
      let lengths = "\(rounded(distance)) mm is not more than `slop`, \(rounded(slop)) mm"
      add("distance", "`distance`, \(lengths): every swipe would commit")
    }
    if maxSteps != nil, snapPoints.isEmpty { add("max_steps", "`max_steps` needs `snap_points`") }
    if let wrap {
      if snapPoints.isEmpty {
        add("wrap", "`wrap` needs `snap_points`")
      } else if let span = RelativeLength.span(snapPoints, in: wrap), span > 1 {
        add("wrap", "`wrap` is shorter than the range of `snap_points`: the points would overlap")
      }
    }
    if let rectangle, !rectangle.isPossible(within: Self.farthest) {
      add("rectangle", "`rectangle` reaches beyond the panel")
    }
    return conflicts
  }

  private func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }
}

extension ZoneRectangle<RelativeLength> {
  /// Whether the rectangle can lie on a panel of at most `farthest` mm.
  fileprivate func isPossible(within farthest: Double) -> Bool {
    isPossible(x, width, { $0.x }, farthest) && isPossible(y, height, { $0.y }, farthest)
  }

  private func isPossible(
    _ start: RelativeLength, _ extent: RelativeLength, _ part: ((x: Double, y: Double)) -> Double,
    _ farthest: Double
  ) -> Bool {
    switch (start, extent) {
    case (.panel(let x, let y), .panel(let width, let height)):
      // A request rounds to six decimals.
      return part((x, y)) >= 0 && part((x, y)) + part((width, height)) <= 1 + 2e-6
    default: return [start, extent].allSatisfy { ($0.absolute ?? 0) >= 0 && ($0.absolute ?? 0) <= farthest }
    }
  }
}

extension RelativeLength {
  /// The length in mm, if it needs no panel.
  fileprivate var absolute: Double? { if case .millimeters(let length) = self { length } else { nil } }

  /// The range of lengths as a multiple of `period`; nil if they need a panel to be compared.
  fileprivate static func span(_ lengths: [RelativeLength], in period: RelativeLength) -> Double? {
    var values: [Double] = []
    for length in lengths + [period] {
      switch (length, period) {
      case (.millimeters(let value), .millimeters), (.zone(let value), .zone),
        (.pixels(let value), .pixels), (.panel(let value, _), .panel):
        values.append(value)
      default: return nil
      }
    }
    let last = values.removeLast()
    guard let least = values.min(), let greatest = values.max(), last > 0 else { return nil }
    return (greatest - least) / last
  }
}

extension Subscription {
  /// Returns the first contradiction in the subscription's own zones, as human-readable text.
  ///
  /// `slop` is the displacement in mm at which a contact becomes a swipe.
  public func conflict(slop: Double, millimetersPerPoint: Double) -> String? {
    let units = LengthUnits(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
    for (index, zone) in (zones ?? []).enumerated() {
      if let conflict = zone.mapLengths(units.length).conflicts(slop: slop).first {
        return "`zones[\(index)]`: \(conflict.message)"
      }
    }
    return nil
  }
}

extension ZoneSpec {
  /// Whether a zone can have this name: 1 to 64 bytes without control characters.
  public static func allows(name: String) -> Bool {
    let hasControls = name.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    return (1...ProtocolLimits.nameBytes).contains(name.utf8.count) && !hasControls
  }
}
