/// A seeded pseudorandom number generator for the bootstrap: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct ResampleGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a number from 0 up to `bound` - 1.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return Int(mixed.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
