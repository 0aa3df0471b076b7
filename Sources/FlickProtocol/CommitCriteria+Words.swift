public import GestureCore

extension DecisionRule.CommitCriteria: ExpressibleByArrayLiteral {
  /// Creates the set of a literal: `[.distance, .velocity]`.
  public init(arrayLiteral criteria: Criterion...) {
    self.init(criteria)
  }

  /// Creates the set of these criteria.
  public init(_ criteria: some Collection<Criterion>) {
    self.init(
      distance: criteria.contains(.distance), velocity: criteria.contains(.velocity),
      predicted: criteria.contains(.predicted))
  }

  /// Whether a criterion is in the set.
  public func contains(_ criterion: Criterion) -> Bool {
    switch criterion {
    case .distance: distance
    case .velocity: velocity
    case .predicted: predicted
    }
  }

  /// The words of the criteria in the set.
  public var words: [String] {
    Criterion.allCases.filter(contains).map(\.word)
  }
}
