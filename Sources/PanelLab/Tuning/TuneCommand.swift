internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Settings
internal import Terminal

/// `flickctl tune`: guided tries of people on a panel, and the thresholds that suit these people.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Let people try flicks, drags and taps, and propose the thresholds that suit them.",
    discussion: """
      Example: flickctl tune --person anna --person ben --save tries.evemu

      Asks each person for ten flicks, ten slow drags, ten taps and a few scrolls, and prints after each try what the present \
      rule decides. flickd may run at the same time. `u` and Enter take the last try back, Enter goes on, Ctrl-D ends the \
      tries, Ctrl-C ends the command without a proposal. With --save, each try is in the file as soon as it counts: Ctrl-C, \
      a kill or a full disk loses no earlier try. Then prints the proposed thresholds, with the error rates of the \
      same strokes before and after. A proposal needs 5 people; `--from` adds people of saved tries and of labelled recordings.

      With --write, shows the thresholds as a change of a drop-in for the panel, checks the whole configuration with the \
      change, replaces the file and reloads flickd. Writes only thresholds that are known within 15 %. Without --write and \
      --save, writes no file.

      Exit codes: 64 several touchscreens, 65 a recording is damaged or there is no stroke, with --write also a panel without ids, 66 there is no such file or \
      panel, 73 a file cannot be created, 75 unplugged, 77 no permission, 78 the configuration is bad, or a later rule \
      overrides the thresholds, 130 ended by Ctrl-C.
      """)

  @Argument(help: ArgumentHelp("The panel, by its id, node or name; not needed for the only one."))
  var panel: String?
  @Option(
    help: ArgumentHelp(
      "A person who tries; repeat the option for more people, in their order.", valueName: "name"))
  var person: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Use labelled recordings; without --person, no panel is read. May be repeated.",
      valueName: "[person=]file"))
  var from: [PersonalRecording] = []
  @Option(help: ArgumentHelp("How many tries of each kind a person makes.", valueName: "number"))
  var tries = TriedTouches.tries
  @Option(
    help: ArgumentHelp(
      "How long to wait for a try before the next exercise. (default: 60s)", valueName: "time"),
    transform: TimeSpan.read)
  var timeout = TimeSpan(TriedTouches.patience)
  @Option(
    help: ArgumentHelp("Save the tries as a labelled recording in this new file.", valueName: "file"))
  var save: String?
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @OptionGroup var tuning: ProposalOptions
  @Flag(help: "Write the proposed thresholds into a drop-in for the panel, and reload flickd.")
  var write = false
  @OptionGroup var forcing: ForceOption
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object.") var json = false

  /// Whether people try on a panel.
  private var isLive: Bool { from.isEmpty || !person.isEmpty }

  func validate() throws {
    for file in from { try file.check() }
    guard (1...100).contains(tries) else { throw ValidationError("--tries must be 1 to 100") }
    guard timeout.interval >= .milliseconds(100) else {
      throw ValidationError("--timeout must be at least 100ms")
    }
    for name in person { try checkPerson(name) }
    guard Set(person).count == person.count else {
      throw ValidationError("two people have the same name: use two different --person")
    }
    if let panel, !MeasuredFile(path: panel, station: nil).isPanel {
      throw ValidationError("'\(panel.terminalText)' is a file: write --from \(panel.terminalText)")
    }
    if !isLive { try refuseLive([("--seat", seat != nil)]) }
    guard isLive || panel == nil && save == nil else {
      throw ValidationError("--from alone reads no panel: add --person, or remove the panel and --save")
    }
  }

  func run() throws {
    let settings = try options.settings()
    var tried = try LabelledRecordings(from, settings: settings)
    guard isLive else { return try propose(from: tried) }
    // Otherwise the tries would have to be repeated.
    if write { try writer.checkPermission() }
    let file = try newFile()
    let touchscreen = try ChosenTouchscreen(
      panel, seat: Seat.chosen(seat), settings: settings,
      otherwise: panel.map { "for a person, write --person \($0.terminalText)" })
    let tuned = TunedPanel(touchscreen.setup, subject: touchscreen.node.subject)
    if write, tuned.subject.ids == nil {
      throw failure(
        .badData,
        "\(tuned.name.terminalText) has no vendor id, so a rule could match other panels: "
          + "run the command without --write, and copy the thresholds")
    }
    var guide = try GuidedTuning(
      touchscreen, session: TuningSession(people: person.isEmpty ? [""] : person, tries: tries),
      patience: timeout.interval, file: file)
    tried.add(try guide.strokes(), of: tuned)
    try propose(from: tried, isOutputUsed: file?.isStandardOutput == true) {
      try guide.endIfSignalled()
      if let path = try guide.savedPath() {
        note("wrote \(path.terminalText): only you can read it, because a recording contains touches")
      }
    }
  }

  private var writer: SettingsWriter { SettingsWriter(options, of: .tuned, isForced: forcing.force) }

  /// The file of `--save`; ends the command if it cannot be written: the tries would have to be
  /// repeated.
  private func newFile() throws -> OutputFile? {
    guard let save else { return nil }
    let file = OutputFile(
      save, advice: "choose another file with --save",
      inputs: from.map(\.path) + (try options.inputs()), isForced: forcing.force)
    try file.checkAppending()
    if json, file.isStandardOutput {
      throw failure(.usage, "the recording and --json both use standard output: choose a file with --save")
    }
    return file
  }

  /// Prints the proposal, and writes it if the user wants that.
  ///
  /// `prepare` runs between both, before a drop-in is written, and may end the command.
  /// `isOutputUsed` prints on standard error, because standard output has the recording.
  private func propose(
    from tried: LabelledRecordings, isOutputUsed: Bool = false,
    preparingToWrite prepare: () throws -> Void = {}
  ) throws {
    guard !tried.strokes.isEmpty else {
      throw failure(
        .badData, "there is no stroke to tune by: run `flickctl tune`, or record with `record --label`")
    }
    let report = StrokeReport(tried.strokes, cost: tuning.cost, seed: UInt64(tuning.seed))
    // The thresholds are written even if the reader of the report has closed.
    let text = report.comparison.withoutLastNewline
    if isOutputUsed { note(text) }
    let printed = Result { if !json, !isOutputUsed { try writeOutput(text) } }
    var writer = writer
    let outcome = Result {
      try prepare()
      if write { try writer.write(tried.panels.map { $0.settings(by: report) }) }
    }
    if json { try writeOutput(json: report.json(written: write ? writer.written.values.sorted() : nil)) }
    try outcome.get()
    try printed.get()
  }
}

/// A panel on which strokes were tried.
struct TunedPanel {
  let name: String
  let subject: RuleSubject

  /// Creates the panel with this setup.
  init(_ setup: PanelSetup, subject: RuleSubject) {
    (name, self.subject) = (setup.message.name, subject)
  }

  /// Whether a rule for one of the panels matches the other.
  func isSameRule(as other: TunedPanel) -> Bool { subject.match().toml == other.subject.match().toml }

  /// The proposed thresholds that differ from the present ones and are known well enough.
  func settings(by report: StrokeReport) -> WrittenSettings {
    let lines = ProposedKey.allCases.compactMap { key -> WrittenSettings.Line? in
      guard let value = report.proposal.thresholds[key], let interval = report.proposal.intervals[key],
        report.proposal.isStable(key), report.present[key].map(key.toml) != key.toml(value)
      else { return nil }
      let range = "\(key.number(interval.lowerBound))–\(key.number(interval.upperBound)) \(key.unit)"
      return WrittenSettings.Line(
        key: key.rawValue, value: key.toml(value),
        origin: "\(report.strokes.count) strokes of \(report.people.count) people, 95 % \(range)")
    }
    return WrittenSettings(name: name, subject: subject, lines: lines)
  }
}
