/// A small seeded generator: the same seed produces the same strokes on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
/// (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// A uniformly distributed number of the range.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
  }

  /// A whole number below `count`.
  ///
  /// The remainder favours small numbers by less than 2⁻⁵⁰, because `count` is at most a few
  /// hundred here.
  mutating func below(_ count: Int) -> Int {
    Int(next() % UInt64(count))
  }

  /// A number with mean 0 and standard deviation 1, within ±6: the sum of twelve uniform numbers.
  mutating func bell() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + uniform(0...1) }
  }
}
