/// Formats numbers for tables and human-readable lines.
///
/// A number may come from a server, so every conversion accepts any value: converting 1e308 to
/// `Int` would crash the process.
package enum ShownNumber {
  /// The limit above which a number is shown with an exponent; below it, three decimal places fit
  /// into 64 bits.
  private static let maxFixed = 1e15

  /// Returns a number with `decimals` decimal places, 0 to 3.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.magnitude < maxFixed else { return "\(value)" }
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let scaled = Int64((value.magnitude * unit).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let whole = Int64(unit)
    let digits = String(scaled % whole)
    return "\(sign)\(scaled / whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }

  /// Returns the size of a panel, in whole mm.
  package static func size(_ width: Double, _ height: Double) -> String {
    "\(fixed(width, decimals: 0)) x \(fixed(height, decimals: 0)) mm"
  }
}
