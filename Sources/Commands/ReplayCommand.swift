internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Pipeline
internal import Recordings
internal import Scenarios
internal import Settings
internal import Terminal

/// `flickctl replay`: runs recordings through the daemon's pipeline at full speed.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Run recordings through flickd's pipeline and print the swipe lines.",
    discussion: """
      Prints exactly the lines that a client of `flickd --replay` receives, one JSON object each. \
      Recordings: evemu text (alone or with a description beside it), `libinput record`, `getevent -lt`, evtest; gzip too. \
      A scenario (`.touch`) is played on a panel of 217 x 136 mm, with its own configuration and requests.
      What if: flickctl replay --table --set distance=25mm swipes.evemu
      With --table, standard error ends with the number of swipes, and of the contacts that became none and why.
      """)

  @Argument(help: ArgumentHelp("Recordings, played one after the other.", valueName: "file")) var files:
    [String]
  @Option(
    help: ArgumentHelp(
      "Print only these phases: begin,update,end,cancel,press,release. (default: end,cancel)",
      valueName: "list"),
    transform: PhaseList.read)
  var phases = PhaseList(phases: .standard)
  @Option(help: "The unit of lengths: mm, pt or fraction.", transform: Self.unit) var unit = LengthUnit
    .millimeters
  @Option(
    help: ArgumentHelp(
      "Add to each begin and update where the finger will be after this time, 1 to 100.", valueName: "ms"),
    transform: LookaheadTime.read)
  var lookahead: LookaheadTime?
  @OptionGroup var recorded: RecordedPanelOptions
  @OptionGroup var overrides: SettingOverrides
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print a table for people instead of JSON lines.") var table = false
  @Flag(help: "Print JSON lines (the default).") var json = false

  private static func unit(_ word: String) throws -> LengthUnit {
    // Pixels need a surface, and only a client can specify one.
    let known = LengthUnit.allCases.filter { $0 != .pixels }
    guard let unit = known.first(where: { $0.rawValue == word }) else {
      let units = known.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(word)' is not a unit here: use one of \(units)")
    }
    return unit
  }

  func validate() throws {
    try SettingOverrides.check(files)
    try PhaseList.check(files)
    if lookahead != nil { try LookaheadTime.check(phases.phases) }
    if table, json { throw ValidationError("--table and --json exclude each other: choose one") }
  }

  func run() throws {
    let recordings = try files.flatMap(recorded.played)
    let settings = try settings(for: recordings)
    var view = View(unit: unit, level: .positions, phases: phases.phases)
    view.lookahead = lookahead?.interval
    var sink = LinePrinter(
      client: ReplayClient(view: view, settings: settings.first ?? Settings()),
      rows: table ? SwipeRows() : nil)
    var numbering = SwipeNumbering()
    let panels = RecordedPanel.panels(for: zip(recordings, settings).map { ($0, $1) })
    sink.summary.add(recordings, played: panels.count)
    for panel in panels { sink.rows?.add(panel: panel.setup.message.panelID) }
    for panel in panels {
      var run = ScenarioRun(panel, options: overrides.set)
      do throws(ScenarioError) {
        try run.play(numbering: &numbering, into: &sink)
      } catch {
        throw failure(.badData, error.description)
      }
      sink.summary.end(panel.setup, counts: run.playback.counts)
      try sink.flush()
    }
    // Without a line, silence would look like a fault.
    if table || sink.client.isEmpty { note(sink.summary.text) }
  }

  /// The settings for each recording: those of its scenario, or else of the configuration files.
  private func settings(for recordings: [Recording]) throws -> [Settings] {
    let areAllOwn = recordings.allSatisfy { $0.configuration != nil }
    let common: Settings? = try areAllOwn ? nil : options.settings(with: overrides)
    return try recordings.map { recording in
      guard let own = recording.configuration else { return common ?? Settings() }
      guard options.config == nil else {
        throw failure(
          .usage, "\(own.file.terminalText): this scenario has its own configuration: remove --config")
      }
      return try options.settings(in: [own.tomlFile], with: overrides)
    }
  }
}

/// Prints the facts of one panel after another as the lines of one connection.
private struct LinePrinter: ReplaySink, ~Copyable {
  var client: ReplayClient
  /// The rows of a table; nil for JSON lines.
  var rows: SwipeRows?
  /// What became of the contacts.
  var summary = ReplaySummary()

  init(client: ReplayClient, rows: SwipeRows?) {
    self.client = client
    self.rows = rows
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    summary.add(fact)
    client.receive(fact)
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    summary.add(fact)
    client.receive(fact)
  }

  mutating func flush() throws {
    let lines = client.takeLines()
    guard rows != nil else { return try writeOutput(json: lines) }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let row: String? =
        switch ServerMessage(Array(line)) {
        case .swipe(let swipe): rows?.row(for: swipe)
        case .press(let press): rows?.row(for: press)
        default: nil
        }
      if let row { try writeOutput(styled: row) }
    }
  }
}

/// A list of phases as a person writes it.
struct PhaseList {
  var phases: Phases

  /// Reads the list; the error names the word that is not a phase, and the nearest one.
  static func read(_ text: String) throws -> PhaseList {
    var phases: Phases = []
    for word in text.split(separator: ",") {
      guard let phase = Phase(word: word) else {
        let near = nearest(to: String(word), in: names).map { "did you mean `\($0)`? " } ?? ""
        throw ValidationError(
          "'\(word)' is not a phase: \(near)The phases are \(names.joined(separator: ", "))")
      }
      phases.formUnion(Phases(phase))
    }
    if phases.isEmpty {
      throw ValidationError("it names no phase: the phases are \(names.joined(separator: ", "))")
    }
    return PhaseList(phases: phases)
  }

  /// Throws if a word that should be a file is a phase, behind a blank in place of a comma.
  static func check(_ arguments: [String]) throws(ValidationError) {
    guard
      let word = arguments.first(where: { names.contains($0) && (try? SystemCalls.target(of: $0)) == nil })
    else { return }
    throw ValidationError("'\(word)' is a phase: write the phases with commas, such as --phases begin,end")
  }

  private static let names = Phase.words
}
