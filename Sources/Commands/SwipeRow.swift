internal import FlickProtocol
internal import GestureCore
internal import Terminal

/// A swipe in one human-readable line.
///
///        81.234 s  ← left   flick  commit   9.5 mm  -70 %    223 mm/s  +79 %  conf 1.00  by velocity
///
/// Each value of a criterion is followed by its margin, and the row ends with the criteria that are
/// met, or with the reason why the swipe does not commit. ``SwipeRows`` adds the columns before the
/// direction.
struct SwipeRow {
  var text: String

  /// Creates the text for a swipe line; `origin` is the panel and the zone, if they are shown.
  init(_ line: SwipeFields, origin: [String] = [], colored: Bool = false) {
    let seconds = ShownNumber.fixed(Double(line.time) / 1e6, decimals: 3)
    var cells = [seconds.padded(to: 10, atStart: true) + " s"] + origin
    if let decision = line.decision {
      cells += Self.cells(for: decision, of: line, colored)
    } else {
      cells.append(Self.colored("cancelled: \((line.reason ?? line.phase.text).terminalText)", 33, colored))
    }
    text = cells.joined(separator: "  ")
  }

  private static func cells(
    for decision: DecisionFields, of line: SwipeFields, _ colored: Bool
  ) -> [String] {
    let isEnd = line.phase.value == .end
    let unit = line.unit.terminalText
    let direction = decision.direction?.text.terminalText ?? "-"
    let outcome = isEnd ? (decision.commit ? "commit" : "return") : line.phase.text.terminalText
    var cells = [
      "\(decision.direction?.value?.arrow ?? "·") \(direction)".padded(to: 7),
      decision.kind.text.terminalText.padded(to: 5),
      Self.colored(outcome.padded(to: 6), decision.commit && isEnd ? 32 : 2, colored),
      length(decision.distance, decision.distanceThreshold, unit),
      ShownNumber.fixed(decision.speed, decimals: 0).padded(to: 5, atStart: true) + " \(unit)/s "
        + margin(decision.speed, decision.speedThreshold).padded(to: 6, atStart: true),
    ]
    if let predicted = decision.predicted, let threshold = decision.predictedThreshold {
      cells.append("pred" + length(predicted, threshold, unit))
    }
    if let confidence = line.estimate?.confidence {
      cells.append("conf " + ShownNumber.fixed(confidence, decimals: 2))
    }
    if line.fingers > 1 { cells.append("\(line.fingers) fingers") }
    if let ahead = line.lookahead {
      cells.append(
        "ahead \(ShownNumber.fixed(ahead.x, decimals: 1)) \(ShownNumber.fixed(ahead.y, decimals: 1)) \(unit)")
    }
    if let recoil = decision.recoil { cells.append(recoil.text(unit, decimals: decimals(of: unit))) }
    if let reason = decision.noCommit {
      cells.append(reason.text.terminalText.replacing("_", with: " "))
    } else if !decision.by.isEmpty {
      cells.append("by " + decision.by.joined(separator: ", ").terminalText)
    }
    return cells
  }

  private static func length(_ value: Double, _ threshold: Double, _ unit: String) -> String {
    ShownNumber.fixed(value, decimals: decimals(of: unit)).padded(to: 6, atStart: true) + " \(unit) "
      + margin(value, threshold).padded(to: 6, atStart: true)
  }

  /// A fraction of a panel needs more decimals than a length.
  private static func decimals(of unit: String) -> Int { unit == LengthUnit.fraction.rawValue ? 3 : 1 }

  /// By how much a value exceeds its threshold, in percent; "–" at a threshold of 0.
  ///
  /// The sign shows whether the criterion is met, also if the margin rounds to 0.
  static func margin(_ value: Double, _ threshold: Double) -> String {
    guard threshold > 0 else { return "–" }
    let percent = (value / threshold - 1) * 100
    let size = ShownNumber.fixed(percent.magnitude, decimals: percent.magnitude < 9.95 ? 1 : 0)
    return (value > threshold ? "+" : "-") + size + " %"
  }

  private static func colored(_ text: String, _ code: Int, _ wanted: Bool) -> String {
    wanted ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
