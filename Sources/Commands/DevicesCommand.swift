internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Panels
internal import Pipeline

/// `flickctl devices`: lists panels with their sizes, ignored devices, and the reasons.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the machine's touchscreens, and the devices that are not used.",
    discussion: "Exit codes: 66 no touchscreen, 77 no permission to read a touchscreen.")

  @OptionGroup var options: SettingsOptions
  @Option(
    help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let settings = try options.settings()
    var found = DeviceList(seat: Seat.chosen(seat))
    do throws(SystemCallError) {
      found.take(try PanelScan.nodes(), settings: settings)
    } catch {
      throw failure(.unavailable, error.description)
    }
    for complaint in found.complaints { note(complaint) }
    if json {
      try say(json: found.json)
    } else if !found.table.isEmpty {
      try say(found.table.withoutLastNewline)
    }
    if !found.unreadable.isEmpty {
      throw failure(.noPermission, Self.words(for: found.unreadable.map(\.problem)))
    }
    if found.panels.isEmpty {
      throw failure(.noInput, "there is no touchscreen (\(found.passedOver.count) other input devices)")
    }
  }

  /// Returns why the process may not read some touchscreens.
  ///
  /// One command grants access to all nodes that this user may not read; it has its own line for
  /// copying.
  private static func words(for problems: [PanelOpenError]) -> String {
    var closed: [String] = []
    var others: [String] = []
    for problem in problems {
      if case .notReadable(let access) = problem {
        closed += access.nodes
      } else {
        others.append("\(problem)")
      }
    }
    if !closed.isEmpty {
      let access = PanelAccess(to: closed)
      others.append("\(access.problem). This command \(access.effect):\n  \(access.command)")
    }
    return others.joined(separator: "\nflickctl: ")
  }
}
