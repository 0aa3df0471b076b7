internal import FlickProtocol
internal import GestureCore
internal import Pipeline
internal import Terminal

/// The words for decisions, on the screen and in plain lines.
enum MonitorText {
  /// What would happen now: `flick left, commits`.
  static func provisional(_ decision: Decision) -> String {
    let direction = decision.direction.map { " " + shown($0.word) } ?? ""
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
    guard let decision = swipe.decision else { return swipe.cancelled.map { shown($0.word) } ?? "" }
    return decision.commit ? criteria(decision) : why(decision)
  }

  /// A value and its threshold: `60.1/31.2`.
  static func pair(_ value: Double, _ threshold: Double, decimals: Int) -> String {
    "\(ShownNumber.fixed(value, decimals: decimals))/\(ShownNumber.fixed(threshold, decimals: decimals))"
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
    decision.noCommit.map { shown($0.word) } ?? ""
  }

  /// A word of the protocol, human-readable.
  private static func shown(_ word: String) -> String { word.replacing("_", with: " ") }
}
