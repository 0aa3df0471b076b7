/// The numbers that a field allows.
struct NumberRange: Equatable, Sendable {
  let lower: Double
  let upper: Double
  /// Whether `lower` itself is not allowed.
  var excludesLower = false
  /// Whether `upper` itself is not allowed.
  var excludesUpper = false
  /// Whether the number must be written without a fraction and without an exponent.
  var isWhole = false

  /// Whether the range contains the number; NaN and infinity are in no range.
  func contains(_ number: Double) -> Bool {
    (excludesLower ? number > lower : number >= lower) && (excludesUpper ? number < upper : number <= upper)
  }

  /// The description of the range in a refusal.
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

// The bound of lengths is far beyond any panel in any unit, and the product of two such numbers is
// far below the limit of Double.
extension NumberRange {
  /// A position or an offset.
  static let offset = NumberRange(lower: -1e9, upper: 1e9)
  /// A length above zero.
  static let extent = NumberRange(lower: 0, upper: 1e9, excludesLower: true)
  /// The threshold of a length or a speed.
  static let threshold = NumberRange(lower: 0, upper: 1e9)
  /// Updates per second.
  static let rate = NumberRange(lower: 1, upper: 1000)
  /// The lookahead, in ms.
  ///
  /// The limit is six frames at 60 Hz. No picture lags behind the finger by more, and no prediction
  /// reaches further.
  static let lookahead = NumberRange(lower: 1, upper: 100)
  /// A number of fingers.
  static let fingers = NumberRange(lower: 1, upper: 10, isWhole: true)
  /// The part of its speed that content keeps every millisecond.
  static let decelerationRate = NumberRange(lower: 0, upper: 1, excludesLower: true, excludesUpper: true)
}
