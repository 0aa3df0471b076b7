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

  /// The examples as a sentence lists them.
  var advice: String { "write for example " + examples.map { "\"\($0)\"" }.joined(separator: " or ") }
}
