/// Text written at a position of a buffer; each method moves the position behind what it wrote.
///
/// The buffer must have room for the text and ``slack`` bytes more: beyond its end, a write stops
/// the program.
extension MutableSpan<UInt8> {
  /// The largest number of bytes that a number needs: a sign, twenty digits and a point.
  static var longestNumber: Int { 22 }

  /// The number of bytes behind a text that a write may change: numbers and fixed texts are written
  /// in words.
  static var slack: Int { 16 }

  @inline(__always)
  mutating func put(_ byte: UInt8, at index: inout Int) {
    self[index] = byte
    index &+= 1
  }

  /// Writes bytes without escapes.
  @inline(__always)
  mutating func put(_ text: Span<UInt8>, at index: inout Int) {
    for offset in text.indices { self[index &+ offset] = text[offset] }
    index &+= text.count
  }

  /// Writes a key that needs no escaping.
  @inline(__always)
  mutating func put(key: Span<UInt8>, at index: inout Int) {
    put(UInt8(ascii: "\""), at: &index)
    put(key, at: &index)
    put(UInt8(ascii: "\""), at: &index)
    put(UInt8(ascii: ":"), at: &index)
  }

  // MARK: Eight bytes at a time

  /// Writes the eight bytes of a word, the lowest first.
  ///
  /// The compiler merges the eight into one, because the condition proves that all are within the
  /// buffer.
  @inline(__always)
  mutating func store(_ word: UInt64, at index: Int) {
    precondition(index >= 0 && index <= count &- 8)
    self[index] = UInt8(truncatingIfNeeded: word)
    self[index &+ 1] = UInt8(truncatingIfNeeded: word &>> 8)
    self[index &+ 2] = UInt8(truncatingIfNeeded: word &>> 16)
    self[index &+ 3] = UInt8(truncatingIfNeeded: word &>> 24)
    self[index &+ 4] = UInt8(truncatingIfNeeded: word &>> 32)
    self[index &+ 5] = UInt8(truncatingIfNeeded: word &>> 40)
    self[index &+ 6] = UInt8(truncatingIfNeeded: word &>> 48)
    self[index &+ 7] = UInt8(truncatingIfNeeded: word &>> 56)
  }

  // MARK: Numbers

  /// The digits of two numbers below 10,000, one in each byte: the first digit of the first number
  /// is in the lowest.
  @inline(__always)
  private static func digits(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // Each step handles both numbers. Both factors are exact for these ranges: 5243 / 2¹⁹ for a
    // hundredth, 103 / 2¹⁰ for a tenth.
    let numbers = first | second &<< 32
    let high = (numbers &* 5243) &>> 19 & 0x7f_0000_007f
    let pairs = high | (numbers &- 100 &* high) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- 10 &* tens) &<< 8
  }

  /// Eight digits 0 as text.
  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Writes a non-negative whole number.
  mutating func put(_ value: UInt64, at index: inout Int) {
    let isLong = value >= 100_000_000
    if isLong { put(value / 100_000_000, at: &index) }
    let last = value % 100_000_000
    let digits = Self.digits(last / 10_000, last % 10_000)
    // The last digit is written even if it is 0.
    let leading = isLong ? 0 : (digits | 1 &<< 56).trailingZeroBitCount &>> 3
    store((digits | Self.zeros) &>> UInt64(8 &* leading), at: index)
    index &+= 8 &- leading
  }

  /// Writes a number rounded to at most `decimals` decimal places (0…6), half away from zero,
  /// without zeros at its end; it is clamped to ±9·10¹¹, and NaN is written as 0.
  @inline(never)
  mutating func put(_ number: Double, decimals: Int, at index: inout Int) {
    let size = number.magnitude
    if decimals == 3, size < 9999 {
      let thousandths = Self.rounded(size * 1000)
      if thousandths > 0, number < 0 { put(UInt8(ascii: "-"), at: &index) }
      return put(thousandths: thousandths, at: &index)
    }
    var unit: UInt64 = 1
    for _ in 0..<decimals { unit &*= 10 }
    let scaled = Self.rounded((size < 9e11 ? size : (size.isNaN ? 0 : 9e11)) * Double(unit))
    if scaled > 0, number < 0 { put(UInt8(ascii: "-"), at: &index) }
    put(scaled / unit, at: &index)
    let millionths = scaled % unit &* (1_000_000 / unit)
    guard millionths > 0 else { return }
    // A 1 before the six digits keeps their leading zeros; the point then replaces the 1.
    let point = index
    put(1_000_000 &+ millionths, at: &index)
    self[point] = UInt8(ascii: ".")
    while self[index &- 1] == UInt8(ascii: "0") { index &-= 1 }
  }

  /// The nearest whole number, half away from zero; `rounded()` is a call.
  @inline(__always)
  private static func rounded(_ value: Double) -> UInt64 {
    let below = Int64(value)
    // The difference is exact.
    return UInt64(bitPattern: below) &+ (value - Double(below) >= 0.5 ? 1 : 0)
  }

  /// Writes a number below 10,000 in thousandths: eight bytes at a time.
  @inline(__always)
  private mutating func put(thousandths value: UInt64, at index: inout Int) {
    let digits = Self.digits(value / 1000, value % 1000)
    let leading = (digits | 1 &<< 24).trailingZeroBitCount &>> 3
    // The point replaces the first digit of the thousandths, which is 0.
    let text = digits | Self.zeros ^ 0x1e &<< 32
    store(text &>> UInt64(8 &* leading), at: index)
    let trailing = digits.leadingZeroBitCount &>> 3
    index &+= trailing > 2 ? 4 &- leading : 8 &- trailing &- leading
  }

  @inline(__always)
  mutating func put(_ value: Int64, at index: inout Int) {
    if value < 0 { put(UInt8(ascii: "-"), at: &index) }
    put(value.magnitude, at: &index)
  }

  // MARK: Words and strings

  @inline(__always)
  mutating func put(_ value: Bool, at index: inout Int) {
    put((value ? "true" : "false").utf8.span, at: &index)
  }

  /// Writes a word in quotes, or null; the word needs no escaping.
  @inline(never)
  mutating func put(word: String?, at index: inout Int) {
    guard let word else { return put("null".utf8.span, at: &index) }
    put(UInt8(ascii: "\""), at: &index)
    put(word.utf8.span, at: &index)
    put(UInt8(ascii: "\""), at: &index)
  }

  /// Writes a string in quotes, with escapes for quotes, backslashes and control characters; each
  /// byte needs at most six.
  mutating func put(string text: Span<UInt8>, at index: inout Int) {
    put(UInt8(ascii: "\""), at: &index)
    for offset in text.indices {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        put(UInt8(ascii: "\\"), at: &index)
        put(byte, at: &index)
      case 0..<0x20, 0x7f:
        put("\\u00".utf8.span, at: &index)
        put(Self.hexDigit(byte >> 4), at: &index)
        put(Self.hexDigit(byte & 15), at: &index)
      default: put(byte, at: &index)
      }
    }
    put(UInt8(ascii: "\""), at: &index)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
