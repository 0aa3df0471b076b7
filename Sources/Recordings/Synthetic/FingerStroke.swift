public import GestureCore

/// One aimed stroke of a finger: the minimum-jerk movement, lifted at its end or before.
///
/// A synthetic model, not a measurement: x(τ) = x₀ + (x₁ − x₀)(10τ³ − 15τ⁴ + 6τ⁵) with τ = t/T.
/// Source: T. Flash and N. Hogan, "The coordination of arm movements", J. Neurosci. 5(7):1688–1703,
/// 1985. A flick is the same movement lifted at 45 to 75 % of its duration, while the finger is
/// still fast. A drag continues to its end, where the speed is 0.
public struct FingerStroke: Equatable, Sendable {
  /// The position where the finger lands.
  public var start: PanelPoint
  /// The position where the whole movement would end.
  public var target: PanelPoint
  /// The duration of the whole movement.
  public var duration: Interval
  /// The fraction of the duration after which the finger lifts; 1 for a complete movement.
  public var liftShare: Double

  /// Creates a stroke; the default lifts at the end.
  public init(start: PanelPoint, target: PanelPoint, duration: Interval, liftShare: Double = 1) {
    self.start = start
    self.target = target
    self.duration = duration
    self.liftShare = liftShare
  }

  /// How long the finger is on the glass.
  public var contactDuration: Interval {
    Interval(microseconds: Int64((Double(duration.microseconds) * min(1, max(0, liftShare))).rounded()))
  }

  /// Returns the position of the finger at `elapsed` after the landing.
  ///
  /// Before the landing, the start; after the movement, the target.
  public func location(at elapsed: Interval) -> PanelPoint {
    let tau = progress(elapsed)
    return start + (target - start) * (tau * tau * tau * (10 - 15 * tau + 6 * tau * tau))
  }

  private func progress(_ elapsed: Interval) -> Double {
    guard duration > .zero else { return 1 }
    return min(1, max(0, elapsed.seconds / duration.seconds))
  }
}

/// A seeded pseudorandom number generator: SplitMix64, the same on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct Noise: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number with a uniform distribution over the range.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    let share = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + share * (range.upperBound - range.lowerBound)
  }

  /// Returns a number with a nearly normal distribution, standard deviation 1, clipped at ±3.5.
  ///
  /// The sum of twelve uniform numbers.
  mutating func bell() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform(0...1) }
    return min(3.5, max(-3.5, sum))
  }
}
