internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Installation
internal import LinuxIO
internal import Pipeline
internal import Recordings
internal import Terminal

/// `flickctl record`: writes the touches of a panel to a file, also while flickd runs.
struct RecordCommand: ParsableCommand {
  /// The words of ``RecordingLabel``.
  enum Label: String, CaseIterable, ExpressibleByArgument {
    case flick
    case drag
    case tap
    case scroll
  }

  /// The words of ``RecordingText/Format``.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case evemu
    case libinput
  }

  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record the touches of a touchscreen in a file.",
    discussion: """
      Example: flickctl record -o flicks.evemu --for 30s --label flick

      flickd may run at the same time. Contacts that start in private zones are left out. The recording ends after \
      --for, on Ctrl-C, or when the panel is unplugged. `flickctl replay` decides the recording again. Never replaces a \
      recording. `-o -` writes to standard output.

      Exit codes: 64 several touchscreens, 66 no such touchscreen, 73 cannot write, 75 unplugged, 77 no permission.
      """)

  @Argument(help: ArgumentHelp("The panel, by its id, node or name; not needed for the only one."))
  var panel: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The new file; .yml and .yaml choose the format libinput, .gz compresses.", valueName: "file"))
  var output: String
  @Option(
    help: ArgumentHelp("End after this time, for example 30s.", valueName: "time"),
    transform: TimeSpan.read)
  var `for`: TimeSpan?
  @Option(help: "What the contacts mean: flick, drag, tap or scroll.")
  var label: Label?
  @Option(
    help: ArgumentHelp("The person at the panel: `evaluate` and `tune` compare people.", valueName: "name"))
  var person: String?
  @Option(help: "The format: evemu (the default) or libinput.")
  var format: Format?
  @Flag(help: "Record contacts in private zones too.") var includePrivate = false
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @Option(help: ArgumentHelp("The socket of flickd, which knows a learned lift delay.", valueName: "path"))
  var socket: String?
  @OptionGroup var options: SettingsOptions
  @OptionGroup var forcing: ForceOption
  @Flag(help: "Print the summary as one JSON object.") var json = false

  func validate() throws {
    if let time = self.for, time.interval < .milliseconds(1) {
      throw ValidationError("--for must be at least 1ms")
    }
    if let person { try checkPerson(person) }
  }

  func run() throws {
    let newFile = OutputFile(
      output, advice: "choose another file with -o", inputs: try options.inputs(), isForced: forcing.force)
    if json, newFile.isStandardOutput {
      throw failure(.usage, "the recording and --json both use standard output: choose a file with -o")
    }
    let touchscreen = try ChosenTouchscreen(panel, seat: Seat.chosen(seat), settings: try options.settings())
    let learned =
      touchscreen.setup.recognition.liftDelay == nil
      ? LearnedDelay.ask(SocketPath.client(named: socket), of: touchscreen.node.node) : nil
    let file = try RecordingOutput(creating: newFile)
    let format =
      format.flatMap { RecordingText.Format(rawValue: $0.rawValue) } ?? RecordingText.Format(suffixOf: output)
    let label = label.flatMap { RecordingLabel(rawValue: $0.rawValue) }
    note(
      "\(output.terminalText): a recording contains touches, which can reveal PINs and passwords: only you can read it"
    )
    if touchscreen.isTouched { note("a finger is on the panel: the recording leaves it out until it lifts") }
    var loop = try RecordLoop(
      touchscreen, to: file, as: RecordingText(format, label: label, person: person), learned: learned,
      isPrivateIncluded: includePrivate)
    let end = try loop.run(for: self.for?.interval)
    let summary = loop.summary(format: format, end: end)
    if json { try writeOutput(json: summary.object) } else { note(summary.text) }
    guard end != .unplugged else {
      throw failureOfUnplugged(touchscreen.node.node, advice: ", with another file")
    }
  }
}

extension RecordingText.Format {
  /// The format that the suffix of a file chooses.
  init(suffixOf path: String) {
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    self = name.hasSuffix(".yml") || name.hasSuffix(".yaml") ? .libinput : .evemu
  }
}

/// Ends the command if a recording cannot contain this name of a person.
func checkPerson(_ name: String) throws {
  guard let fault = RecordedPerson.fault(of: name) else { return }
  throw ValidationError("--person '\(name.terminalText)': \(fault): choose another name")
}
