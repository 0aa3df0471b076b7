extension SwipeText {
  /// The largest number of bytes up to the value of `seq`.
  static let longestHead = 128
}

extension MutableSpan<UInt8> {
  mutating func put(_ text: SwipeText, at index: inout Int) {
    put(SwipeText.texts[text.rawValue], at: &index)
  }

  /// Writes a key and a whole number.
  mutating func put(_ key: SwipeText, _ value: Int64, at index: inout Int) {
    put(key, at: &index)
    put(value, at: &index)
  }

  /// Writes a key and a number that is rounded to `decimals` decimal places.
  mutating func put(_ key: SwipeText, _ value: Double, decimals: Int, at index: inout Int) {
    put(key, at: &index)
    put(value, decimals: decimals, at: &index)
  }
}
