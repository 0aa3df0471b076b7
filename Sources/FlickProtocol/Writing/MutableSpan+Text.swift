/// Text written at a position of a buffer; each method moves the position behind what it wrote.
///
/// The buffer must have room for the text: beyond its end, a write stops the program.
extension MutableSpan<UInt8> {
  /// The largest number of bytes that a number needs: a sign, twenty digits and a point.
  static var longestNumber: Int { 22 }

  /// Writes one byte.
  @inline(__always)
  mutating func put(_ byte: UInt8, at place: inout Int) {
    self[place] = byte
    place &+= 1
  }

  /// Writes bytes without escapes.
  @inline(__always)
  mutating func put(_ text: Span<UInt8>, at place: inout Int) {
    for offset in text.indices { self[place &+ offset] = text[offset] }
    place &+= text.count
  }

  /// Writes a key that needs no escaping.
  @inline(__always)
  mutating func put(key: Span<UInt8>, at place: inout Int) {
    put(UInt8(ascii: "\""), at: &place)
    put(key, at: &place)
    put(UInt8(ascii: "\""), at: &place)
    put(UInt8(ascii: ":"), at: &place)
  }

  /// Writes a non-negative whole number.
  mutating func put(_ value: UInt64, at place: inout Int) {
    var width = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      width &+= 4
    }
    width &+= rest >= 100 ? (rest >= 1000 ? 3 : 2) : (rest >= 10 ? 1 : 0)
    put(value, width: width, at: &place)
  }

  /// Writes the last `width` digits of a number, with leading zeros.
  @inline(__always)
  mutating func put(_ value: UInt64, width: Int, at place: inout Int) {
    var rest = value
    var digit = place &+ width
    while digit > place {
      digit &-= 1
      self[digit] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    place &+= width
  }

  /// Writes a number rounded to at most `places` decimal places, half away from zero, without zeros
  /// at its end; it is clamped to ±9·10¹¹, and NaN is written as 0.
  mutating func put(_ number: Double, places: Int, at place: inout Int) {
    let value = number.isNaN ? 0 : min(max(number, -9e11), 9e11)
    var unit: UInt64 = 1
    for _ in 0..<places { unit &*= 10 }
    // `rounded()` is a call. The difference is exact.
    let exact = value.magnitude * Double(unit)
    let below = Int64(exact)
    let scaled = UInt64(bitPattern: below) &+ (exact - Double(below) >= 0.5 ? 1 : 0)
    if scaled > 0, value < 0 { put(UInt8(ascii: "-"), at: &place) }
    let whole = scaled / unit
    put(whole, at: &place)
    var fraction = scaled &- whole &* unit
    guard fraction > 0 else { return }
    var width = places
    while fraction % 10 == 0 {
      fraction /= 10
      width &-= 1
    }
    put(UInt8(ascii: "."), at: &place)
    put(fraction, width: width, at: &place)
  }

  /// Writes a whole number.
  @inline(__always)
  mutating func put(_ value: Int64, at place: inout Int) {
    if value < 0 { put(UInt8(ascii: "-"), at: &place) }
    put(value.magnitude, at: &place)
  }

  /// Writes true or false.
  @inline(__always)
  mutating func put(_ value: Bool, at place: inout Int) {
    put((value ? "true" : "false").utf8.span, at: &place)
  }

  /// Writes a string in quotes, with escapes for quotes, backslashes and control characters; each
  /// byte needs at most six.
  mutating func put(string text: Span<UInt8>, at place: inout Int) {
    put(UInt8(ascii: "\""), at: &place)
    for offset in text.indices {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        put(UInt8(ascii: "\\"), at: &place)
        put(byte, at: &place)
      case 0..<0x20, 0x7f:
        put("\\u00".utf8.span, at: &place)
        put(Self.hexDigit(byte >> 4), at: &place)
        put(Self.hexDigit(byte & 15), at: &place)
      default: put(byte, at: &place)
      }
    }
    put(UInt8(ascii: "\""), at: &place)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
