internal import GestureCore

extension Spring {
  /// A spring in one of the three forms of SwiftUI.
  public enum Form: Equatable, Sendable {
    /// The perceptual duration, and the bounce, −0.99 to 0.99.
    case perceived(duration: Duration = .milliseconds(500), bounce: Double = 0)
    /// The undamped period, and the damping as a fraction of critical damping.
    case response(Duration, dampingFraction: Double = 0.825)
    /// kg, N/m and N·s/m, or any consistent units with seconds.
    case physical(mass: Double = 1, stiffness: Double, damping: Double)
  }

  /// The shortest and the longest duration, in seconds.
  fileprivate static var durations: ClosedRange<Double> { 0.001...60 }
  /// The smallest and the largest damping, as fractions of critical damping.
  fileprivate static var dampingFractions: ClosedRange<Double> { 0.01...100 }

  /// Creates the spring of a hand-off: the nearest one within the limits.
  ///
  /// A zone of flickd's configuration may have a spring that never comes to rest.
  init(nearestTo motion: GestureCore.Spring) {
    func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      min(max(value, range.lowerBound), range.upperBound)
    }
    func stiffness(_ duration: Double) -> Double { 4 * .pi * .pi / (duration * duration) }
    let (shortest, longest) = (Self.durations.lowerBound, Self.durations.upperBound)
    let nearest = clamp(motion.stiffness, stiffness(longest)...stiffness(shortest))
    let critical = 2 * nearest.squareRoot()
    let (weakest, strongest) = (Self.dampingFractions.lowerBound, Self.dampingFractions.upperBound)
    let damping = clamp(motion.damping, critical * weakest...critical * strongest)
    self.init(stiffness: nearest, damping: damping)
  }
}

/// The reason why values do not make a spring: one of them is out of its range.
public struct InvalidSpring: Error, Equatable, CustomStringConvertible {
  /// A parameter of one of the three forms.
  public enum Parameter: String, CaseIterable, Sendable {
    /// The perceptual duration.
    case duration
    /// The bounce.
    case bounce
    /// The undamped period.
    case response
    /// The damping as a fraction of critical damping.
    case dampingFraction
    /// The mass.
    case mass
    /// The stiffness.
    case stiffness
    /// The damping.
    case damping
  }

  /// The parameter that is out of its range.
  public let parameter: Parameter
  /// The parameter, its value, and the values to use.
  public let description: String

  fileprivate init(_ parameter: Parameter, _ found: String, use expected: String) {
    self.parameter = parameter
    description = "\(parameter.rawValue) is \(found): use \(expected)"
  }
}

extension Spring.Form {
  /// Throws for the first parameter that is out of its range.
  func validate() throws(InvalidSpring) {
    switch self {
    case .perceived(let duration, let bounce):
      try Self.validate(duration.seconds, as: .duration, in: Spring.durations, unit: " s")
      try Self.validate(bounce, as: .bounce, in: -0.99...0.99)
    case .response(let response, let fraction):
      try Self.validate(response.seconds, as: .response, in: Spring.durations, unit: " s")
      try Self.validate(fraction, as: .dampingFraction, in: Spring.dampingFractions)
    case .physical(let mass, let stiffness, let damping):
      for (parameter, value) in [
        (InvalidSpring.Parameter.mass, mass), (.stiffness, stiffness), (.damping, damping),
      ]
      where !(value > 0 && value.isFinite) {
        throw InvalidSpring(parameter, "\(value)", use: "a finite number above 0")
      }
      try Self.validate(stiffness: stiffness / mass, damping: damping / mass)
    }
  }

  /// Applies the limits of the other forms to a stiffness and a damping per unit of mass.
  private static func validate(stiffness: Double, damping: Double) throws(InvalidSpring) {
    let duration = 2 * .pi / stiffness.squareRoot()
    guard isWithin(duration, Spring.durations) else {
      throw InvalidSpring(
        .stiffness, "\(stiffness) per mass, which is a duration of \(duration) s",
        use: text(Spring.durations, " s"))
    }
    let fraction = damping / (2 * stiffness.squareRoot())
    guard isWithin(fraction, Spring.dampingFractions) else {
      throw InvalidSpring(
        .damping, "\(damping) per mass, which is \(fraction) of the critical damping",
        use: text(Spring.dampingFractions))
    }
  }

  private static func validate(
    _ value: Double, as parameter: InvalidSpring.Parameter, in range: ClosedRange<Double>, unit: String = ""
  ) throws(InvalidSpring) {
    guard isWithin(value, range) else {
      throw InvalidSpring(parameter, "\(value)\(unit)", use: text(range, unit))
    }
  }

  /// The rounding between two forms of a spring must not decide whether it is valid.
  private static func isWithin(_ value: Double, _ range: ClosedRange<Double>) -> Bool {
    value >= range.lowerBound - 1e-9 * abs(range.lowerBound) && value <= range.upperBound * (1 + 1e-9)
  }

  private static func text(_ range: ClosedRange<Double>, _ unit: String = "") -> String {
    "\(range.lowerBound) to \(range.upperBound)\(unit)"
  }
}
