internal import FlickClient

/// A swipe in one line for people.
///
///       81.234 s  ← left   flick  commit   61.2 mm  1432 mm/s  by velocity
struct SwipeRow {
  var text: String

  /// Words a swipe line; nil for any other line.
  init?(_ line: ServerLine, colored: Bool = false) {
    guard line.type == "swipe", let phase = line.phase else { return nil }
    let seconds = Double(line.time ?? 0) / 1e6
    var words = [Self.padded(Self.fixed(seconds, places: 3), to: 14, right: true) + " s"]
    if let decision = line.decision {
      words.append(Self.padded("\(Self.arrow(decision.direction)) \(decision.direction ?? "-")", to: 12))
      words.append(Self.padded(decision.kind, to: 5))
      let outcome = phase == "end" ? (decision.commit ? "commit" : "return") : phase
      words.append(
        Self.colored(Self.padded(outcome, to: 6), decision.commit && phase == "end" ? 32 : 2, colored))
      let unit = line.unit ?? ""
      words.append(Self.padded(Self.fixed(decision.distance, places: 1), to: 7, right: true) + " \(unit)")
      words.append(Self.padded(Self.fixed(decision.speed, places: 0), to: 6, right: true) + " \(unit)/s")
      if let fingers = line.fingers, fingers > 1 { words.append("\(fingers) fingers") }
      if let ahead = line.lookahead {
        words.append("ahead \(Self.fixed(ahead.x, places: 1)) \(Self.fixed(ahead.y, places: 1)) \(unit)")
      }
      if !decision.by.isEmpty { words.append("by " + decision.by.joined(separator: ", ")) }
    } else {
      words.append(Self.colored("cancelled: \(line.reason ?? phase)", 33, colored))
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

  /// A number with exactly so many decimal places.
  private static func fixed(_ value: Double, places: Int) -> String {
    var unit = 1.0
    for _ in 0..<places { unit *= 10 }
    let scaled = Int64((value.magnitude * unit).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let whole = Int64(unit)
    let digits = String(scaled % whole)
    return "\(sign)\(scaled / whole)." + String(repeating: "0", count: places - digits.count) + digits
  }
}
