internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings
internal import Terminal

/// A recording on the command line, with the person who made it: `anna=flicks.evemu`.
struct PersonalRecording: ExpressibleByArgument {
  var path: String
  /// The person; nil uses the name in the recording.
  var person: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isFile = (try? SystemCalls.target(of: argument)) != nil
    if parts.count == 2, !isFile, !parts[0].isEmpty, !parts[0].contains("/") {
      (person, path) = (String(parts[0]), String(parts[1]))
    } else {
      (person, path) = (nil, argument)
    }
  }

  /// Throws if no file is after the person.
  func check() throws(ValidationError) {
    guard let person, path.isEmpty else { return }
    throw ValidationError("\(person.terminalText)= needs a file after it")
  }
}

/// The labelled strokes of recordings, and the panels on which people made them.
struct LabelledRecordings {
  private(set) var strokes: [LabelledStroke] = []
  private(set) var panels: [TunedPanel] = []

  /// Reads files; ends the command if a file cannot be read.
  init(_ files: [PersonalRecording], settings: Settings) throws {
    for file in files {
      let recording = try recording(in: file.path)
      guard let panel = RecordedPanel.panels(for: [recording], settings: settings).first else {
        throw failure(
          .badData, "\(file.path): the configuration disables the panel of this recording: set enabled = true"
        )
      }
      add(
        Self.strokes(of: panel, labels: recording.labels, person: file.person),
        of: TunedPanel(panel.setup, subject: RuleSubject(recording)))
    }
  }

  /// Adds strokes on a panel; without a stroke, the panel is not added either.
  mutating func add(_ strokes: [LabelledStroke], of panel: TunedPanel) {
    self.strokes += strokes
    if !strokes.isEmpty, !panels.contains(where: { $0.isSameRule(as: panel) }) { panels.append(panel) }
  }

  /// Plays a recording, and returns its strokes within the labelled segments.
  private static func strokes(
    of panel: RecordedPanel, labels: [LabelledSegment], person: String?
  ) -> [LabelledStroke] {
    var collector = StrokeCollector(rule: panel.setup.rule)
    var strokes: [LabelledStroke] = []
    var numbering = SwipeNumbering()
    var landing: Instant?
    // Segments are in the order of time, and so are touches.
    var rest = labels[...]
    func endTouch(landed: Instant, _ collector: inout StrokeCollector) {
      while let first = rest.first, first.end < landed { rest.removeFirst() }
      let segment = rest.first.flatMap { $0.start <= landed ? $0 : nil }
      strokes += collector.endTouch(label: segment?.label, person: person ?? segment?.person ?? "")
    }
    let playback = Playback(panel, isPrivateIncluded: true)
    var due: Instant? = playback.begin
    while let limit = due {
      due = playback.play(through: limit, numbering: &numbering, into: &collector)
      switch (playback.counts.isTouched, landing) {
      case (true, nil): landing = limit
      case (false, let landed?):
        endTouch(landed: landed, &collector)
        landing = nil
      case (true, .some), (false, nil): break
      }
    }
    return strokes
  }
}
