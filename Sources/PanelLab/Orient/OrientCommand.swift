internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Settings
internal import Terminal

/// `flickctl orient`: finds a panel's orientation with two swipes, and prints the configuration.
///
/// No input device knows how a compositor has rotated the picture, but the user sees it.
struct OrientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orient",
    abstract: "Find a panel's rotation and mirror by two swipes, and print the configuration lines.",
    discussion: """
      Asks for a swipe to the right and a swipe down, as you see the picture. Prints a [[panel]] rule with which flickd \
      reports them as right and down. flickd may run at the same time. The configured rotation has no effect. With a \
      recording, uses its first two swipes.
      """)

  @Argument(help: ArgumentHelp("A recording of the two swipes, instead of a live panel.", valueName: "file"))
  var file: String?
  @Option(help: ArgumentHelp("The panel, by its id or node; by default the swiped one.", valueName: "id"))
  var panel: String?
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @Option(
    help: ArgumentHelp("How long to wait for each swipe. (default: 60s)", valueName: "time"),
    transform: TimeSpan.read)
  var timeout: TimeSpan?
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    if file != nil, panel != nil { throw ValidationError("a recording has only one panel: remove --panel") }
    if file != nil { try refuseLive([("--seat", seat != nil), ("--timeout", timeout != nil)]) }
    if let timeout, timeout.interval < .milliseconds(100) {
      throw ValidationError("--timeout must be at least 100ms")
    }
  }

  func run() throws {
    let settings = try options.settings()
    let found = try file.map { try RecordedSwipes.orientation(in: $0, settings: settings) } ?? live(settings)
    for text in found.remarks { note(text) }
    if json { try writeOutput(json: found.json) } else { try writeOutput(found.toml.withoutLastNewline) }
  }

  private func live(_ settings: Settings) throws -> FoundOrientation {
    let panels = try TouchedPanels(settings: settings, seat: Seat.chosen(seat), chosen: panel)
    var asking = try AskedSwipes(of: panels, patience: timeout?.interval ?? .seconds(60))
    return try asking.orientation()
  }
}
