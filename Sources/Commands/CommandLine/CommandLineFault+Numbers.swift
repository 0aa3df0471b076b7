internal import FlickProtocol
internal import PanelLab

/// Texts that are not the number that an option needs.
extension CommandLineFault {
  /// The units of the values of options, and how many of the option's own unit each is.
  private static let units: [(value: String, factors: [String: Double])] = [
    ("<mm>", ["mm": 1, "cm": 10, "m": 1000, "in": 25.4, "inch": 25.4, "\"": 25.4]),
    ("<hz>", ["hz": 1, "khz": 1000, "fps": 1]), ("<Hz>", ["hz": 1, "khz": 1000, "fps": 1]),
  ]

  /// Why a text is not the number that an option needs, and the nearest number.
  static func fault(ofNumber text: String, form: Substring) -> String {
    let shown = "'\(text.terminalText)'"
    let isFactor = form.contains("<share>") || form.contains("<factor>")
    let isWhole = ["<count>", "<pages>", "<number>"].contains { form.contains($0) }
    let isGrouped = !isFactor && hasThousands(text)
    let bare = text.filter { !"_' ".contains($0) && !(isGrouped && $0 == ",") }
    if bare != text, Double(bare) != nil { return "\(shown) is not a number: write \(bare)" }
    let pointed = text.replacing(",", with: ".")
    let seconds = form.contains("<seconds>") ? TimeSpan.seconds(of: text) : nil
    if let number = Double(text) ?? (isWhole ? Double(pointed) ?? quotient(pointed) : nil) {
      let whole = max(number.rounded(), 1)
      return whole < 1e15
        ? "\(shown) is not a whole number: write for example \(Int64(whole))" : "\(shown) is too large"
    }
    if Double(pointed) != nil { return "\(shown) is not a number: write \(pointed)" }
    if seconds == nil, let number = share(pointed, isFactor: isFactor) ?? quotient(pointed, isRatio: isFactor)
    {
      return "\(shown) is not a number: write \(number)"
    }
    let digits = pointed.prefix { "0123456789.".contains($0) }
    guard let number = Double(digits) else { return "\(shown) is not a number: write digits" }
    let unit = pointed.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let isTime = form.contains("<seconds>")
    let factors = units.first { form.contains($0.value) }?.factors
    let own = isTime ? seconds : factors == nil ? number : factors?[unit].map { $0 * number }
    guard let own else { return "\(shown) is more than a number: write the number alone" }
    let rounded = (own * 1e6).rounded() / 1e6
    return "\(shown) is more than a number: write "
      + (Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)")
  }

  /// Whether commas stand before each three digits, as in `1,000`.
  private static func hasThousands(_ text: String) -> Bool {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    return groups.count > 1 && groups.allSatisfy { $0.allSatisfy(\.isNumber) }
      && groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
      && groups[0] != "0"
  }

  /// The value of a percentage where a factor is needed.
  private static func share(_ text: String, isFactor: Bool) -> Double? {
    guard isFactor, text.hasSuffix("%") else { return nil }
    return Double(text.filter { !$0.isWhitespace && $0 != "%" }).map { $0 / 100 }
  }

  /// The value of a fraction such as `1/20`, or of a ratio such as `1:20`.
  private static func quotient(_ text: String, isRatio: Bool = false) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || isRatio && $0 == ":" }
      .map { Double($0) }
    guard parts.count == 2, let first = parts[0], let second = parts[1], second > 0 else { return nil }
    return first / second
  }
}
