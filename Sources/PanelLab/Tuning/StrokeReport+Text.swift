internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Recordings
internal import Terminal

extension StrokeReport {
  /// The human-readable report: criteria, people, then the proposal.
  var text: String { [head, criteriaText, peopleText, proposalText].joined(separator: "\n") }

  /// The report after a tuning session: the rates before and after, then the proposal.
  var comparison: String {
    let rows = [("present", criteria.first { $0.criterion == .rule }), ("proposed", proposed)]
      .compactMap { name, rates in rates.map { [name] + Self.cells($0.caught) + Self.cells($0.mistaken) } }
    let total = leftOutTotal.map { [["left out"] + Self.cells($0.caught) + Self.cells($0.mistaken)] } ?? []
    let table = [["THRESHOLDS", "CAUGHT", "%", "95 %", "FALSE", "%", "95 %"]] + rows + total
    return [head, TextTable.text(table, numbers: 1..<7), proposalText].joined(separator: "\n")
  }

  private var head: String {
    let counts = RecordingLabel.allCases.map { label in
      let count = count(of: label)
      return "\(count) \(label.rawValue)\(count == 1 ? "" : "s")"
    }
    let people = people.count == 1 ? "1 person" : "\(people.count) people"
    return "\(strokes.count) strokes of \(people): \(counts.joined(separator: ", "))\n"
  }

  private var criteriaText: String {
    let rows = criteria.map { [$0.criterion.rawValue] + Self.cells($0.caught) + Self.cells($0.mistaken) }
    let head = ["CRITERION", "CAUGHT", "%", "95 %", "FALSE", "%", "95 %"]
    return TextTable.text([head] + rows, numbers: 1..<7)
  }

  /// The rates of each person, with thresholds that were proposed without this person.
  private var peopleText: String {
    guard !leftOut.isEmpty else {
      return "All strokes are of one person: to judge thresholds for others, record more people.\n"
    }
    let rows = leftOut.map { one in
      [LabelledStroke.shown(one.person)] + Self.cells(one.rates.caught) + Self.cells(one.rates.mistaken)
    }
    let total = leftOutTotal.map { [["all"] + Self.cells($0.caught) + Self.cells($0.mistaken)] } ?? []
    let head = ["PERSON LEFT OUT", "CAUGHT", "%", "95 %", "FALSE", "%", "95 %"]
    return TextTable.text([head] + rows + total, numbers: 1..<7)
  }

  /// The present and the proposed thresholds, and what they make of the same strokes.
  var proposalText: String {
    let thresholds = ProposedKey.allCases.map { key in
      let value = proposal.thresholds[key]
      return [
        key.rawValue, Self.value(present[key]), value.map { Self.value($0) } ?? "not proposed",
        proposal.intervals[key].map { "\(Self.value($0.lowerBound))–\(Self.value($0.upperBound))" } ?? "",
        key.unit,
      ]
    }
    let replayed = RecordingLabel.allCases.filter { count(of: $0) > 0 }.map { label in
      ["\(label.rawValue)s that commit"]
        + [RuleThresholds.present, proposal.thresholds].map { Self.text(commits(of: label, with: $0)) }
        + ["", ""]
    }
    let rows = [["THRESHOLD", "PRESENT", "PROPOSED", "95 %", "UNIT"]] + thresholds + replayed
    return TextTable.text(rows, numbers: 1..<4) + advice
  }

  private var advice: String {
    let method =
      "A miss costs \(Self.plain(cost)) of a false commit; bootstrap over people with seed \(proposal.seed)."
    return (limits + [method]).map { "\($0)\n" }.joined()
  }

  /// Why a threshold is not proposed or not certain; empty if there is no such reason.
  var limits: [String] {
    let isUncertain = !proposal.intervals.isEmpty && !proposal.isStable
    return proposal.gaps.map(\.why)
      + (isUncertain
        ? [
          "These people do not suffice: other people could move a threshold by more than 15 %. Record more people."
        ]
        : [])
  }

  private static func cells(_ share: ObservedShare) -> [String] {
    guard let part = share.share else { return ["–", "", ""] }
    return [
      "\(share.count) of \(share.trials)", percent(part), "\(percent(share.low))–\(percent(share.high))",
    ]
  }

  private static func text(_ share: ObservedShare) -> String { "\(share.count) of \(share.trials)" }

  /// A share in percent; small shares have more digits.
  static func percent(_ share: Double) -> String {
    ShownNumber.fixed(100 * share, decimals: share > 0 && share < 0.01 ? 2 : 1)
  }

  private static func value(_ number: Double?) -> String {
    number.map { ShownNumber.fixed($0, decimals: $0 < 100 ? 1 : 0) } ?? ""
  }

  private static func plain(_ number: Double) -> String {
    var text = ShownNumber.fixed(number, decimals: 3)
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
