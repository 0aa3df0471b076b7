/// The parts of a spring as a zone sets them: those of one of three forms.
public struct SpringParts {
  var duration: Double?
  var bounce: Double?
  var response: Double?
  var dampingFraction: Double?
  var mass: Double?
  var stiffness: Double?
  var damping: Double?

  /// Creates a spring without parts.
  public init() {}

  /// The spring; nil if the parts belong to more than one form, or if a form is incomplete.
  ///
  /// With `defaults`, the parts that have a default may be missing.
  public func spring(defaults: Bool) -> SpringSpec? {
    let perceived = duration != nil || bounce != nil
    let former = response != nil || dampingFraction != nil
    let physical = mass != nil || stiffness != nil || damping != nil
    func part(_ part: Double?, _ usual: Double) -> Double? { part ?? (defaults ? usual : nil) }
    switch (perceived, former, physical) {
    case (true, false, false):
      guard let duration = part(duration, 0.5), let bounce = part(bounce, 0) else { return nil }
      return .perceived(duration: duration, bounce: bounce)
    case (false, true, false):
      guard let response, let fraction = part(dampingFraction, 0.825) else { return nil }
      return .response(response, dampingFraction: fraction)
    case (false, false, true):
      guard let mass = part(mass, 1), let stiffness, let damping else { return nil }
      return .physical(mass: mass, stiffness: stiffness, damping: damping)
    default: return nil
    }
  }
}

/// One key of a zone's `spring`, in the configuration and in a request.
public typealias SpringKey<Value: ZoneValue> = SettingKey<SpringParts, Value>

extension SettingKey where Target == SpringParts {
  /// Every key, in the order of the documentation.
  public static var all: [SettingKey] {
    [
      SettingKey(
        "duration", wire: "duration_us", "time", defaultValue: "\"500ms\"", "The perceived duration."
      ) { parts, value throws(Value.Fault) in parts.duration = try value.seconds(0.001...60) },
      SettingKey(
        "bounce", "number", defaultValue: "0",
        "The overshoot, from -0.99 (a slow approach) to 1 (an oscillation that never ends)."
      ) { parts, value throws(Value.Fault) in parts.bounce = try value.number(-0.99...1) },
      SettingKey(
        "response", wire: "response_us", "time", example: "\"500ms\"", "The period without damping."
      ) { parts, value throws(Value.Fault) in parts.response = try value.seconds(0.001...60) },
      SettingKey(
        "damping_fraction", "number", defaultValue: "0.825", "The damping as a part of the critical damping."
      ) { parts, value throws(Value.Fault) in parts.dampingFraction = try value.number(0...100) },
      SettingKey(
        "mass", "number", example: "1",
        "In kg, or in any unit that is consistent with the others and seconds."
      ) { parts, value throws(Value.Fault) in parts.mass = try value.number(0.001...100_000) },
      SettingKey(
        "stiffness", "number", example: "158", "In N/m, or in a consistent unit."
      ) { parts, value throws(Value.Fault) in parts.stiffness = try value.number(0.001...10_000_000) },
      SettingKey(
        "damping", "number", example: "25", "In N·s/m, or in a consistent unit."
      ) { parts, value throws(Value.Fault) in parts.damping = try value.number(0...1_000_000) },
    ]
  }
}
