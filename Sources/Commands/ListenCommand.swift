internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// `flickctl listen`: shows decisions as they come.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Show decisions as they come.",
    discussion: "Ends when the service does, after --count swipes, or on Ctrl-C.")

  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Option(name: [.customShort("n"), .long], help: "End after so many swipes.") var count: Int?
  @Flag(help: "Print the service's own lines.") var json = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count must be at least 1") }
  }

  func run() throws {
    var stream = try ServerStream(path: SocketPath.client(named: socket))
    let isColored = SystemCalls.isTerminal(descriptor: 1)
    var seen = 0
    while let bytes = try stream.next() {
      let line = ServerLine(bytes)
      if json {
        try say(bytes + [UInt8(ascii: "\n")])
      } else if let text = line.flatMap({ Self.words(for: $0, colored: isColored) }) {
        try say(text)
      }
      if let line, line.type == "bye" {
        if line.reason == "shutdown" { return }
        throw failure(bye: line)
      }
      if line?.type == "swipe" { seen += 1 }
      if seen == count { return }
    }
    throw failure(.unavailable, "flickd has closed the connection without a word")
  }

  /// What a person is told of a line; nothing of those that say nothing to a person.
  private static func words(for line: ServerLine, colored: Bool) -> String? {
    switch line.type {
    case "hello": "flickd \(line.version ?? "?"), level \(line.level ?? "?")"
    case "state": line.panels.map { $0.isEmpty ? "no panel yet" : $0.map(\.words).joined(separator: "\n") }
    case "panel": "panel \(line.panelID ?? "?") \(line.change ?? "changed"): \(line.name ?? "?")"
    case "swipe": SwipeRow(line, colored: colored)?.text
    case "bye": "bye: \(line.detail ?? line.reason ?? "?")"
    default: nil
    }
  }
}

extension ServerLine.Panel {
  fileprivate var words: String {
    "panel \(panelID): \(name), \(Int(width.rounded())) x \(Int(height.rounded())) mm (\(scale)), \(source)"
  }
}
