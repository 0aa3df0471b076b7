/// The fields of all three forms of a zone's `spring`.
enum SpringField: String, NumberFieldName {
  case duration = "duration_us"
  case bounce
  case response = "response_us"
  case dampingFraction = "damping_fraction"
  case mass, stiffness, damping

  var range: NumberRange {
    switch self {
    case .duration, .response: .springTime
    case .bounce: .bounce
    case .dampingFraction: .dampingFraction
    case .mass: .mass
    case .stiffness: .stiffness
    case .damping: .damping
    }
  }
}

extension SpringSpec {
  /// The description of a spring in a refusal.
  static let allowed =
    "duration_us and bounce, or response_us and damping_fraction, or mass, stiffness and damping"

  /// Creates a spring; nil unless the fields are exactly those of one form.
  init?(_ values: [SpringField: Double]) {
    if values.count == 2, let duration = values[.duration], let bounce = values[.bounce] {
      self = .perceived(duration: duration * 1e-6, bounce: bounce)
    } else if values.count == 2, let response = values[.response], let damping = values[.dampingFraction] {
      self = .response(response * 1e-6, dampingFraction: damping)
    } else if values.count == 3, let mass = values[.mass], let stiffness = values[.stiffness],
      let damping = values[.damping]
    {
      self = .physical(mass: mass, stiffness: stiffness, damping: damping)
    } else {
      return nil
    }
  }
}

extension FieldReader {
  /// Reads a spring in one of its three forms.
  mutating func spring(_ value: FieldValue, in text: Span<UInt8>) throws(JSONFault) -> SpringSpec? {
    let allowed = "an object of \(SpringSpec.allowed)"
    guard
      let (values, seen): ([SpringField: Double], [SpringField]) = try numbers(value, allowed, in: text)
    else { return nil }
    if let spring = SpringSpec(values) { return spring }
    // A number that is out of range already has a fault of its own.
    if values.count == seen.count { faults.addValue("`\(value.path)` is \(allowed)") }
    return nil
  }
}
