internal import GestureCore
internal import Panels

/// The setup as lines of a file.
extension RecordedSetup {
  /// The word that begins a comment of flickd in a recording.
  static var mark: String { "# flickd " }

  /// Each known value as key and value, without ``reportPeriod``, which is known last.
  var pairs: [(key: String, value: String)] {
    let pairs: [(String, String?)] = [
      ("panel_id", panelID), ("path", path), ("serial", serial),
      ("size_mm", size.map { "\($0.width)x\($0.height)" }), ("scale", scale?.rawValue),
      ("matrix", matrix.map { $0.numbers.map { "\($0)" }.joined(separator: " ") }),
      ("mirror", isMirrored.map { "\($0)" }), ("rotation", rotation.map { "\($0.rawValue)" }),
      ("lift_delay_us", liftDelay.map { "\($0.microseconds)" }),
      ("lift_delay_source", liftDelaySource?.rawValue), ("noise_mm", noise.map { "\($0)" }),
      ("bridge_gaps_us", bridgeGaps.map { "\($0.microseconds)" }),
    ]
    return pairs.compactMap { key, value in value.map { (key, $0.displayable(upTo: 512)) } }
  }

  /// Reads one pair; returns false if the value of a known key is invalid.
  ///
  /// Unknown keys are ignored: a later version may write more.
  mutating func read(_ key: String, _ value: String) -> Bool {
    switch key {
    case "panel_id": panelID = value
    case "path": path = value
    case "serial": serial = value
    case "size_mm": return Self.set(&size, Self.extent(value))
    case "scale": return Self.set(&scale, PanelGeometry.Scale(rawValue: value))
    case "matrix": return Self.set(&matrix, try? CalibrationMatrix(text: value))
    case "mirror": return Self.set(&isMirrored, Bool(value))
    case "rotation": return Self.set(&rotation, Int(value).flatMap(Orientation.Rotation.init(rawValue:)))
    case "lift_delay_us": return Self.set(&liftDelay, Self.interval(value))
    case "lift_delay_source": return Self.set(&liftDelaySource, LiftDelaySource(rawValue: value))
    case "noise_mm":
      return Self.set(&noise, Self.number(value).flatMap { (1e-6...100).contains($0) ? $0 : nil })
    case "bridge_gaps_us":
      return Self.set(&bridgeGaps, Self.interval(value).flatMap { $0 <= .milliseconds(100) ? $0 : nil })
    case "report_period_us": return Self.set(&reportPeriod, Self.interval(value))
    default: break
    }
    return true
  }

  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    field = value
    return value != nil
  }

  private static func extent(_ text: String) -> Extent? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { number(String($0)) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1e-3...1e6).contains(width), (1e-3...1e6).contains(height)
    else { return nil }
    return Extent(width: width, height: height)
  }

  /// A plain decimal number; Double(_:) also accepts hex, infinities and "nan".
  private static func number(_ text: String) -> Double? {
    text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) } ? Double(text) : nil
  }

  /// A time up to ten seconds: no panel is later.
  private static func interval(_ text: String) -> Interval? {
    Int64(text).flatMap { (0...10_000_000).contains($0) ? Interval(microseconds: $0) : nil }
  }
}
