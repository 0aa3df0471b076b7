extension SwipeText {
  /// The largest number of bytes up to the value of `seq`.
  static let longestHead = 128
}

extension MutableSpan<UInt8> {
  mutating func put(_ text: SwipeText, at place: inout Int) {
    put(SwipeText.texts[text.rawValue], at: &place)
  }

  /// Writes a key and a whole number.
  mutating func put(_ key: SwipeText, _ value: Int64, at place: inout Int) {
    put(key, at: &place)
    put(value, at: &place)
  }

  /// Writes a key and a number that is rounded to `decimals` decimal places.
  mutating func put(_ key: SwipeText, _ value: Double, decimals: Int, at place: inout Int) {
    put(key, at: &place)
    put(value, decimals: decimals, at: &place)
  }
}
