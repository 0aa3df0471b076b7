internal import CMath

/// A damped spring that brings content to rest.
///
/// Per unit of mass: ẍ = −stiffness·x − damping·ẋ. x is the displacement of the content from its
/// target, in any unit of length. The three initialisers have the parameters of SwiftUI's `Spring`:
///
///     ω = 2π/duration                  stiffness = ω²
///     damping = 2ω(1 − bounce)         for bounce ≥ 0: it oscillates, at 0 it is critically damped
///     damping = 2ω/(1 + bounce)        below 0: it creeps
public struct Spring: Equatable, Sendable {
  /// The force back to the target, in 1/s².
  public let stiffness: Double
  /// The force against the movement, in 1/s.
  public let damping: Double

  /// The standard spring: 0.5 s without bounce, as SwiftUI's `Spring()`.
  public static let standard = Spring(duration: 0.5, bounce: 0)

  /// The smallest bounce: a hundred times the critical damping; −1 would be infinite damping.
  static let minBounce = -0.99

  /// Creates a spring from its perceived duration in seconds, above 0, and its bounce, −1 to 1.
  ///
  /// A bounce below −0.99 counts as −0.99, a bounce above 1 as 1, which never comes to rest.
  public init(duration: Double, bounce: Double) {
    let pace = 2 * Double.pi / duration
    let bounce = min(max(bounce, Self.minBounce), 1)
    self.init(pace * pace, damping: bounce >= 0 ? 2 * pace * (1 - bounce) : 2 * pace / (1 + bounce))
  }

  /// Creates a spring from its undamped period in seconds, above 0, and its damping fraction.
  ///
  /// The damping fraction is a multiple of the critical damping.
  public init(response: Double, dampingFraction: Double) {
    let pace = 2 * Double.pi / response
    self.init(pace * pace, damping: 2 * pace * dampingFraction)
  }

  /// Creates a spring from physical values; mass and stiffness must be above 0.
  ///
  /// Units: kg, N/m and N·s/m, or any other consistent units with seconds.
  public init(mass: Double, stiffness: Double, damping: Double) {
    self.init(stiffness / mass, damping: damping / mass)
  }

  /// Replaces an invalid spring by the standard one: a value that is not finite, or a stiffness not
  /// above 0.
  private init(_ stiffness: Double, damping: Double) {
    let isSpring = stiffness > 0 && stiffness.isFinite && damping.isFinite
    self.stiffness = isSpring ? stiffness : Self.standardPace * Self.standardPace
    self.damping = isSpring ? max(damping, 0) : 2 * Self.standardPace
  }

  /// ω of a duration of 0.5 s.
  private static let standardPace = 4 * Double.pi

  /// The undamped period, in seconds: the perceived duration.
  public var duration: Double { 2 * .pi / stiffness.squareRoot() }

  /// The damping as a fraction of the critical damping.
  public var dampingFraction: Double { damping / (2 * stiffness.squareRoot()) }

  /// The bounce, −1 to 1.
  public var bounce: Double {
    let fraction = dampingFraction
    return fraction <= 1 ? 1 - fraction : 1 / fraction - 1
  }
}

extension Spring {
  /// The displacement of content from its target, and its velocity.
  ///
  /// Unit: any length, and the same per second.
  public struct State: Equatable, Sendable {
    /// The displacement from the target to the content.
    public var displacement: Double
    /// The velocity of the content, away from the target.
    public var velocity: Double

    /// Creates a state from displacement and velocity.
    public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }
  }

  /// The state after `time` seconds; exact, in closed form, for any damping.
  public func state(after time: Double, from start: State) -> State {
    let half = damping / 2
    let waves = waves(at: time)
    let drift = start.velocity + half * start.displacement
    return State(
      displacement: start.displacement * waves.cosine + drift * waves.sine,
      velocity: start.velocity * waves.cosine
        - (stiffness * start.displacement + half * start.velocity) * waves.sine)
  }

  /// β² − stiffness with β = damping/2: negative if the spring oscillates, 0 at critical damping.
  private var excess: Double { damping * damping / 4 - stiffness }

  /// e^(−βt)·cosh(γt) and e^(−βt)·sinh(γt)/γ with γ² = β² − stiffness; cos and sin if γ² is
  /// negative.
  private func waves(at time: Double) -> (cosine: Double, sine: Double) {
    let half = damping / 2
    let excess = excess
    let square = excess * time * time
    if abs(square) < 0.01 {
      // Near critical damping, the closed forms divide two numbers close to 0. The next term of
      // this series is below 1e-14.
      let decay = cmath_exp(-half * time)
      return (
        decay * (1 + square / 2 * (1 + square / 12 * (1 + square / 30 * (1 + square / 56)))),
        decay * time * (1 + square / 6 * (1 + square / 20 * (1 + square / 42)))
      )
    }
    let rate = abs(excess).squareRoot()
    if excess < 0 {
      let decay = cmath_exp(-half * time)
      return (decay * cmath_cos(rate * time), decay * cmath_sin(rate * time) / rate)
    }
    // β − γ as a quotient: the difference would lose its digits under heavy damping.
    let slow = cmath_exp(-stiffness / (half + rate) * time)
    let fast = cmath_exp(-(half + rate) * time)
    return ((slow + fast) / 2, (slow - fast) / (2 * rate))
  }

  /// The time after which the displacement never again exceeds `tolerance`, in seconds.
  ///
  /// Infinite if there is no such time. Cost: about 60 states to find the last crossing between two
  /// extremes by bisection.
  public func settlingTime(from start: State, within tolerance: Double) -> Double {
    var early = 0.0
    var late: Double
    if let extreme = firstExtreme(from: start) {
      let peak = abs(state(after: extreme, from: start).displacement)
      if peak <= tolerance {
        // The content may have started beyond the tolerance.
        if abs(start.displacement) <= tolerance { return 0 }
        late = extreme
      } else if excess < 0 {
        let halfTurn = Double.pi / (-excess).squareRoot()
        // From one extreme to the next, the logarithm of the displacement falls by this value.
        let fall = damping / 2 * halfTurn
        guard fall > 0 else { return .infinity }
        early = extreme + (cmath_log(peak / tolerance) / fall).rounded(.down) * halfTurn
        late = early + halfTurn
      } else {
        early = extreme
        late = .infinity
      }
    } else if abs(start.displacement) <= tolerance {
      return 0
    } else {
      late = .infinity
    }
    return crossing(from: start, between: early, and: late, tolerance)
  }

  /// The time when the displacement falls below the tolerance, between an extreme and the next one.
  ///
  /// After the last extreme, `late` is infinite.
  private func crossing(
    from start: State, between early: Double, and late: Double, _ tolerance: Double
  ) -> Double {
    let sign: Double = state(after: early, from: start).displacement < 0 ? -1 : 1
    var early = early
    var late = late
    if late == .infinity {
      var step = 1 / stiffness.squareRoot()
      while sign * state(after: early + step, from: start).displacement > tolerance {
        early += step
        step *= 2
        guard early < 1e9 else { return .infinity }
      }
      late = early + step
    }
    // 1e-7 s is below the microsecond resolution of a message. The count limits the cost of a huge
    // time.
    var count = 0
    while late - early > 1e-7, count < 100 {
      let middle = (early + late) / 2
      if sign * state(after: middle, from: start).displacement > tolerance {
        early = middle
      } else {
        late = middle
      }
      count += 1
    }
    return late
  }

  /// The first time from now when the content turns; nil if the content never turns.
  private func firstExtreme(from start: State) -> Double? {
    if start.velocity == 0 { return 0 }
    let pull = stiffness * start.displacement + damping / 2 * start.velocity
    let rate = abs(excess).squareRoot()
    if excess < 0 {
      let angle = cmath_atan2(start.velocity * rate, pull)
      return (angle < 0 ? angle + .pi : angle) / rate
    }
    // At an extreme, tanh(γt)/γ equals `quotient`.
    guard pull != 0 else { return nil }
    let quotient = start.velocity / pull
    let part = rate * quotient
    guard quotient > 0, part < 1 else { return nil }
    return part < 1e-4 ? quotient : cmath_log((1 + part) / (1 - part)) / (2 * rate)
  }
}
