internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Settings
internal import Terminal

/// `flickctl monitor`: a live view of one panel on a terminal.
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Watch contacts, speeds, thresholds and decisions on a terminal, also over ssh.",
    discussion: """
      Example: ssh kiosk flickctl monitor --plain

      Shows a map of the panel, its contacts, the swipe in progress against its thresholds, and the last decisions. Reads the \
      panel itself, without a grab, and decides by flickd's own rules: flickd may run at the same time. Plays recordings at \
      their own speed, so no touchscreen is needed. Contacts that start in private zones are not shown.

      `q` or Ctrl-C quits, `c` clears the decisions, Ctrl-Z stops, Ctrl-L draws again. The view needs 80 columns and 24 rows. \
      NO_COLOR removes the colours. A locale without UTF-8 gets ASCII. Over ssh, use `ssh -t` for the view.

      Exit codes: 64 several touchscreens, or no terminal for the view, 65 a recording is damaged or has no events, 66 no \
      such touchscreen or file, 75 unplugged, 77 no permission.
      """)

  @Argument(
    help: ArgumentHelp(
      "The panel, by its id, node or name; or recordings.", valueName: "panel | file"),
    completion: .file())
  var inputs: [MeasuredFile] = []
  @Flag(help: "Print lines instead: one for each ended swipe, and one a second while touched.")
  var plain = false
  @Flag(help: "Show contacts in private zones too.") var includePrivate = false
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @OptionGroup var options: SettingsOptions

  func validate() throws {
    if !inputs.isPanel { try refuseLive([("--seat", seat != nil)]) }
  }

  func run() throws {
    if !plain { try checkTerminal() }
    let settings = try options.settings()
    let watched = WatchOptions(zones: settings.publicZones, isPrivateIncluded: includePrivate)
    let source = try WatchedInput(inputs, seat: seat, settings: settings, options: watched)
      .source(now: SystemCalls.monotonicMicroseconds())
    let hasEnded: Bool
    if plain {
      var monitor = try PlainMonitor(source)
      hasEnded = try monitor.run()
    } else {
      let isColored = (SystemCalls.environment("NO_COLOR") ?? "").isEmpty
      var loop = try MonitorLoop(
        source, isColored: isColored, glyphs: Glyphs(environment: SystemCalls.environment))
      hasEnded = try loop.run()
    }
    if hasEnded, source is LiveSource { throw failureOfUnplugged(source.watch.state.source) }
  }

  /// Ends the command if the view cannot be drawn.
  private func checkTerminal() throws {
    guard SystemCalls.isTerminal(descriptor: 1) else {
      throw failure(
        .usage, "standard output is not a terminal: add --plain for lines, or use `ssh -t` for the view")
    }
    let kind = SystemCalls.environment("TERM") ?? ""
    guard !kind.isEmpty, kind != "dumb" else {
      throw failure(
        .usage, "TERM is '\(kind.terminalText)', which cannot move the cursor: add --plain for lines")
    }
  }
}
