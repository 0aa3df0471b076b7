internal import Foundation
public import Recordings

extension JSON {
  /// A swipe line in the words of a scenario; nil for an update, and for other messages.
  public var scenarioWords: String? {
    guard self.type == "swipe" else { return nil }
    let isPress = self.swipe_id == .null
    switch self.phase.text {
    case "begin":
      return "begin \(self.decision.direction.text ?? "nowhere")" + fingersWords + zoneWords + pressWords
    case "end": return "end " + decisionWords + fingersWords + zoneWords
    case "cancel":
      let reason = "cancel \(self.reason.text ?? "?")"
      return isPress ? reason + " of press \(pressNumber)" + zoneWords : reason + fingersWords + zoneWords
    case "press", "release": return "\(self.phase.text ?? "?") \(pressNumber)" + zoneWords
    default: return nil
    }
  }

  /// `flick left commit by velocity`, `drag right return`.
  ///
  /// A return has a reason, unless the swipe is below the thresholds.
  private var decisionWords: String {
    let decision = self.decision
    let commits = decision.commit == true
    let words = [
      decision.kind.text ?? "?", decision.direction.text ?? "nowhere", commits ? "commit" : "return",
    ]
    let reasons =
      commits
      ? decision.by.elements.compactMap(\.text)
      : [decision.no_commit.text ?? "?"].filter { $0 != "below_thresholds" }
    return words.joined(separator: " ") + (reasons.isEmpty ? "" : " by \(reasons.joined(separator: ", "))")
  }

  private var fingersWords: String {
    let count = self.fingers.value ?? 1
    return count == 1 ? "" : " with \(Int(count)) fingers"
  }

  /// ` in zone cards, snap 0 to 1 at -100mm`, ` in zone drawer, spring to 20mm`.
  private var zoneWords: String {
    guard let name = self.zone.name.text else { return "" }
    var words = " in zone \(name)"
    if let index = self.zone.snap.index.value, let from = self.zone.snap.from.value, self.phase != "begin" {
      let steps = self.zone.snap.steps == 0 ? "\(Int(index))" : "\(Int(from)) to \(Int(index))"
      words += ", snap \(steps) at \(length(self.zone.snap.offset))"
    } else if self.zone.spring.target != .null {
      words += ", spring to \(length(self.zone.spring.target))"
    }
    return words
  }

  private var pressNumber: String { self.press_id.value.map { "\(Int($0))" } ?? "?" }

  private var pressWords: String { self.press_id == .null ? "" : ", press \(pressNumber)" }

  /// A length with the unit of the line, to a tenth.
  private func length(_ number: JSON) -> String {
    let tenths = ((number.value ?? .nan) * 10).rounded()
    let text = tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths) / 10)" : "\(tenths / 10)"
    return text + (self.unit == "fraction" ? "" : self.unit.text ?? "")
  }
}

extension Scenario {
  /// The words of lines, as the expected lines of a scenario have them.
  public static func words(of lines: [String]) throws -> [String] {
    try lines.compactMap { try JSON($0).scenarioWords }
  }

  /// The folder of the tests' scenarios.
  public static var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Scenarios").path
  }

  /// The tests' scenarios that a recording can represent: it cannot represent a panel that is
  /// removed and returns.
  public static func recordable() throws -> [Scenario] { try all(in: folder).filter { !$0.hasUnplug } }
}
