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
      if let line, line.type == "bye" { return try end(line) }
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

  private func end(_ bye: ServerLine) throws {
    switch bye.reason {
    case "shutdown": return
    case "denied": throw failure(.noPermission, "flickd does not let this user listen: \(bye.detail ?? "")")
    default: throw failure(.tryAgain, "flickd has ended the connection: \(bye.detail ?? bye.reason ?? "")")
    }
  }
}

/// The lines of a service, or the end of the command where it cannot be reached.
private struct ServerStream: ~Copyable {
  private var connection: UnixConnection
  private let path: String

  init(path: String) throws {
    self.path = path
    do throws(SystemCallError) {
      connection = try UnixConnection(connectingTo: path)
    } catch {
      switch error.code {
      case .permissionDenied, .notPermitted:
        throw failure(
          .noPermission, "\(path): this user may not connect; join the socket's group, or run as root")
      default:
        throw failure(
          .unavailable,
          "flickd cannot be reached at \(path) (\(error.code)): start it (systemctl start flickd, or flickd --demo), "
            + "or name its socket with --socket")
      }
    }
  }

  /// The next line; nil at the end.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    do throws(SystemCallError) {
      return try connection.readLine(into: &line) ? line : nil
    } catch {
      throw failure(.unavailable, "\(path): \(error)")
    }
  }
}

extension ServerLine.Panel {
  fileprivate var words: String {
    "panel \(panelID): \(name), \(Int(width.rounded())) x \(Int(height.rounded())) mm (\(scale)), \(source)"
  }
}
