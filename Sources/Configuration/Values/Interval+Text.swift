public import GestureCore

extension Interval {
  /// Reads a time as a configuration has it, for example `40ms` or `1.2 s`; nil for anything else.
  ///
  /// Units are us, ms and s; a time is not negative and at most a day.
  public init?(text: some StringProtocol) {
    guard let quantity = Quantity(text), let factor = UnitSystem.time.factors[String(quantity.unit)],
      (0...86_400).contains(quantity.number * factor)
    else { return nil }
    self.init(microseconds: Int64((quantity.number * factor * 1e6).rounded()))
  }
}
