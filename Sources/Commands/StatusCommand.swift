internal import ArgumentParser
internal import Evdev
internal import FlickClient
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Settings
internal import Terminal

/// `flickctl status`: shows on one screen whether the service is reachable, and its state.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether flickd can be reached, its panels and its counts.",
    discussion:
      "Exit codes: 0 flickd answers, 69 cannot reach flickd, 75 flickd has no room, 77 no permission.")

  @OptionGroup var options: SettingsOptions
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let path = SocketPath.client(named: socket)
    var hello: HelloMessage?
    var panels: [PanelMessage] = []
    var stream: ServerStream
    do throws(FlickError) {
      stream = try ServerStream(path: path)
    } catch {
      if json {
        try writeOutput(json: Status.object(at: path, isReachable: false) { $0.field("reason", error.text) })
      }
      throw failure(error)
    }
    let (_, counts) = try stream.stats { message in
      if case .hello(let message) = message { hello = message }
      if case .state(let state) = message { panels = state.panels }
    }
    guard let hello else {
      throw failure(
        .badData, "\(path): the program at this socket is not flickd: name its socket with --socket")
    }
    let status = Status(
      path: path, hello: hello, panels: panels, counts: counts, rules: rules(of: panels, at: path))
    if json { try writeOutput(json: status.object) } else { try writeOutput(status.text.withoutLastNewline) }
  }

  /// Only the service of the system or of the user surely reads its default files; for another
  /// flickd, `--config` names them.
  private func rules(of panels: [PanelMessage], at path: String) -> MatchedRules? {
    let service = options.requiredMain == nil ? SocketPath.system : SocketPath.user()
    guard options.config != nil || path == service, let files = try? options.readFiles() else { return nil }
    return MatchedRules(files: files, panels: panels, nodes: (try? PanelScan.nodes()) ?? [])
  }
}

/// What a reachable service reports about itself.
struct Status {
  let path: String
  let hello: HelloMessage
  let panels: [PanelMessage]
  let counts: StatsMessage
  /// Which rules match which panel; nil if this is not known.
  var rules: MatchedRules?

  // MARK: Human-readable

  var text: String {
    let version = hello.protocolVersion.map { "\($0.major).\($0.minor)" } ?? "?"
    let clock = hello.clock.value == .recording ? ", playing recordings" : ""
    let facts = [
      ["flickd", "\(hello.version) at \(path)\(clock)"],
      ["up", counts.service.uptime.map(Self.text(for:)) ?? "?"],
      ["protocol", version],
      ["epoch", hello.epoch],
      ["level", hello.level.text],
      ["counts", counts.service.text.withoutLastNewline],
    ]
    let configuration = counts.configuration.map(Self.rows) ?? []
    return [
      TextTable.text(facts + configuration + (rules?.statusRows ?? [])), table, counts.service.durationTable,
    ].compactMap { $0 }
      .joined(separator: "\n")
  }

  /// Returns the rows for a configuration with a report.
  private static func rows(for configuration: ConfigurationReport) -> [[String]] {
    let meaning =
      switch configuration.state.value {
      case .degraded: "; the valid part and the defaults apply; `flickctl check` lists the errors"
      case .outdated: "; the former settings still apply; `flickctl check` lists the errors"
      default: ""
      }
    let state = configuration.state.text + (configuration.detail.map { ": \($0)" } ?? "") + meaning
    return [["configuration", state]] + configuration.notes.map { ["", $0] }
  }

  /// Returns a duration in its two largest units.
  private static func text(for span: Duration) -> String {
    let seconds = span.components.seconds
    let parts = [
      (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
    return parts[first...].prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  private var table: String {
    guard !panels.isEmpty else { return "\(PanelAbsence.noPanels)\n" }
    let rows = panels.map { panel in
      [
        panel.name, ShownNumber.size(panel.width, panel.height), panel.scale,
        "\(panel.rotation)", panel.source.text, panel.panelID,
      ]
    }
    return TextTable.text([["PANEL", "SIZE", "SCALE", "ROTATION", "SOURCE", "ID"]] + rows, numbers: 3..<4)
  }

  // MARK: For programs

  /// One JSON object with the fields of the hello, the panels and the counts, as on the socket.
  var object: [UInt8] {
    var hello = hello
    hello.features = []
    return Self.object(at: path, isReachable: true) { line in
      hello.writeFields(into: &line)
      if let report = counts.configuration { line.object("configuration", report.writeFields) }
      line.panels(panels)
      if let rules {
        line.objects("rules", rules.rows) { line, row in
          line.field("panel_id", row.panelID)
          line.field("rule", row.rule)
        }
      }
      counts.service.writeFields(into: &line)
    }
  }

  /// One JSON object about the service at a path.
  static func object(at path: String, isReachable: Bool, _ fields: (inout LineWriter) -> Void) -> [UInt8] {
    LineWriter.line { line in
      line.field("type", "status")
      line.field("reachable", isReachable)
      line.field("socket", path)
      fields(&line)
    }
  }
}

/// The output of `listen`, `status` and `stats` for a server's lines, for fuzzing.
///
/// It uses the same functions as the commands.
public enum ShownServer {
  /// Returns the bytes that the three commands write for these lines, with and without `--json`.
  ///
  /// The lines have no newlines.
  public static func bytes(for lines: [[UInt8]]) -> [[UInt8]] {
    var hello: HelloMessage?
    var panels: [PanelMessage] = []
    var shown: [[UInt8]] = []
    var line = ShownLine(colored: false)
    for bytes in lines {
      shown.append(TerminalOutput.bytes(json: bytes))
      guard let message = ServerMessage(bytes) else { continue }
      if let text = line.text(for: message) {
        shown.append(TerminalOutput.bytes(styled: text))
      }
      switch message {
      case .hello(let message): hello = message
      case .state(let state): panels = state.panels
      case .bye(let bye):
        shown.append(TerminalOutput.bytes(of: (bye.failure ?? .dismissed(bye.detail)).text))
      case .reply(let reply):
        guard case .stats(let counts) = reply.content else { continue }
        shown.append(TerminalOutput.bytes(of: StatsCommand.text(for: counts)))
        guard let hello else { continue }
        let status = Status(path: "/run/flickd/flickd.sock", hello: hello, panels: panels, counts: counts)
        shown += [TerminalOutput.bytes(of: status.text), TerminalOutput.bytes(json: status.object)]
      case .swipe, .press, .panel, .activity, .unknown: break
      }
    }
    return shown
  }
}
