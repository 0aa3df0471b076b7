internal import FlickProtocol
internal import LinuxIO
internal import Terminal

/// A flickd that plays its demo for one command, at a socket that only this user can reach.
///
/// It ends with the value, or with the process.
struct DemoService: ~Copyable {
  /// How long flickd may take to listen, in µs; a busy machine needs a second.
  private static let startsWithin: Int64 = 10_000_000
  /// The name of the socket in its folder.
  private static let name = "flickd.sock"
  /// How much of what flickd has printed is kept, in bytes.
  private static let kept = 4096

  // Released first: flickd removes its socket, and then its folder is empty.
  private let flickd: ChildProcess
  private let folder: TemporaryFolder
  /// The last bytes that flickd has printed.
  private var printed: [UInt8] = []

  /// The path of flickd's socket.
  var socket: String { "\(folder.path)/\(Self.name)" }

  private init(_ flickd: consuming ChildProcess, in folder: consuming TemporaryFolder) {
    self.flickd = flickd
    self.folder = folder
  }

  /// Starts flickd, and waits until it listens; ends the command if it does not.
  ///
  /// Call this before the command creates a thread.
  static func start() throws -> DemoService {
    let program = try program()
    let folder = try available { () throws(SystemCallError) in try TemporaryFolder("flickd-demo") }
    let arguments = ["--demo", "--socket", "\(folder.path)/\(name)"]
    let flickd = try Result { () throws(SystemCallError) in try ChildProcess(program, arguments) }
      .mapError { failure(.unavailable, "cannot start \(program): \($0.code)") }.get()
    var service = DemoService(flickd, in: folder)
    try service.waitUntilListening()
    return service
  }

  /// Returns the path of flickd, beside this program or in PATH; ends the command without it.
  private static func program() throws -> String {
    let own = SystemCalls.programPath().map { PathParts.folder(of: $0) }
    let path = SystemCalls.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    let folders = [own].compactMap(\.self) + path.split(separator: ":").map(String.init)
    for folder in folders where (try? SystemCalls.target(of: "\(folder)/flickd"))??.kind == .regular {
      return "\(folder)/flickd"
    }
    throw failure(
      .noInput,
      "there is no flickd in \(own ?? "the folder of flickctl") or in PATH: install it, or build it with "
        + "`make build`; if flickd runs elsewhere, leave --demo out and name its socket with --socket")
  }

  private mutating func waitUntilListening() throws {
    let deadline = SystemCalls.monotonicMicroseconds() + Self.startsWithin
    while (try? UnixConnection(connectingTo: socket)) == nil {
      try drain()
      guard SystemCalls.monotonicMicroseconds() < deadline else {
        throw failure(.unavailable, "flickd does not listen after 10 s\(lastWords)")
      }
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 10_000)
    }
  }

  /// Waits for a signal; ends the command if flickd ends before.
  mutating func waitForSignal(_ turns: inout Turns) throws {
    try turns.add(flickd.descriptor)
    defer { turns.remove(flickd.descriptor) }
    while try !turns.wait().isSignalled { try drain() }
  }

  /// Reads what flickd has printed; ends the command if flickd has ended.
  private mutating func drain() throws {
    var room = [UInt8](repeating: 0, count: 1024)
    while true {
      var span = room.mutableSpan
      let result = try available { () throws(SystemCallError) in try flickd.read(into: &span) }
      switch result {
      case .bytes(let count): printed = (printed + room[..<count]).suffix(Self.kept)
      case .wouldBlock: return
      case .ended: throw failure(.unavailable, "the demo's flickd has ended\(lastWords)")
      }
    }
  }

  /// The last line that flickd has printed, behind a colon.
  private var lastWords: String {
    let line = printed.split(separator: UInt8(ascii: "\n")).last
    return line.map { ": \(String(decoding: $0, as: UTF8.self).terminalText)" } ?? ""
  }
}
