internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline
internal import Terminal

/// The screen of the monitor: a pure function of the state, the size and the characters.
///
///     head                                         2 rows
///     map of the panel   │ table of contacts      11 rows, more on a larger terminal
///     the swipe in progress                        4 rows
///     the last decisions                           6 rows, more on a larger terminal
///     the keys                                     1 row
struct MonitorScreen {
  /// The smallest size that shows everything.
  static let smallest = TerminalSize(columns: 80, rows: 24)

  private let state: MonitorState
  private let glyphs: Glyphs
  private var screen: Screen

  /// The columns of the table of contacts.
  private static let tableWidth = 39

  /// Draws a state on a screen of this size.
  static func draw(_ state: MonitorState, _ size: TerminalSize, _ glyphs: Glyphs) -> Screen {
    var drawing = MonitorScreen(state: state, glyphs: glyphs, screen: Screen(size))
    guard size.columns >= smallest.columns, size.rows >= smallest.rows else {
      drawing.drawTooSmall()
      return drawing.screen
    }
    drawing.drawAll()
    return drawing.screen
  }

  private mutating func drawAll() {
    let size = screen.size
    let mapRows = 11 + (size.rows - Self.smallest.rows) / 2
    let table = size.columns - Self.tableWidth
    drawHead()
    PanelMap(state, glyphs: glyphs, columns: table - 2, rows: mapRows).draw(on: &screen, 0, 2)
    drawContacts(table, 2, rows: mapRows)
    drawSwipe(2 + mapRows)
    drawEnded(6 + mapRows, rows: size.rows - 1 - (6 + mapRows))
    screen.put(state.message.map { glyphs.cells($0) + "   " } ?? "", 0, size.rows - 1, .bold)
    let keys = "q quit   c clear decisions   Ctrl-Z stop"
    screen.put(keys, size.columns - keys.count, size.rows - 1)
  }

  private mutating func drawTooSmall() {
    let (size, needed) = (screen.size, Self.smallest)
    screen.put("\(needed.columns)x\(needed.rows) needed, this is \(size.columns)x\(size.rows); q quits", 0, 0)
    guard size.rows > 2 else { return }
    if let swipe = state.swipes.last {
      screen.put("now: \(MonitorText.provisional(swipe.decision))", 0, 1)
    }
    if let last = state.ended.first {
      screen.put("last: \(MonitorText.result(last)), \(MonitorText.reason(last))", 0, 2)
    }
  }

  // MARK: Head

  private mutating func drawHead() {
    let width = screen.size.columns
    screen.put(String(repeating: " ", count: width), 0, 0, .heading)
    let source = String(glyphs.cells(state.source).suffix(width / 2))
    screen.put(source, width - source.count - 1, 0, .heading)
    let size = ShownNumber.size(state.extent.width, state.extent.height)
    let sizeText = state.isSizeKnown ? size : "size unknown"
    let room = width - source.count - sizeText.count - 6
    let end = screen.put(String(glyphs.cells(state.name).prefix(max(0, room))), 1, 0, .heading)
    screen.put(sizeText, end + 2, 0, .heading)
    let rate = state.reportRate.map { ShownNumber.fixed($0, decimals: 0) } ?? "-"
    let hidden = state.privateRectangles.isEmpty ? "" : "   private: hidden"
    screen.put(
      "\(rate.padded(to: 4, atStart: true)) Hz   contacts \(state.down.count) of \(state.maxContacts)   "
        + "dropped \(state.dropped)   swipes \(state.endedCount)" + hidden
        + (state.isSizeKnown ? "" : "   mm are estimates"), 1, 1)
  }

  // MARK: Contacts

  private mutating func drawContacts(_ left: Int, _ top: Int, rows: Int) {
    let unit = state.isSizeKnown ? "mm" : " %"
    screen.put(" id    x \(unit)    y \(unit)    mm/s  dir wide", left, top, .bold)
    let down = state.down
    let room = rows - 1
    let shown = down.count > room ? room - 1 : down.count
    for (line, contact) in down.prefix(shown).enumerated() { draw(contact, left, top + 1 + line) }
    if shown < down.count { screen.put(" and \(down.count - shown) more", left, top + 1 + shown) }
  }

  private mutating func draw(_ contact: SeenContact, _ left: Int, _ row: Int) {
    var (x, y) = (contact.location.x, contact.location.y)
    if !state.isSizeKnown { (x, y) = (x / state.extent.width * 100, y / state.extent.height * 100) }
    let numbers =
      [("\(contact.number)", 3)] + [(x, 8), (y, 8)].map { (ShownNumber.fixed($0, decimals: 1), $1) }
    let speed = ShownNumber.fixed(contact.velocity.length, decimals: 0)
    let width = contact.width.map { ShownNumber.fixed($0, decimals: 1) } ?? "-"
    screen.put(
      (numbers + [(speed, 8)]).map { $0.padded(to: $1, atStart: true) }.joined()
        + "   " + glyphs.arrow(MonitorText.direction(of: contact.velocity))
        + width.padded(to: 5, atStart: true), left, row)
  }

  // MARK: The swipe in progress

  private mutating func drawSwipe(_ top: Int) {
    guard let swipe = state.swipes.last else { return drawThresholds(top) }
    let decision = swipe.decision
    let fingers = swipe.fingers == 1 ? "1 finger" : "\(swipe.fingers) fingers"
    let zone = swipe.zone.map { "   zone \(glyphs.cells($0).prefix(16))" } ?? ""
    let more = state.swipes.count > 1 ? "   (and \(state.swipes.count - 1) more)" : ""
    let end = screen.put(" swipe \(swipe.number)", 0, top, .bold)
    let next = screen.put("   \(fingers)\(zone)\(more)", end, top)
    screen.put("   now: ", next, top)
    screen.put(
      " \(MonitorText.provisional(decision)) ", next + 8, top, decision.commit ? .commit : .back)
    drawBar("distance", decision.distance, decision.distanceThreshold, "mm", decimals: 1, top + 1)
    drawBar(
      "speed", decision.speed, decision.speedThreshold, "mm/s", decimals: 0, top + 2,
      note: decision.recoil == nil ? "" : "recoil")
    if let predicted = decision.predicted {
      drawBar("predicted", predicted, decision.predictedThreshold, "mm", decimals: 1, top + 3)
    } else {
      drawBar(
        "travel", decision.travel, decision.travelThreshold, "mm", decimals: 1, top + 3, isMetWhenEqual: true)
    }
  }

  /// Draws the thresholds of the panel while no swipe is in progress.
  private mutating func drawThresholds(_ top: Int) {
    let rule = state.rule
    screen.put(" no swipe", 0, top, .bold)
    screen.put("   one of these commits outside of zones:", 9, top)
    func text(_ threshold: DecisionRule.Threshold, _ unit: String, decimals: Int) -> String {
      let (x, y) = (
        ShownNumber.fixed(threshold.x, decimals: decimals), ShownNumber.fixed(threshold.y, decimals: decimals)
      )
      return x == y ? "more than \(x) \(unit)" : "more than \(x) \(unit) across, \(y) \(unit) down"
    }
    var lines: [(String, String)] = []
    if rule.commitIf.distance { lines.append(("distance", text(rule.distance, "mm", decimals: 1))) }
    if rule.commitIf.velocity { lines.append(("speed", text(rule.speed, "mm/s", decimals: 0))) }
    if rule.commitIf.predicted { lines.append(("predicted", text(rule.predicted, "mm", decimals: 1))) }
    for (line, (name, value)) in lines.enumerated() {
      screen.put(" " + name.padded(to: 10) + value, 0, top + 1 + line)
    }
  }

  /// Draws a value against its threshold, which is the middle of the bar.
  private mutating func drawBar(
    _ name: String, _ value: Double, _ threshold: Double, _ unit: String, decimals: Int, _ row: Int,
    isMetWhenEqual: Bool = false, note: String = ""
  ) {
    let half = 16 + (screen.size.columns - Self.smallest.columns) / 4
    let isUnicode = glyphs == .unicode
    let share = threshold > 0 ? value / threshold : (value > 0 ? 2 : 0)
    let filled = Int((min(2, max(0, share)) * Double(half)).rounded(.down))
    let isMet = isMetWhenEqual ? value >= threshold : value > threshold
    screen.put(" " + name.padded(to: 10), 0, row)
    screen.put(isUnicode ? "▕" : "[", 11, row)
    for cell in 0..<(2 * half) where cell < filled {
      screen.put(isUnicode ? "█" : "=", 12 + cell + (cell >= half ? 1 : 0), row)
    }
    screen.put(isUnicode ? "│" : "|", 12 + half, row, .bold)
    screen.put(isUnicode ? "▏" : "]", 13 + 2 * half, row)
    let sign = isMet ? "met" : note
    let numbers = ShownNumber.fixed(value, decimals: decimals).padded(to: 7, atStart: true)
    let end = screen.put(
      "\(numbers) of \(ShownNumber.fixed(threshold, decimals: decimals)) \(unit)", 15 + 2 * half, row)
    screen.put("  \(sign)", end, row, .bold)
  }

  // MARK: Decisions

  private mutating func drawEnded(_ top: Int, rows: Int) {
    screen.put("  time s  kind   direction   result  mm / D       mm/s / S   reason", 0, top, .bold)
    for (line, swipe) in state.ended.prefix(rows - 1).enumerated() { draw(swipe, top + 1 + line) }
  }

  private mutating func draw(_ swipe: EndedSwipe, _ row: Int) {
    screen.put(ShownNumber.fixed(swipe.time.seconds, decimals: 2).padded(to: 8, atStart: true), 0, row)
    if let decision = swipe.decision {
      screen.put(decision.kind.word, 10, row)
      let direction = decision.direction?.word.replacing("_", with: " ") ?? ""
      screen.put("\(glyphs.arrow(decision.direction)) \(direction)", 16, row)
      screen.put(MonitorText.pair(decision.distance, decision.distanceThreshold, decimals: 1), 37, row)
      screen.put(MonitorText.pair(decision.speed, decision.speedThreshold, decimals: 0), 50, row)
    }
    let style: CellStyle = swipe.decision.map { $0.commit ? .commit : .back } ?? .cancel
    screen.put(MonitorText.result(swipe), 29, row, style)
    screen.put(MonitorText.reason(swipe), 61, row)
  }
}
