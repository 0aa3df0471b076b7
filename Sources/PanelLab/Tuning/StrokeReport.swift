internal import GestureCore
internal import PanelTuning
internal import Recordings
internal import Terminal

/// What labelled strokes show: error rates by the present rule, and proposed thresholds.
struct StrokeReport {
  /// The cost of a miss against a false commit, unless the user sets it.
  static let usualCost = 0.05
  /// The seed of the bootstrap, unless the user sets it.
  static let usualSeed: UInt32 = 1

  let strokes: [LabelledStroke]
  /// The names of the people, in alphabetical order.
  let people: [String]
  /// The rates of each criterion and of the rule with the present thresholds.
  let criteria: [CriterionRates]
  let plane: ErrorPlane
  let proposal: ThresholdProposal
  /// The cost of a miss against a false commit.
  let cost: Double
  /// The rates of the rule with the proposed thresholds, on the strokes that they come from.
  let proposed: CriterionRates
  /// The rates of each person with thresholds proposed from the others' strokes; empty if there is
  /// one person only.
  let leftOut: [(person: String, rates: CriterionRates)]

  /// Judges strokes, of which there is at least one.
  init(_ strokes: [LabelledStroke], cost: Double, seed: UInt64) {
    self.strokes = strokes
    self.cost = cost
    people = Array(Set(strokes.map(\.person))).sorted()
    criteria = CriterionRates.all(of: strokes, with: .present)
    plane = ErrorPlane(of: strokes)
    proposal = ThresholdProposal(of: strokes, cost: cost, seed: seed)
    proposed = CriterionRates(.rule, of: strokes, with: proposal.thresholds)
    leftOut =
      people.count > 1 ? ThresholdProposal.leavingOutEachPerson(of: strokes, cost: cost, seed: seed) : []
  }

  /// The present thresholds: those of the first stroke's panel, along x.
  var present: RuleThresholds {
    guard let first = strokes.first else { return .present }
    return RuleThresholds(of: first.rule)
  }

  /// The number of strokes with a label.
  func count(of label: RecordingLabel) -> Int { strokes.count { $0.label == label } }

  /// How many strokes of a label commit with these thresholds.
  func commits(of label: RecordingLabel, with thresholds: RuleThresholds) -> ObservedShare {
    let own = strokes.filter { $0.label == label }
    return ObservedShare(own.count { $0.commits(with: thresholds) }, of: own.count)
  }

  /// The rates of the rule for all people together, each left out of the own proposal.
  var leftOutTotal: (caught: ObservedShare, mistaken: ObservedShare)? {
    guard let first = leftOut.first?.rates else { return nil }
    return leftOut.dropFirst().reduce((first.caught, first.mistaken)) { sum, person in
      (
        ObservedShare(
          sum.0.count + person.rates.caught.count, of: sum.0.trials + person.rates.caught.trials),
        ObservedShare(
          sum.1.count + person.rates.mistaken.count, of: sum.1.trials + person.rates.mistaken.trials)
      )
    }
  }
}

extension ProposedKey {
  /// The unit of the value.
  var unit: String { self == .velocity ? "mm/s" : "mm" }

  /// The number for a configuration: whole mm/s, tenths of a mm.
  func number(_ value: Double) -> String {
    let number = ShownNumber.fixed(value, decimals: self == .velocity ? 0 : 1)
    return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
  }

  /// The value as it stands in a configuration.
  func toml(_ value: Double) -> String { "\"\(number(value))\(unit)\"" }
}

extension LabelledStroke {
  /// The human-readable name of the person.
  static func shown(_ person: String) -> String { person.isEmpty ? "unnamed" : person }
}
