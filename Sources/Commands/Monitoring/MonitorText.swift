internal import FlickProtocol
internal import GestureCore
internal import Pipeline

/// The characters that a terminal can show.
enum Glyphs {
  /// Braille, blocks, lines and arrows.
  case unicode
  case ascii

  /// Chooses by the locale's encoding, in the precedence of setlocale(3).
  init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let encoding = locale.lowercased()
    self = encoding.contains("utf-8") || encoding.contains("utf8") ? .unicode : .ascii
  }

  /// Returns foreign text in single cells: `?` replaces what the terminal may show wider, or not at
  /// all.
  func cells(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    let most: UInt32 = self == .unicode ? 0x2FF : 0x7E
    for scalar in text.terminalText.unicodeScalars { shown.append(scalar.value <= most ? scalar : "?") }
    return String(shown)
  }

  /// The arrow of a direction, in two cells.
  func arrow(_ direction: Direction?) -> String {
    let arrow = self == .unicode ? direction?.arrow ?? "·" : direction?.letters ?? "-"
    return arrow.padded(to: 2)
  }
}

/// The words for decisions, on the screen and in plain lines.
enum MonitorText {
  /// What would happen now: `flick left, commits`.
  static func provisional(_ decision: Decision) -> String {
    let direction = decision.direction.map { " " + words($0.word) } ?? ""
    let outcome = decision.commit ? "commits by \(criteria(decision))" : "returns, \(why(decision))"
    return "\(decision.kind.word)\(direction), \(outcome)"
  }

  /// The result of an ended swipe: `commit`, `return` or `cancel`.
  static func result(_ swipe: EndedSwipe) -> String {
    guard let decision = swipe.decision else { return "cancel" }
    return decision.commit ? "commit" : "return"
  }

  /// The met criteria, or the reason why the swipe does not commit or was cancelled.
  static func reason(_ swipe: EndedSwipe) -> String {
    guard let decision = swipe.decision else { return swipe.cancelled.map { words($0.word) } ?? "" }
    return decision.commit ? criteria(decision) : why(decision)
  }

  /// A value beside its threshold: `60.1/31.2`.
  static func pair(_ value: Double, _ threshold: Double, places: Int) -> String {
    "\(ShownNumber.fixed(value, places: places))/\(ShownNumber.fixed(threshold, places: places))"
  }

  /// The direction whose sector of 45° contains a velocity; nil at rest.
  static func direction(of velocity: Velocity) -> Direction? {
    guard velocity.length >= 1 else { return nil }
    // tan 22.5°: halfway between an axis and a diagonal.
    let half = 0.414_213_562_373_095_1
    let (x, y) = (velocity.x, velocity.y)
    if abs(y) <= half * abs(x) { return x > 0 ? .right : .left }
    if abs(x) < half * abs(y) { return y > 0 ? .down : .up }
    return x > 0 ? (y > 0 ? .rightDown : .rightUp) : (y > 0 ? .leftDown : .leftUp)
  }

  private static func criteria(_ decision: Decision) -> String { decision.by.words.joined(separator: ", ") }

  private static func why(_ decision: Decision) -> String {
    decision.noCommit.map { words($0.word) } ?? ""
  }

  /// A word of the protocol for people.
  private static func words(_ word: String) -> String { word.replacing("_", with: " ") }
}
