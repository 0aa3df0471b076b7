internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// `flickctl stats`: what the daemon has counted on each panel.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show what has been counted on each panel.",
    discussion: "Contacts and frames are shown to those whose level is `positions`.")

  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Print the service's own reply.") var json = false

  func run() throws {
    var stream = try ServerStream(path: SocketPath.client(named: socket))
    try stream.send("{\"id\":1,\"request\":\"stats\"}\n")
    while let bytes = try stream.next() {
      if let reply = StatsReply(bytes) {
        return try say(json ? bytes + [UInt8(ascii: "\n")] : Array(Self.words(for: reply).utf8))
      }
      guard let line = ServerLine(bytes) else { continue }
      if line.type == "bye" { throw failure(bye: line) }
      if line.type == "reply" {
        throw failure(.unavailable, "flickd does not tell its counts: \(line.error?.message ?? "?")")
      }
    }
    throw failure(.unavailable, "flickd has closed the connection without a word")
  }

  private static func words(for reply: StatsReply) -> String {
    guard !reply.panels.isEmpty else { return "no panel yet\n" }
    let head = [
      "PANEL", "CONTACTS", "FRAMES", "SWIPES", "FLICKS", "DRAGS", "COMMITS", "DROPPED", "CANCELS",
    ]
    let rows = reply.panels.map { panel in
      [
        panel.panelID, panel.contacts.map { "\($0)" } ?? "-", panel.frames.map { "\($0)" } ?? "-",
        "\(panel.swipes)", "\(panel.flicks)", "\(panel.drags)", "\(panel.commits)", "\(panel.dropped)",
        words(for: panel.cancels),
      ]
    }
    return Table.text([head] + rows, numbers: 1..<8)
  }

  /// The number of cancelled swipes, and how many of them why.
  private static func words(for cancels: [String: Int64]) -> String {
    let total = cancels.values.reduce(0, +)
    let reasons = cancels.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return reasons.isEmpty ? "\(total)" : "\(total) (\(reasons.joined(separator: ", ")))"
  }
}
