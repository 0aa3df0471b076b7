import Foundation
import Recordings
import TestKit
import Testing

/// The result of a script that was played on a kernel's panel, with flickd reading it.
struct Performance: Sendable {
  /// The panel's message from flickd.
  var panel: JSON
  /// Every line from flickd between the panel's appearance and the end, in order.
  var lines: [JSON]
  /// The swipe lines among them, byte for byte.
  var swipes: [String]
  /// flickd's counts for the panel before it was removed; nil if it was already gone.
  var counts: JSON?
  /// The names of flickd's panels after the script.
  var panelNames: [String]
  /// The events that flickd reads of the script, by event node of the panel.
  var recordings: [Recording]
  /// The events that the kernel sent before flickd's own smoothing, if the stage kept them.
  var kernelRecordings: [Recording]
  /// Which of the nodes flickd reads.
  var glass: Int
  /// The event nodes that flickd had open after the script.
  var openNodes: [String]
  /// The event nodes of all devices, the neighbours' first.
  var nodes: [String]
  var configuration: String
  /// The log of flickd.
  var errors = ""

  /// The events of the script on the node that flickd reads, as flickd reads them.
  var recording: Recording { recordings[glass] }

  /// The same as the kernel sent them.
  var kernel: Recording { kernelRecordings[glass] }

  /// The swipe lines in the words of a scenario.
  var outcomes: [String] { lines.compactMap(\.scenarioWords) }

  /// The swipe lines of `flickctl replay` for the kernel's events.
  ///
  /// They are ends and cancels unless other phases are requested.
  func replayed(phases: String = "end,cancel") async throws -> [String] {
    try await recording.replayed(configuration: configuration, phases: phases)
  }
}

extension Recording {
  /// The swipe lines of `flickctl replay` for a recording.
  func replayed(configuration: String = "", phases: String = "end,cancel") async throws -> [String] {
    let folder = try PrivateFolder()
    let file = try folder.write("kernel.evemu", EvemuWriter.write(description, events: events))
    let settings = try folder.write("flickd.toml", configuration)
    let outcome = try await Command(.flickctl, "replay", "--config", settings, "--phases", phases, file).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.lines
  }
}

/// Swipe lines without the names that differ between a live panel and its recording.
func withoutNames(_ lines: [String]) -> [String] {
  let names = /"(panel_id|swipe_id)":("[^"]*"|[0-9]+)/
  return lines.map { $0.replacing(names) { "\"\($0.output.1)\":…" } }
}
