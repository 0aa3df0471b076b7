internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// `flickctl status`: shows on one screen whether the service is reachable, and its state.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether flickd can be reached, its panels and its counts.",
    discussion:
      "Exit codes: 0 flickd answers, 69 cannot reach flickd, 75 flickd has no room, 77 no permission.")

  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let path = SocketPath.client(named: socket)
    var hello: ServerLine?
    var panels: [ServerLine.Panel] = []
    var stream: ServerStream
    do throws(FlickError) {
      stream = try ServerStream(path: path)
    } catch {
      if json { try say(json: Self.object(unreachable: error.words, path: path)) }
      throw failure(error)
    }
    let (_, counts) = try stream.stats { line in
      if line.type == "hello" { hello = line }
      if line.type == "state" { panels = line.panels ?? [] }
    }
    guard let hello else {
      throw failure(.badData, "\(path): the program at this socket is not flickd")
    }
    let status = Status(path: path, hello: hello, panels: panels, counts: counts)
    if json { try say(json: status.object) } else { try say(status.words.withoutLastNewline) }
  }

  private static func object(unreachable words: String, path: String) -> [UInt8] {
    var line = LineWriter()
    line.beginObject()
    line.key("type")
    line.string("status")
    line.key("reachable")
    line.bool(false)
    line.key("socket")
    line.string(path)
    line.key("reason")
    line.string(words)
    line.endObject()
    line.endLine()
    return line.bytes
  }
}

/// What a reachable service reports about itself.
struct Status {
  let path: String
  let hello: ServerLine
  let panels: [ServerLine.Panel]
  let counts: StatsReply

  // MARK: For people

  var words: String {
    let version = hello.protocolVersion.map { "\($0.major).\($0.minor)" } ?? "?"
    let clock = hello.clock == "recording" ? ", playing recordings" : ""
    let facts = [
      ["flickd", "\(hello.version ?? "?") at \(path)\(clock)"],
      ["up", counts.uptime.map(Self.words(forMicroseconds:)) ?? "?"],
      ["protocol", version],
      ["epoch", hello.epoch ?? "?"],
      ["level", hello.level ?? "?"],
      ["counts", counts.serviceWords.withoutLastNewline],
    ]
    let configuration = counts.configuration.map(Self.words) ?? []
    return [Table.text(facts + configuration), table, counts.durationTable].compactMap { $0 }.joined(
      separator: "\n")
  }

  /// Returns the rows for a configuration with a report.
  private static func words(for configuration: StatsReply.Configuration) -> [[String]] {
    let meaning =
      switch configuration.state {
      case "degraded": "; the valid part and the defaults apply; `flickctl check` lists the errors"
      case "outdated": "; the former settings still apply; `flickctl check` lists the errors"
      default: ""
      }
    let state = configuration.state + (configuration.detail.map { ": \($0)" } ?? "") + meaning
    return [["configuration", state]] + (configuration.notes ?? []).map { ["", $0] }
  }

  /// Returns a duration in its two largest units.
  private static func words(forMicroseconds span: Int64) -> String {
    let seconds = span / 1_000_000
    let parts = [
      (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
    return parts[first...].prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  private var table: String {
    guard !panels.isEmpty else { return "no panel yet\n" }
    let rows = panels.map { panel in
      [
        panel.name, ShownNumber.size(panel.width, panel.height), panel.scale,
        "\(panel.rotation)", panel.source, panel.panelID,
      ]
    }
    return Table.text([["PANEL", "SIZE", "SCALE", "ROTATION", "SOURCE", "ID"]] + rows, numbers: 3..<4)
  }

  // MARK: For programs

  /// One JSON object with the fields of the hello, the panels and the counts.
  ///
  /// The names are the same as on the socket.
  var object: [UInt8] {
    var line = LineWriter()
    line.beginObject()
    line.key("type")
    line.string("status")
    line.key("reachable")
    line.bool(true)
    for (name, value) in [
      ("socket", path), ("version", hello.version), ("epoch", hello.epoch), ("clock", hello.clock),
      ("level", hello.level),
    ] {
      guard let value else { continue }
      line.key(name)
      line.string(value)
    }
    if let version = hello.protocolVersion {
      line.key("protocol")
      line.beginObject()
      line.key("major")
      line.integer(Int64(version.major))
      line.key("minor")
      line.integer(Int64(version.minor))
      line.endObject()
    }
    if let configuration = counts.configuration { Self.write(configuration, into: &line) }
    line.key("panels")
    line.beginArray()
    for panel in panels { Self.write(panel, into: &line) }
    line.endArray()
    writeCounts(into: &line)
    line.endObject()
    line.endLine()
    return line.bytes
  }

  private static func write(_ configuration: StatsReply.Configuration, into line: inout LineWriter) {
    line.key("configuration")
    line.beginObject()
    line.key("state")
    line.string(configuration.state)
    if let detail = configuration.detail {
      line.key("detail")
      line.string(detail)
    }
    if let notes = configuration.notes {
      line.key("notes")
      line.beginArray()
      for note in notes { line.string(note) }
      line.endArray()
    }
    line.endObject()
  }

  private static func write(_ panel: ServerLine.Panel, into line: inout LineWriter) {
    line.beginObject()
    for (name, value) in [
      ("panel_id", panel.panelID), ("name", panel.name), ("source", panel.source), ("scale", panel.scale),
    ] {
      line.key(name)
      line.string(value)
    }
    line.key("width_mm")
    line.number(panel.width)
    line.key("height_mm")
    line.number(panel.height)
    line.key("rotation")
    line.integer(Int64(panel.rotation))
    line.endObject()
  }

  private func writeCounts(into line: inout LineWriter) {
    for (name, count) in [
      ("clients", Int64(counts.clients)), ("uptime_us", counts.uptime), ("refused", counts.refused),
      ("slow_consumers", counts.slowConsumers), ("merged", counts.merged), ("turns", counts.turns),
    ] {
      guard let count else { continue }
      line.key(name)
      line.integer(count)
    }
    for (name, durations) in [("turn_us", counts.turn), ("latency_us", counts.latency)] {
      guard let durations else { continue }
      line.key(name)
      line.beginObject()
      for (name, value) in [
        ("count", durations.count), ("p50", durations.p50), ("p99", durations.p99),
        ("p999", durations.p999), ("max", durations.max),
      ] {
        line.key(name)
        line.integer(value)
      }
      line.endObject()
    }
  }
}
