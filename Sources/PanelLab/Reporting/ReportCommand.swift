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

/// `flickctl report`: one page about the panels and the people of recordings.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page about the panels and the people of recordings.",
    discussion: """
      Example: flickctl report resting=rest.evemu swipes=swipes.evemu anna.evemu -o report.html

      The page contains the grades and findings of `flickctl measure`, and pictures of the same samples. If recordings have \
      labels, the page also contains the error rates and the proposal of `flickctl evaluate`. It is a single file, which \
      needs no network and no script, and prints on A4. Writes no other file.

      Replaces a former page. Refuses to replace an input, and, without --force, any other file. `-o -` writes to standard \
      output.

      Exit codes: 65 a recording is damaged or has no events, 66 there is no such file, 73 cannot write the page.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, each alone, with what the finger did, or with the person.",
      valueName: "[station=|person=]file"))
  var files: [ReportedFile]
  @Option(name: .shortAndLong, help: ArgumentHelp("Write the page to this file.", valueName: "file"))
  var output: String
  @OptionGroup var forcing: ForceOption
  @OptionGroup var surrounding: SurroundingOptions
  @OptionGroup var tuning: ProposalOptions
  @OptionGroup var options: SettingsOptions

  func validate() throws {
    for file in files { try file.check() }
    try MeasuredFile.checkPairs(files.map(\.measured))
  }

  func run() throws {
    let settings = try options.settings()
    let file = OutputFile(
      output, advice: "choose another file with -o",
      inputs: files.map(\.measured.path) + (try options.inputs()), isForced: forcing.force)
    try file.check(for: .page)
    let segments = try files.map {
      RecordedSegment(file: $0.measured, recording: try recording(in: $0.measured.path))
    }
    for (file, segment) in zip(files, segments) where segment.recording.labels.isEmpty {
      guard let unknown = file.unknown else { continue }
      throw failure(
        .usage,
        unknown.message + "; it is no person either: \(unknown.path ?? "") has no labels of people's strokes")
    }
    let surroundings = surrounding.measured
    let panels = PanelReport.groups(of: segments).compactMap { group in
      PanelReport(group, settings: settings, surroundings: surroundings)
        .map { ReportedPanel($0, of: group, settings: settings) }
    }
    guard !panels.isEmpty else {
      throw failure(.badData, "the configuration disables the panel of these recordings: set enabled = true")
    }
    let labelled = zip(files, segments).filter { !$0.1.recording.labels.isEmpty }.map(\.0.personal)
    let strokes = try LabelledRecordings(labelled, settings: settings).strokes
    let people =
      strokes.isEmpty ? nil : StrokeReport(strokes, cost: tuning.cost, seed: UInt64(tuning.seed))
    try file.write(Array(ReportPage(panels: panels, people: people).text.utf8), as: .page)
    if !file.isStandardOutput { note("wrote \(output.terminalText)") }
  }
}

/// A recording on the command line, with what the finger did or with the person.
struct ReportedFile: ExpressibleByArgument {
  var measured: MeasuredFile
  var personal: PersonalRecording

  init?(argument: String) {
    guard let measured = MeasuredFile(argument: argument),
      var personal = PersonalRecording(argument: argument)
    else { return nil }
    if measured.station != nil {
      (personal.person, personal.path) = (nil, measured.path)
      self.measured = measured
    } else {
      self.measured = MeasuredFile(path: personal.path, station: nil)
    }
    self.personal = personal
  }

  /// The word before the file, if it is not a station but maybe a person.
  var unknown: UnknownStation? {
    personal.person.map { UnknownStation(word: $0, path: personal.path) }
  }

  /// Throws if the word before `=` is a misspelled station, or if no file is after it.
  func check() throws(ValidationError) {
    guard let unknown else { return try measured.check() }
    guard unknown.isMisspelled else { return }
    throw ValidationError(unknown.message + "; choose another word for a person of this name")
  }
}

/// The measurements of a panel with what their pictures show.
struct ReportedPanel {
  let report: PanelReport
  let traces: PanelTraces
  let strokes: [(why: String, stroke: StrokeTrace)]
  /// What is wrong, in the order of the page.
  let faults: [PanelFault]

  init(_ report: PanelReport, of group: [RecordedSegment], settings: Settings) {
    self.report = report
    faults = PanelFault.list(report)
    var traces = PanelTraces(report.measured)
    var choice: StrokeChoice?
    for (number, segment) in group.enumerated() {
      traces.add(segment.recording.events, segment: number, station: segment.file.station)
      guard let panel = RecordedPanel.panels(for: [segment.recording], settings: settings).first else {
        continue
      }
      if choice == nil { choice = StrokeChoice(rule: panel.setup.rule) }
      choice?.add(panel, file: segment.file.path)
    }
    self.traces = traces
    strokes = choice?.chosen ?? []
  }

  /// The fault of a kind; nil if the panel does not have it.
  func fault(_ kind: PanelFault.Kind) -> PanelFault? { faults.first { $0.kind == kind } }
}
