extension Int64 {
  /// Parses a JSON number; nil if it has a fraction or an exponent or does not fit.
  init?(wholeNumber text: Span<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for offset in (isNegative ? 1 : 0)..<text.count {
      guard text[offset] >= UInt8(ascii: "0"), text[offset] <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(text[offset] - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    self = value
  }
}

extension Double {
  /// Parses a JSON number as the nearest double.
  ///
  /// Nil for a number that overflows, and for one that is not 0 but underflows to 0. A client does
  /// not send such a number on purpose, and JSONDecoder rejects it too.
  init?(number text: Span<UInt8>) {
    var digits = ""
    digits.reserveCapacity(text.count)
    var isZero = true
    var isExponent = false
    for offset in text.indices {
      let byte = text[offset]
      isExponent = isExponent || byte | 0x20 == UInt8(ascii: "e")
      if !isExponent, byte > UInt8(ascii: "0") { isZero = false }
      digits.unicodeScalars.append(Unicode.Scalar(byte))
    }
    guard let value = Double(digits), value.isFinite, isZero || value != 0 else { return nil }
    self = value
  }
}
