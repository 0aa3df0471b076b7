/// The named numbers of a run that thresholds refer to, such as `synthetic.p50`.
public typealias Figures = [String: Double]

/// A part of a run that has figures to check.
public protocol Measured {
  /// Its figures; one that could not be measured is absent.
  var figures: Figures { get }
}

/// The number of references that do as well as ours or better.
func referencesAhead<Row>(
  of rows: [Row], by value: (Row) -> Double?, strategy: (Row) -> Strategy
) -> Double? {
  guard let ours = rows.first(where: { strategy($0) == .ours }).flatMap(value) else { return nil }
  let others = rows.filter { Strategy.references.contains(strategy($0)) }.compactMap(value)
  return Double(others.count { $0 <= ours })
}
