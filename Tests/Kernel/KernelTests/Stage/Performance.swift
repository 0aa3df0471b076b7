import Foundation
import Panels
import TestKit
import Testing

/// What came of playing a script on a panel of the kernel's, with flickd listening.
struct Performance: Sendable {
  /// The panel as flickd told of it.
  var panel: JSON
  /// Everything that flickd told between the panel's coming and the end, as it came.
  var lines: [JSON]
  /// The swipe lines among them, to the byte.
  var swipes: [String]
  /// What flickd counted on the panel, before it went; nil if it was gone by then.
  var counts: JSON?
  /// The names of the panels that flickd had after the script.
  var panelNames: [String]
  /// What the kernel made of the script, by event node of the panel.
  var recordings: [Recording]
  /// Which of the nodes flickd reads.
  var glass: Int
  /// The event nodes that flickd had open after the script.
  var openNodes: [String]
  /// The event nodes of all devices, the neighbours' first.
  var nodes: [String]
  /// The configuration that flickd ran with.
  var configuration: String

  /// What the kernel made of the script on the node that flickd reads.
  var recording: Recording { recordings[glass] }

  /// The decisions in the words of a scenario.
  var story: [String] { lines.filter { $0.type == "swipe" }.compactMap(\.story) }

  /// The swipe lines that `flickctl replay` gives for what the kernel made of the script, ends and
  /// cancels unless other phases are asked for.
  func replayed(phases: String = "end,cancel") async throws -> [String] {
    try await recording.replayed(configuration: configuration, phases: phases)
  }
}

extension Recording {
  /// The swipe lines that `flickctl replay` gives for it.
  func replayed(configuration: String = "", phases: String = "end,cancel") async throws -> [String] {
    let folder = try PrivateFolder()
    let file = try folder.write("kernel.evemu", EvemuWriter.write(description, events: events))
    let settings = try folder.write("flickd.toml", configuration)
    let outcome = try await Command(.flickctl, "replay", "--config", settings, "--phases", phases, file).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.lines
  }
}

extension JSON {
  /// An `end` or `cancel` as a scenario words it; nil for other lines.
  var story: String? {
    switch self.phase.text {
    case "cancel": return "cancel \(self.reason.text ?? "?")"
    case "end":
      let decision = self.decision
      var words = ["end", decision.kind.text ?? "?", decision.direction.text ?? "nowhere"]
      words.append(decision.commit == true ? "commit" : "return")
      let arms = decision.by.elements.compactMap(\.text)
      if !arms.isEmpty { words.append("by \(arms.joined(separator: ", "))") }
      return words.joined(separator: " ")
    default: return nil
    }
  }
}

/// Swipe lines without the names that differ between a live panel and its recording.
func withoutNames(_ lines: [String]) -> [String] {
  let names = /"(panel_id|swipe_id)":("[^"]*"|[0-9]+)/
  return lines.map { $0.replacing(names) { "\"\($0.output.1)\":…" } }
}
