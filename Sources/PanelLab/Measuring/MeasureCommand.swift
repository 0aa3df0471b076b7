internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Recordings
internal import Settings
internal import Terminal

/// `flickctl measure`: measures a panel, live or in recordings, and grades it by published limits.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure a panel, and grade it by the limits of Windows and ChromeOS.",
    discussion: """
      Without recordings, asks for one exercise after the other on the panel, the stations, and measures them. Enter skips \
      a station, Ctrl-C ends with the report. flickd may run at the same time.

      Every recording shows the report rate, gaps, the first movement, the lift delay, the clock, the grid and drops. Other \
      metrics need a station, the exercise that the finger did. Write it before the file: \(Station.wordList).

      Example: flickctl measure resting=rest.evemu taps=taps.evemu swipes=swipes.evemu

      With --write, shows the settings of the findings as a change of a drop-in, checks the whole configuration with the \
      change, replaces the file and reloads flickd. Without --write, writes no file.

      With --entry, prints an entry of the library to contribute, for example into a file of /etc/flickd/panels.d: the measured \
      values that every panel of this kind has, each with its evidence. If no value was measured, says why.

      Exit codes: 65 a recording is damaged or has no events, 66 there is no such file. With --require: 1 a grade of this \
      source is `fail`, 2 a metric that this source requires was not measured. With --write: 65 the panel has no ids, 73 the \
      drop-in cannot be created, 77 no permission, 78 the configuration is bad, or a later rule overrides the settings.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, each alone or with what the finger did; or the id, node or name of a panel.",
      valueName: "[station=]file | panel"))
  var inputs: [MeasuredFile] = []
  @Option(
    help: ArgumentHelp(
      "Only these stations of a live panel, separated by commas. (default: all)", valueName: "list"),
    transform: Self.stations)
  var stations: [Station]?
  @Option(
    help: ArgumentHelp("How long to wait at each station. (default: 60s)", valueName: "time"),
    transform: TimeSpan.read)
  var timeout: TimeSpan?
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @OptionGroup var surrounding: SurroundingOptions
  @OptionGroup var recording: RecordedPanelOptions
  @Option(
    help: ArgumentHelp(
      "Exit with 1 if a grade of this source fails, else with 2 if one is missing: w8, w10, chromeos; may be repeated."
    ))
  var require: [RequiredSource] = []
  @Flag(help: "Write the settings of the findings into a drop-in for each panel, and reload flickd.")
  var write = false
  @Flag(help: "Print a library entry with the measured values, instead of the report.")
  var entry = false
  @OptionGroup var forcing: ForceOption
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object.") var json = false

  private static func stations(_ text: String) throws -> [Station] {
    if text == "all" { return Station.all }
    let stations = try text.split(separator: ",").map { word in
      guard let station = Station(word: String(word)) else {
        throw ValidationError(UnknownStation(word: String(word), path: nil).message)
      }
      return station
    }
    if stations.isEmpty { throw ValidationError("it names no station: The stations are \(Station.wordList)") }
    return stations
  }

  func validate() throws {
    for input in inputs { try input.check() }
    try MeasuredFile.checkPairs(inputs)
    if !isLive {
      try refuseLive([
        ("--stations", stations != nil), ("--timeout", timeout != nil), ("--seat", seat != nil),
      ])
    }
    if entry, json || write {
      throw ValidationError("--entry and --\(json ? "json" : "write") exclude each other: choose one")
    }
    if isLive, recording.size != nil || recording.ranges != nil {
      throw ValidationError("--size and --ranges describe the panel of a recording: name the recording")
    }
    if let timeout, timeout.interval < .milliseconds(100) {
      throw ValidationError("--timeout must be at least 100ms")
    }
  }

  func run() throws {
    let settings = try options.settings()
    var writer = SettingsWriter(options, of: .measured, isForced: forcing.force)
    // Otherwise the exercises would have to be repeated with the permission.
    if write, isLive { try writer.checkPermission() }
    let surroundings = surrounding.measured
    let reports =
      try isLive
      ? [live(inputs.first?.path, settings, surroundings)] : recorded(settings, surroundings)
    // The settings are written even if the reader of the report has closed.
    let printed = Result {
      if entry {
        try printEntries(of: reports)
      } else if !json {
        try writeOutput(reports.map(\.text).joined(separator: "\n").withoutLastNewline)
      }
    }
    let outcome = Result { if write { try writer.write(reports.map(\.written)) } }
    if json { try writeOutput(json: PanelReport.json(reports, written: write ? writer.written : nil)) }
    try outcome.get()
    try printed.get()
    try enforceRequirements(reports)
  }

  /// Prints the library entries, and for each panel without one the reason.
  private func printEntries(of reports: [PanelReport]) throws {
    for report in reports {
      let name = report.panel.name.terminalText
      guard report.entry != nil else {
        note("\(name): there is nothing for an entry: \(report.reasonForNoEntry)")
        continue
      }
      if report.subject.ids == nil {
        note("\(name) has no vendor id, so the entry matches its name: other panels may have the same name")
      }
    }
    let entries = reports.compactMap(\.entry)
    if !entries.isEmpty { try writeOutput(entries.joined(separator: "\n\n")) }
  }

  /// Whether to measure a live panel, and not recordings.
  private var isLive: Bool { inputs.isPanel }

  private func live(
    _ name: String?, _ settings: Settings, _ surroundings: MeasuredSurroundings
  ) throws -> PanelReport {
    let advice = name.flatMap(Station.init(word:)).map { "for a station, write --stations \($0.word)" }
    let touchscreen = try ChosenTouchscreen(
      name, seat: Seat.chosen(seat), settings: settings, otherwise: advice)
    var guide = try GuidedMeasurement(
      touchscreen, stations: stations ?? Station.all, patience: timeout?.interval ?? .seconds(60),
      surroundings: surroundings)
    return try guide.report()
  }

  private func recorded(
    _ settings: Settings, _ surroundings: MeasuredSurroundings
  ) throws -> [PanelReport] {
    let segments = try inputs.map {
      RecordedSegment(file: $0, recording: try recording.recording(in: $0.path))
    }
    let reports = PanelReport.list(of: segments, settings: settings, surroundings: surroundings)
    guard !reports.isEmpty else {
      throw failure(.badData, "the configuration disables the panel of these recordings: set enabled = true")
    }
    return reports
  }

  /// Exits with 1 if a required source fails a panel, else with 2 if one requires a metric that was
  /// not measured.
  private func enforceRequirements(_ reports: [PanelReport]) throws {
    var isFailed = false
    var isIncomplete = false
    for required in require {
      let grades = reports.flatMap { $0.grades(by: required.source) }
      let failed = grades.filter { $0.grade.isFailure }
      let missing = grades.filter { $0.grade.isMissing && $0.row.isRequired }
      if !failed.isEmpty { note("\(required.source.rawValue): failed: \(Self.names(failed))") }
      if !missing.isEmpty { note("\(required.source.rawValue): not measured: \(Self.names(missing))") }
      isFailed = isFailed || !failed.isEmpty
      isIncomplete = isIncomplete || !missing.isEmpty
    }
    if isFailed { throw ArgumentParser.ExitCode(1) }
    if isIncomplete { throw ArgumentParser.ExitCode(2) }
  }

  private static func names(_ grades: [(row: LimitRow, grade: Grade)]) -> String {
    var names: [String] = []
    for (row, _) in grades where !names.contains(row.metric.rawValue) { names.append(row.metric.rawValue) }
    return names.joined(separator: ", ")
  }
}

/// Throws if an option that describes a live panel is given with a recording.
func refuseLive(_ options: [(name: String, isGiven: Bool)]) throws(ValidationError) {
  guard let given = options.first(where: { $0.isGiven }) else { return }
  throw ValidationError("\(given.name) describes a live panel, not a recording: remove it")
}

/// A recording on the command line, with what the finger did: `resting=rest.evemu`.
struct MeasuredFile: ExpressibleByArgument {
  var path: String
  var station: Station?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let station = Station(word: String(parts[0])) {
      self.init(path: String(parts[1]), station: station)
    } else {
      self.init(path: argument, station: nil)
    }
  }

  /// Whether there is something at the path.
  var isFile: Bool { (try? SystemCalls.target(of: path)) != nil }

  /// Whether this is the id, node or name of a panel, and not a file.
  var isPanel: Bool {
    if path.hasPrefix("/dev/") { return true }
    return !isFile && station == nil && !RecordingFile.suffixes.contains { path.hasSuffix($0) }
  }

  /// Throws if the arguments have a station without `=` before its file.
  static func checkPairs(_ files: [MeasuredFile]) throws(ValidationError) {
    for (file, next) in zip(files, files.dropFirst()) where file.station == nil && !file.isFile {
      guard Station(word: file.path) != nil else { continue }
      throw ValidationError("'\(file.path)' is a station: write \(file.path)=\(next.path.terminalText)")
    }
  }

  /// Throws if the word before `=` does not name a station, or if no file follows.
  func check() throws(ValidationError) {
    if let station, path.isEmpty { throw ValidationError("\(station.word)= needs a file after it") }
    guard station == nil, let unknown = UnknownStation(argument: path) else { return }
    throw ValidationError(unknown.message)
  }

  init(path: String, station: Station?) {
    (self.path, self.station) = (path, station)
  }
}

extension [MeasuredFile] {
  /// Whether the arguments name a panel, or leave the choice to the command; else recordings.
  var isPanel: Bool { isEmpty || count == 1 && self[0].isPanel }
}

/// A publisher of limits on the command line.
struct RequiredSource: ExpressibleByArgument {
  var source: LimitSource

  init?(argument: String) {
    guard let source = LimitSource(rawValue: argument) else { return nil }
    self.source = source
  }

  static var allValueStrings: [String] { LimitSource.allCases.map(\.rawValue) }
}
