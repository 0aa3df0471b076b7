internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import PanelTuning
internal import Terminal

/// `flickctl evaluate`: error rates and thresholds from labelled recordings.
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Judge the rule by labelled recordings of people, and propose thresholds.",
    discussion: """
      Example: flickctl evaluate anna=anna.evemu ben=ben.evemu --svg pictures

      `flickctl record --label flick --person anna` writes such recordings. A flick and a drag should commit, a tap should \
      not, and a drag should not be released as fast as a flick. Scrolls are counted, but not judged. Prints what each \
      criterion and the rule of the configuration catch and what they take by mistake, with 95 % intervals; the same for \
      each person with thresholds that were proposed without this person; and the proposed thresholds.

      Exit codes: 65 a recording is damaged or no stroke has a label, 66 there is no such file, 73 cannot write a picture.
      """)

  @Argument(
    help: ArgumentHelp("Labelled recordings, each alone or with the person.", valueName: "[person=]file"))
  var files: [PersonalRecording]
  @OptionGroup var tuning: ProposalOptions
  @Option(help: ArgumentHelp("Write pictures into this folder.", valueName: "folder"))
  var svg: String?
  @OptionGroup var forcing: ForceOption
  @OptionGroup var overrides: SettingOverrides
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    for file in files { try file.check() }
    try SettingOverrides.check(files.map { [$0.person, $0.path].compactMap(\.self).joined(separator: "=") })
    if svg == OutputTarget.standardOutput || svg?.isEmpty == true {
      throw ValidationError("--svg writes two pictures, and needs a folder")
    }
  }

  func run() throws {
    let settings = try options.settings(with: overrides)
    // With the report, a refusal would come after the work.
    if let svg, let found = try? SystemCalls.target(of: svg), found.kind != .folder {
      throw failure(
        .cannotCreate, "--svg needs a folder, and \(svg.terminalText) is a file: choose another folder")
    }
    if let svg { for name in StrokeReport.pictureNames { try picture(name, in: svg).check(for: .picture) } }
    let strokes = try LabelledRecordings(files, settings: settings).strokes
    guard !strokes.isEmpty else {
      throw failure(
        .badData,
        "no stroke has a label: record strokes with `flickctl record --label flick --person NAME -o FILE`")
    }
    let report = StrokeReport(strokes, cost: tuning.cost, seed: UInt64(tuning.seed))
    let pictures = try svg.map { try write(report, into: $0) }
    if json { return try writeOutput(json: report.json(pictures: pictures)) }
    try writeOutput(report.text.withoutLastNewline)
    for picture in pictures ?? [] { note("wrote \(picture)") }
  }

  private func write(_ report: StrokeReport, into folder: String) throws -> [String] {
    try report.pictures.map { name, text in
      let file = try picture(name, in: folder)
      try file.write(Array(text.utf8), as: .picture)
      return file.path
    }
  }

  private func picture(_ name: String, in folder: String) throws -> OutputFile {
    OutputFile(
      "\(folder)/\(name)", advice: "choose another folder with --svg",
      inputs: files.map(\.path) + (try options.inputs()), isForced: forcing.force,
      makesFolder: true)
  }
}

/// The options of a proposal.
struct ProposalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The cost of a miss against a false commit; people repeat a missed swipe.", valueName: "share"))
  var cost = StrokeReport.usualCost
  @Option(help: ArgumentHelp("The seed of the bootstrap over people.", valueName: "number"))
  var seed = StrokeReport.usualSeed

  func validate() throws {
    guard cost > 0, cost <= 1000 else { throw ValidationError("--cost must be above 0 and at most 1000") }
  }
}
