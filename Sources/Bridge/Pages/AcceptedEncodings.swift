/// The encodings that a client accepts: `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedEncodings: Equatable, Sendable {
  /// Whether the client accepts gzip with at least the weight of the unencoded bytes.
  ///
  /// False without the header: such a client may accept anything, and may not support gzip.
  let preferGzip: Bool

  /// Reads the values of the header, such as `gzip` and `gzip;q=0.5`; ignores invalid values.
  init(_ values: some Sequence<Substring>) {
    var weights: [String: Int] = [:]
    for value in values {
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let coding = parts[0].trimmingSpaces.lowercased()
      guard !coding.isEmpty, let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { continue }
      // `x-gzip` is an old name of gzip (section 8.4.1.3).
      weights[coding == "x-gzip" ? "gzip" : coding] = weight
    }
    let gzip = weights["gzip"] ?? weights["*"] ?? 0
    // `identity` without a weight is acceptable, but only as the fallback.
    preferGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
  }

  /// Returns the thousandths of `q=0.5`; nil if the text is not a weight (section 12.4.2).
  private static func weight(_ text: Substring) -> Int? {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, sides[0].trimmingSpaces.lowercased() == "q" else { return nil }
    let number = sides[1].trimmingSpaces
    guard let whole = number.first, whole == "0" || whole == "1" else { return nil }
    let rest = number.dropFirst()
    let digits = rest.dropFirst()
    guard rest.isEmpty || rest.first == ".", digits.count <= 3,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    let weight = (whole == "1" ? 1000 : 0) + thousandths
    return weight <= 1000 ? weight : nil
  }
}
