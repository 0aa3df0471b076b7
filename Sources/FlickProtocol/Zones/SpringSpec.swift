public import GestureCore

/// A spring in one of its three common forms; times are in seconds.
public enum SpringSpec: Equatable, Sendable {
  /// SwiftUI's form: the perceived duration, and the bounce, −1 to 1.
  case perceived(duration: Double, bounce: Double)
  /// SwiftUI's former form: the period without damping, and the damping ratio.
  case response(Double, dampingFraction: Double)
  /// The physical form: kg, N/m and N·s/m, or any consistent units with seconds.
  case physical(mass: Double, stiffness: Double, damping: Double)

  /// The spring.
  public var spring: Spring {
    switch self {
    case .perceived(let duration, let bounce): Spring(duration: duration, bounce: bounce)
    case .response(let period, let fraction): Spring(response: period, dampingFraction: fraction)
    case .physical(let mass, let stiffness, let damping):
      Spring(mass: mass, stiffness: stiffness, damping: damping)
    }
  }
}

extension SpringParts {
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

extension SpringSpec {
  var json: JSONValue {
    switch self {
    case .perceived(let duration, let bounce):
      .object(of: ["duration_us": .microseconds(duration), "bounce": .number(bounce)])
    case .response(let response, let fraction):
      .object(of: ["response_us": .microseconds(response), "damping_fraction": .number(fraction)])
    case .physical(let mass, let stiffness, let damping):
      .object(of: ["mass": .number(mass), "stiffness": .number(stiffness), "damping": .number(damping)])
    }
  }
}
