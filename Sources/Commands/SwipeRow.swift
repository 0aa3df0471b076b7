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

/// Formats numbers for tables and lines for people.
///
/// A number may come from a server, so every conversion accepts any value: converting 1e308 to
/// `Int` would crash the process.
enum ShownNumber {
  /// The limit above which a number is shown with an exponent; below it, three decimal places fit
  /// into 64 bits.
  private static let most = 1e15

  /// Returns a number with `places` decimal places, 0 to 3.
  static func fixed(_ value: Double, places: Int) -> String {
    guard value.magnitude < most else { return "\(value)" }
    var unit = 1.0
    for _ in 0..<places { unit *= 10 }
    let scaled = Int64((value.magnitude * unit).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let whole = Int64(unit)
    let digits = String(scaled % whole)
    return "\(sign)\(scaled / whole)." + String(repeating: "0", count: places - digits.count) + digits
  }

  /// Returns the size of a panel, in whole mm.
  static func size(_ width: Double, _ height: Double) -> String {
    "\(fixed(width, places: 0)) x \(fixed(height, places: 0)) mm"
  }

  /// Returns the sum of counts, clamped to the range of `Int64`.
  static func sum(_ counts: some Sequence<Int64>) -> Int64 {
    counts.reduce(0) { sum, count in
      let (next, overflows) = sum.addingReportingOverflow(count)
      return overflows ? (count < 0 ? .min : .max) : next
    }
  }
}

/// What `listen` prints for a line of the service.
enum ShownLine {
  /// Returns the text for a line, safe on a terminal; nil for a line without text for people.
  static func words(for message: ServerMessage, colored: Bool) -> String? {
    switch message {
    case .hello(let hello): "flickd \(hello.version), level \(hello.level.text)".terminalText
    case .state(let state):
      state.panels.isEmpty ? "no panel yet" : state.panels.map(\.words).joined(separator: "\n")
    case .panel(let change, let panel): "panel \(panel.panelID) \(change.text): \(panel.name)".terminalText
    case .activity(let activity): "panel \(activity.panelID) is touched".terminalText
    case .swipe(let swipe): SwipeRow(swipe, colored: colored).text
    case .bye(let bye): "bye: \(bye.detail)".terminalText
    case .reply, .unknown: nil
    }
  }
}

extension PanelMessage {
  fileprivate var words: String {
    "panel \(panelID): \(name), \(ShownNumber.size(width, height)) (\(scale)), \(source.text)".terminalText
  }
}
