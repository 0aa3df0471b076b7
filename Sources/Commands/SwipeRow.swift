internal import FlickProtocol
internal import GestureCore

/// A swipe in one line of text for people.
///
///       81.234 s  ← left   flick  commit   61.2 mm  1432 mm/s  by velocity
struct SwipeRow {
  var text: String

  /// Creates the text for a swipe line.
  init(_ line: ReceivedSwipe, colored: Bool = false) {
    let isEnd = line.phase.value == .end
    let seconds = Double(line.time) / 1e6
    var words = [ShownNumber.fixed(seconds, places: 3).padded(to: 14, atStart: true) + " s"]
    if let decision = line.decision {
      let direction = decision.direction?.text.terminalText ?? "-"
      words.append("\(Self.arrow(decision.direction?.value)) \(direction)".padded(to: 12))
      words.append(decision.kind.text.terminalText.padded(to: 5))
      let outcome = isEnd ? (decision.commit ? "commit" : "return") : line.phase.text.terminalText
      words.append(Self.colored(outcome.padded(to: 6), decision.commit && isEnd ? 32 : 2, colored))
      let unit = line.unit.terminalText
      words.append(ShownNumber.fixed(decision.distance, places: 1).padded(to: 7, atStart: true) + " \(unit)")
      words.append(ShownNumber.fixed(decision.speed, places: 0).padded(to: 6, atStart: true) + " \(unit)/s")
      if line.fingers > 1 { words.append("\(line.fingers) fingers") }
      if let ahead = line.lookahead {
        words.append(
          "ahead \(ShownNumber.fixed(ahead.x, places: 1)) \(ShownNumber.fixed(ahead.y, places: 1)) \(unit)")
      }
      if !decision.by.isEmpty { words.append("by " + decision.by.joined(separator: ", ").terminalText) }
    } else {
      words.append(Self.colored("cancelled: \((line.reason ?? line.phase.text).terminalText)", 33, colored))
    }
    text = words.joined(separator: "  ")
  }

  private static func arrow(_ direction: Direction?) -> String {
    switch direction {
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .leftUp: "↖"
    case .rightUp: "↗"
    case .leftDown: "↙"
    case .rightDown: "↘"
    case nil: "·"
    }
  }

  private static func colored(_ text: String, _ code: Int, _ wanted: Bool) -> String {
    wanted ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
