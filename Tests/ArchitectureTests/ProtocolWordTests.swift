import Foundation
import Testing

@Suite struct `The words of the protocol` {
  private struct Use: Hashable {
    var file: String
    var word: String
  }

  /// The string literals outside FlickProtocol that look like words of the protocol, and are none.
  static let exceptions: [(file: String, words: [String], reason: String)] = [
    (
      "FlickInteractions/CornerThrow.swift", ["top_left", "top_right", "bottom_left", "bottom_right"],
      apps
    ),
    ("PanelLab/Serving/Serving.swift", ["type"], json),
    ("Commands/CheckCommand.swift", ["ok", "message", "notes"], json),
    (
      "Commands/DevicesCommand.swift",
      ["panels", "node", "name", "vendor", "product", "reason", "matrix", "mirror"], json
    ),
    (
      "Commands/ForgetCommand.swift",
      ["panel_id", "name", "vendor", "product", "serial", "lift_delay_us"], json
    ),
    (
      "PanelLab/Orient/FoundOrientation.swift",
      ["panel_id", "node", "name", "mirror", "rotation"], json
    ),
    (
      "Commands/PanelExplanation.swift",
      ["mirror", "matrix", "rotation", "size", "surface", "name", "zones", "detail", "true", "false"],
      "keys of the configuration and of a JSON object"
    ),
    ("Commands/Doctor/Diagnosis+Devices.swift", ["flickd"], accounts),
    ("Commands/Doctor/Diagnosis+Service.swift", ["flick"], accounts),
    ("Commands/Doctor/DoctorCommand.swift", ["ok"], people),
    ("Commands/Doctor/DoctorFinding.swift", ["ok"], json),
    ("Commands/Doctor/MachineFacts+Gathering.swift", ["flick", "flickd"], accounts),
    ("Commands/Doctor/MachineFacts+Processes.swift", ["flickd"], "the name of the program"),
    ("Commands/Doctor/MachineFacts.swift", ["flick"], accounts),
    ("Commands/Doctor/Processes.swift", ["flickd"], "the name of the program"),
    ("PanelLab/Writing/RunningFlickd.swift", ["flickd"], "the name of the program"),
    ("PanelLab/LineWriter+Absent.swift", ["type"], studio),
    (
      "PanelLab/Writing/RuleSubject.swift", ["vendor", "product", "serial", "name"],
      "keys of the configuration"
    ),
    ("PanelLab/Measuring/PanelReport+Entry.swift", ["size"], "a key of the configuration"),
    (
      "PanelLab/Measuring/PanelReport+JSON.swift",
      ["panel", "duration_us", "unit", "axis", "samples", "p50", "limit", "max"], json
    ),
    (
      "PanelLab/Playing/PlayCommand.swift",
      ["type", "name", "protocol", "steps", "duration_us", "contacts_down"], json
    ),
    (
      "PanelLab/Monitoring/MonitorScreen.swift",
      ["distance", "mm", "predicted", "recoil", "speed", "travel"],
      people
    ),
    ("PanelLab/Monitoring/PlainMonitor.swift", ["mm"], people),
    ("PanelLab/Monitoring/MonitorText.swift", ["cancel", "commit"], people),
    (
      "PanelLab/Recording/RecordSummary.swift",
      ["type", "panel_id", "duration_us", "frames", "contacts", "dropped"], json
    ),
    (
      "Commands/StatusCommand.swift",
      ["type", "reason", "flickd", "up", "protocol", "epoch", "level", "configuration", "panel_id"], json
    ),
    ("Commands/StatsCommand.swift", ["clients", "refused", "turns"], people),
    (
      "PanelLab/Studio/StudioMessages.swift",
      [
        "recoil",
        "age_us", "by", "commit", "confidence", "contacts", "decision", "direction", "distance",
        "distance_threshold", "down", "dropped", "fingers", "height", "kind", "live", "max_contacts", "name",
        "no_commit", "panel", "predicted", "predicted_threshold", "rate_hz", "replay", "request",
        "samples", "size", "source", "speed", "speed_threshold", "swipe", "swipes", "travel",
        "travel_threshold", "velocity", "width", "window_us", "zone",
      ], studio
    ),
    ("PanelLab/Studio/StudioRoom.swift", ["request"], studio),
    (
      "PanelLab/Studio/TuneMessages.swift",
      [
        "begin", "commit", "count", "direction", "kind", "request", "state", "swipe",
      ], studio
    ),
    (
      "PanelLab/Studio/ProposalMessage.swift",
      ["changed", "commit", "distance", "name", "speed", "unit"], studio
    ),
    (
      "PanelLab/Studio/Measure/MeasureMessages.swift",
      [
        "axis", "begin", "contacts", "count", "limit", "name", "request", "skipped", "source",
        "state",
        "target", "unit",
      ],
      "the messages of the studio and its own page"
    ),
    ("PanelLab/Studio/StudioRoom.swift", ["request"], "the messages of the studio and its own page"),
    ("Commands/SwipeRow.swift", ["commit"], people),
    ("Commands/CommandLine/CommandLineFault+Numbers.swift", ["mm"], "a unit that people write"),
    ("Terminal/PlainText.swift", ["ok"], "a sign in ASCII"),
    ("Commands/ReplaySummary.swift", ["swipe", "swipes", "contacts"], people),
    ("Commands/Bridging/AdmittedOrigin.swift", ["null"], "an origin of the web"),
    ("PanelLab/Tuning/Drawing.swift", ["none"], "a word of SVG"),
    ("PanelLab/Tuning/StrokeReport.swift", ["mm"], "a unit of the configuration"),
    (
      "PanelLab/Tuning/StrokeReport+JSON.swift", ["distance", "false", "mm", "name", "unit", "velocity"], json
    ),
    ("PanelLab/Tuning/StrokeReport+Pictures.swift", ["false"], people),
    ("PanelLab/Tuning/TuningWords.swift", ["distance", "mm", "predicted", "velocity"], people),
    ("FlickDaemon/Clients/Clients.swift", ["level", "unit", "zones"], log),
    ("FlickDaemon/Service/Acceptor.swift", ["level"], log),
    ("FlickDaemon/Service/DaemonOptions.swift", ["demo", "replay"], "flags"),
    ("FlickDaemon/Service/Service.swift", ["clients"], log),
    ("FlickDaemon/Service/LimitedLog.swift", ["flickd"], log),
    ("FlickDaemon/Service/Startup.swift", ["error"], log),
    ("FlickDaemon/Sources/PanelLog.swift", ["node", "scale", "size"], log),
    ("FlickDaemon/Sources/LivePanels.swift", ["panel", "panels"], log),
    ("FlickDaemon/Sources/LivePanels+Coming.swift", ["removed"], log),
    ("FlickDaemon/Sources/PlayedRecordings.swift", ["recording"], log),
    ("Bridge/Admission/Admission.swift", ["flickd"], "the subprotocol of WebSockets"),
    ("Bridge/Pages/WebModules.swift", ["flickd"], "the name of the npm package"),
    ("Bridge/Server/WebReply.swift", ["flickd"], "the scheme of HTTP authentication"),
  ]

  private static let accounts = "the service's user and group"
  private static let apps = "raw values of public enumerations, which apps may use"
  private static let json = "the keys of flickctl's own --json, and words for people"
  private static let people = "words for people"
  private static let studio = "the messages of the studio and its own page"
  private static let log = "words of the log"

  private func files(in folder: String) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: packageRoot.appending(path: "Sources/\(folder)"), includingPropertiesForKeys: nil)
    return try #require(all).compactMap { $0 as? URL }.filter {
      $0.pathExtension == "swift" && !$0.path.contains(".docc/")
    }
  }

  private func code(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
  }

  /// The literals that are one word, alone or as a key or value in JSON text.
  ///
  /// The names of commands, flags and their values are not words of the protocol.
  private func literals(in line: Substring) -> [String] {
    line.matches(of: /"([a-z][a-z0-9]+(?:[_-][a-z0-9]+)*)\\?"/).compactMap { match in
      line[..<match.range.lowerBound].hasSuffix("ame: ") ? nil : String(match.output.1)
    }
  }

  /// The literals of FlickProtocol, and the cases of its enumerations with words.
  private func protocolWords() throws -> Set<String> {
    var words: Set<String> = []
    for file in try files(in: "FlickProtocol") where !file.path.contains("/Nearness") {
      var isEnumeration = false
      for line in try code(of: file) {
        words.formUnion(literals(in: line))
        if line.contains(/\benum \w+: .*(String|FieldName)/) {
          isEnumeration = true
        } else if line.contains(/\b(enum|struct|func|var|init)\b/) {
          isEnumeration = false
        }
        guard isEnumeration, let cases = line.wholeMatch(of: /\s*case ([a-z`, A-Z]+)/)?.output.1 else {
          continue
        }
        words.formUnion(cases.split { !$0.isLetter }.map(String.init))
      }
    }
    return words
  }

  @Test func `are written only in FlickProtocol`() throws {
    let words = try protocolWords()
    #expect(words.isSuperset(of: ["hello", "swipe_id", "slow-consumer", "shutdown", "subscribe", "mm"]))
    var uses: Set<Use> = []
    for target in [
      "FlickClient", "FlickInteractions", "Commands", "PanelLab", "Terminal", "Bridge", "FlickDaemon",
      "Installation", "Pipeline",
    ] {
      for file in try files(in: target) where !file.path.contains("/Generated/") {
        let name = try #require(file.path.split(separator: "/Sources/", maxSplits: 1).last)
        for line in try code(of: file) {
          for word in literals(in: line) where words.contains(word) {
            uses.insert(Use(file: String(name), word: word))
          }
        }
      }
    }
    let allowed = Set(Self.exceptions.flatMap { row in row.words.map { Use(file: row.file, word: $0) } })
    for use in uses.subtracting(allowed) {
      Issue.record("\(use.file) contains \"\(use.word)\": use the constant of FlickProtocol")
    }
    for use in allowed.subtracting(uses) {
      Issue.record("\(use.file) no longer contains \"\(use.word)\": remove the exception")
    }
  }
}
