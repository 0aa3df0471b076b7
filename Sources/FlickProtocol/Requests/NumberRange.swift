/// The numbers that a field may hold.
struct NumberRange: Equatable, Sendable {
  let lower: Double
  let upper: Double
  /// Whether the lower end itself is out.
  var excludesLower = false
  /// Whether the upper end itself is out.
  var excludesUpper = false
  /// Whether it is written without a fraction and without an exponent.
  var isWhole = false

  /// Whether the number is one of them; NaN and infinity never are.
  func contains(_ number: Double) -> Bool {
    (excludesLower ? number > lower : number >= lower) && (excludesUpper ? number < upper : number <= upper)
  }

  /// What a refusal says of them.
  var words: String {
    let kind = isWhole ? "a whole number" : "a number"
    let ends = (low: Self.text(lower), high: Self.text(upper))
    return excludesLower
      ? "\(kind) above \(ends.low) and \(excludesUpper ? "below" : "at most") \(ends.high)"
      : "\(kind) from \(ends.low) to \(ends.high)"
  }

  private static func text(_ end: Double) -> String {
    Int64(exactly: end).map { "\($0)" } ?? "\(end)"
  }
}

// The bound of lengths is far beyond any panel in any unit; no product of two such numbers comes
// near the end of Double.
extension NumberRange {
  /// A place.
  static let place = NumberRange(lower: -1e9, upper: 1e9)
  /// A length that cannot be nothing.
  static let extent = NumberRange(lower: 0, upper: 1e9, excludesLower: true)
  /// What a length or a speed has to exceed.
  static let threshold = NumberRange(lower: 0, upper: 1e9)
  /// Updates in a second.
  static let rate = NumberRange(lower: 1, upper: 1000)
  /// How far ahead to look, in ms; six frames of 60 Hz are more than any picture is behind the
  /// finger, and beyond them nothing is known.
  static let lookahead = NumberRange(lower: 1, upper: 100)
  /// A number of fingers.
  static let fingers = NumberRange(lower: 1, upper: 10, isWhole: true)
  /// A number of snap points to pass.
  static let steps = NumberRange(lower: 1, upper: 1000, isWhole: true)
  /// τ in µs; the end is that of the configuration.
  static let projection = NumberRange(lower: 0, upper: 10_000_000, isWhole: true)
  /// The part of its speed that a content keeps every millisecond.
  static let decelerationRate = NumberRange(lower: 0, upper: 1, excludesLower: true, excludesUpper: true)
}

// Those of the configuration, so that a zone is a zone wherever it is stated.
extension NumberRange {
  /// How long a spring takes, in µs.
  static let springTime = NumberRange(lower: 1000, upper: 60_000_000, isWhole: true)
  /// How much a spring bounces, from what creeps to what never rests.
  static let bounce = NumberRange(lower: -0.99, upper: 1)
  /// The part of the critical damping.
  static let dampingFraction = NumberRange(lower: 0, upper: 100)
  /// What is on the spring.
  static let mass = NumberRange(lower: 0.001, upper: 100_000)
  /// How hard it pulls.
  static let stiffness = NumberRange(lower: 0.001, upper: 10_000_000)
  /// What slows it down.
  static let damping = NumberRange(lower: 0, upper: 1_000_000)
}
