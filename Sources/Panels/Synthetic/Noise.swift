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
