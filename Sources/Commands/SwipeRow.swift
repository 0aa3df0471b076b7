internal import FlickClient
internal import FlickProtocol

/// A swipe in one line of text for people.
///
///       81.234 s  ← left   flick  commit   61.2 mm  1432 mm/s  by velocity
struct SwipeRow {
  var text: String

  /// Creates the text for a swipe line; nil for any other line.
  init?(_ line: ServerLine, colored: Bool = false) {
    guard line.type == "swipe", let phase = line.phase else { return nil }
    let seconds = Double(line.time ?? 0) / 1e6
    var words = [Self.padded(ShownNumber.fixed(seconds, places: 3), to: 14, right: true) + " s"]
    if let decision = line.decision {
      let direction = decision.direction?.terminalText ?? "-"
      words.append(Self.padded("\(Self.arrow(decision.direction)) \(direction)", to: 12))
      words.append(Self.padded(decision.kind.terminalText, to: 5))
      let outcome = phase == "end" ? (decision.commit ? "commit" : "return") : phase.terminalText
      words.append(
        Self.colored(Self.padded(outcome, to: 6), decision.commit && phase == "end" ? 32 : 2, colored))
      let unit = line.unit?.terminalText ?? ""
      words.append(
        Self.padded(ShownNumber.fixed(decision.distance, places: 1), to: 7, right: true) + " \(unit)")
      words.append(
        Self.padded(ShownNumber.fixed(decision.speed, places: 0), to: 6, right: true) + " \(unit)/s")
      if let fingers = line.fingers, fingers > 1 { words.append("\(fingers) fingers") }
      if let ahead = line.lookahead {
        words.append(
          "ahead \(ShownNumber.fixed(ahead.x, places: 1)) \(ShownNumber.fixed(ahead.y, places: 1)) \(unit)")
      }
      if !decision.by.isEmpty { words.append("by " + decision.by.joined(separator: ", ").terminalText) }
    } else {
      words.append(Self.colored("cancelled: \((line.reason ?? phase).terminalText)", 33, colored))
    }
    text = words.joined(separator: "  ")
  }

  private static func arrow(_ direction: String?) -> String {
    switch direction {
    case "left": "←"
    case "right": "→"
    case "up": "↑"
    case "down": "↓"
    case "left_up": "↖"
    case "right_up": "↗"
    case "left_down": "↙"
    case "right_down": "↘"
    default: "·"
    }
  }

  private static func colored(_ text: String, _ code: Int, _ wanted: Bool) -> String {
    wanted ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}
