public import GestureCore
internal import Settings

/// A number and the unit behind it, as in `"12.5mm"`; a space between them is allowed.
struct Quantity {
  var number: Double
  var unit: Substring

  /// `nil` when `text` does not begin with a finite number in plain decimal.
  init?(_ text: some StringProtocol) {
    let text = Substring(text)
    let digits = text.prefix { "+-.0123456789".contains($0) }
    guard let number = Double(digits), number.isFinite else { return nil }
    self.number = number
    unit = text.dropFirst(digits.count).drop { $0 == " " }
  }
}

/// The units of one kind of value, and how a diagnostic names them.
struct UnitSystem {
  /// What the value is, with its article.
  var kind: String
  /// Values that would be right, best first.
  var examples: [String]
  /// The units, each with the factor to what flickd computes in.
  var factors: [String: Double]

  /// Lengths, in mm.
  static func length(_ density: Density) -> UnitSystem {
    UnitSystem(
      kind: "a length", examples: ["200pt", "31mm"],
      factors: ["pt": density.millimetersPerPoint, "mm": 1, "cm": 10, "in": 25.4])
  }

  /// Speeds, in mm/s.
  static func speed(_ density: Density) -> UnitSystem {
    let lengths = length(density).factors
    let factors = Dictionary(uniqueKeysWithValues: lengths.map { ("\($0.key)/s", $0.value) })
    return UnitSystem(kind: "a speed", examples: ["800pt/s", "125mm/s"], factors: factors)
  }

  /// Times, in seconds.
  static let time = UnitSystem(
    kind: "a time", examples: ["40ms", "0.25s"], factors: ["us": 1e-6, "ms": 1e-3, "s": 1])

  /// Angles, in degrees.
  static let angle = UnitSystem(kind: "an angle", examples: ["22.5deg"], factors: ["deg": 1])

  /// Returns flickd's name of a unit that people also write in capitals, as a sign or as a word.
  ///
  /// This is nil for a unit that is right or unknown.
  static func spelling(of unit: some StringProtocol) -> String? {
    let small = unit.lowercased()
    let names = ["mm", "cm", "in", "pt", "us", "ms", "s", "deg", "mm/s", "cm/s", "in/s", "pt/s"]
    let right = otherNames[small] ?? (names.contains(small) ? small : nil)
    return right == String(unit) ? nil : right
  }

  /// Returns the digits and the unit of this system that a text with another unit means: `mm/s` of
  /// `600mm`, and `2000mm/s` of `2m/s`; nil if the meaning is not clear.
  func meant(by text: String, _ unit: Substring) -> (digits: String, unit: String)? {
    let digits = String(text.prefix { "+-.0123456789".contains($0) })
    let bare = unit.filter { !$0.isWhitespace }
    let names = [bare, Self.spelling(of: bare) ?? bare].flatMap { [$0, "\($0)/s"] }
    if let right = names.first(where: { factors[$0] != nil }) { return (digits, right) }
    guard let right = ["m", "m/s"].contains(bare) ? names.first(where: { factors["m\($0)"] != nil }) : nil,
      let number = Double(digits)
    else { return nil }
    let millimeters = number * 1000
    return (Int(exactly: millimeters).map { "\($0)" } ?? "\(millimeters)", "m\(right)")
  }

  /// Names in small letters, of which neither a locale of ASCII nor flickd has the signs.
  private static let otherNames = [
    "\u{B0}": "deg", "\u{BA}": "deg", "degree": "deg", "degrees": "deg", "\u{B5}s": "us", "\u{3BC}s": "us",
    "\u{2033}": "in", "inch": "in", "inches": "in", "millimeter": "mm", "millimeters": "mm",
    "millimetre": "mm", "millimetres": "mm", "point": "pt", "points": "pt", "pts": "pt", "sec": "s",
    "second": "s", "seconds": "s", "msec": "ms", "milliseconds": "ms", "mm/sec": "mm/s", "mmps": "mm/s",
  ]

  /// The examples as a sentence lists them.
  var advice: String { "write for example " + examples.map { "\"\($0)\"" }.joined(separator: " or ") }
}

extension Interval {
  /// Reads a time as a configuration has it, for example `40ms` or `1.2 s`; nil for anything else.
  ///
  /// Units are us, ms and s; a time is not negative and at most a day.
  public init?(text: some StringProtocol) {
    guard let quantity = Quantity(text), let factor = UnitSystem.time.factors[String(quantity.unit)],
      (0...86_400).contains(quantity.number * factor)
    else { return nil }
    self.init(microseconds: Int64((quantity.number * factor * 1e6).rounded()))
  }
}
