internal import FlickProtocol
internal import Foundation
internal import Glibc

/// A running daemon in its own folder.
public struct Daemon: Sendable {
  /// A signal to send it.
  public enum Signal: Sendable, CaseIterable {
    /// SIGTERM.
    case terminate
    /// SIGINT.
    case interrupt
    /// SIGHUP.
    case hangup
    /// SIGKILL.
    case kill
    /// SIGSTOP.
    case stop
    /// SIGCONT.
    case resume

    fileprivate var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .interrupt: SIGINT
      case .hangup: SIGHUP
      case .kill: SIGKILL
      case .stop: SIGSTOP
      case .resume: SIGCONT
      }
    }
  }

  /// How a daemon under test ends.
  public enum Ending: Sendable {
    /// The test ends the daemon by SIGTERM once it has seen enough.
    case reported
    /// The daemon ends by itself, or by a signal that the test sends.
    case byItself
  }

  /// The folder of its socket.
  public let folder: PrivateFolder
  /// Its socket.
  public let socket: String
  /// The daemon's process, or that of the program that runs it.
  public let process: Int32

  /// Creates a value for a daemon that is run in another way.
  public init(folder: PrivateFolder, socket: String, process: Int32) {
    self.folder = folder
    self.socket = socket
    self.process = process
  }

  /// Runs `flickd` with a socket, an empty configuration and an empty state of its own while `body`
  /// runs, and waits for its end.
  ///
  /// The test must check that no new file remains in its folder afterwards.
  public static func run(
    _ arguments: [String], by program: String = Program.flickd.path, under prefix: [String] = [],
    in folder: PrivateFolder? = nil, environment: [String: String] = [:], ending: Ending = .reported,
    within seconds: Double = 90,
    _ body: @escaping @Sendable (Daemon) async throws -> Void
  ) async throws -> Outcome {
    let folder = try folder ?? PrivateFolder()
    // umockdev-run accepts no path with characters beyond ASCII, which the path of the checkout may
    // have.
    let programs = try PrivateFolder()
    defer { withExtendedLifetime(programs) {} }
    var commandLine = prefix.isEmpty ? [program] : prefix + (try Program.flickd.copy(into: programs))
    if !arguments.contains("--config") { commandLine += ["--config", try folder.write("none.toml", "")] }
    let socket = folder.file("s")
    if environment["LISTEN_FDS"] == nil { commandLine += ["--socket", socket] }
    // A panel of an earlier test, or of this machine, must not be remembered.
    let own = ["STATE_DIRECTORY": programs.file("state")]
    let command = Command(commandLine + arguments, environment: own.merging(environment) { $1 })
    return try await command.run(within: seconds) { process in
      let daemon = Daemon(folder: folder, socket: socket, process: process)
      try await body(daemon)
      if ending == .reported { daemon.send(.terminate) }
    }
  }

  /// The daemon that listens in a folder and that another task runs.
  public static func running(in folder: PrivateFolder) async throws -> Daemon {
    let socket = folder.file("s")
    let process = try await waiting("flickd") { try? Subscriber(connectingTo: socket).server }
    return Daemon(folder: folder, socket: socket, process: process)
  }

  /// Connects as soon as the daemon listens.
  public func connect() async throws -> Subscriber {
    try await waiting("flickd listens at \(socket)") { try? Subscriber(connectingTo: socket) }
  }

  /// Connects and reads the first two lines.
  public func subscribe() async throws -> (subscriber: Subscriber, hello: JSON, state: JSON) {
    let subscriber = try await connect()
    return (subscriber, try await subscriber.next(), try await subscriber.next())
  }

  /// Connects, and skips the first two lines.
  public func subscriber() async throws -> Subscriber { try await subscribe().subscriber }

  /// Connects one subscriber for each element, which sends its lines immediately, while flickd is
  /// stopped.
  ///
  /// A recording begins with the first subscriber: on a busy machine, other subscribers and their
  /// requests would come too late.
  public func subscribeTogether(_ lines: [[String]]) async throws -> [Subscriber] {
    try await waiting("flickd listens at \(socket)") { () throws -> [Subscriber]? in
      defer { send(.resume) }
      guard try halt(), let first = try? Subscriber(connectingTo: socket) else { return nil }
      let others = try lines.dropFirst().map { _ in try Subscriber(connectingTo: socket) }
      let subscribers = [first] + others
      for (subscriber, lines) in zip(subscribers, lines) {
        try subscriber.send(lines.map { $0 + "\n" }.joined())
      }
      return subscribers
    }
  }

  /// Runs each shell script as a client of the daemon in a folder, and returns when all have ended.
  ///
  /// Input and output of a script are its connection; all connect at the same time.
  ///
  /// For clients that must act at a certain time: other tests can delay a sleep of one second in
  /// this process to ten seconds.
  public func runClients(_ scripts: [String], in folder: PrivateFolder) async throws {
    let client = "socat \"UNIX-CONNECT:$1,retry=600,interval=0.05\" \"EXEC:sh $2,nofork\""
    try folder.write("client", client)
    for (number, script) in scripts.enumerated() { try folder.write("\(number)", script) }
    let shell = """
      clients= status=0
      for number in \(scripts.indices.map(String.init).joined(separator: " ")); do
        sh client "$1" $number & clients="$clients $!"
      done
      for client in $clients; do wait $client || status=$?; done
      exit $status
      """
    let outcome = try await Command(["env", "-C", folder.path, "sh", "-c", shell, "sh", socket]).run()
    guard outcome.code == 0 else { throw TimedOut(description: "the clients failed: \(outcome.errors)") }
  }

  /// Stops flickd until `.resume` is sent; returns whether flickd stopped within a second.
  ///
  /// The signal alone is not enough: until the signal takes effect, flickd accepts connections.
  public func halt() throws -> Bool {
    send(.stop)
    for _ in 0..<1000 {
      let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).hasPrefix("T") { return true }
      usleep(1000)
    }
    return false
  }

  /// Opens every connection that flickd allows this user: all of them for root, a share for other
  /// users.
  ///
  /// The second value is the `detail` with which flickd refuses the next connection.
  public func crowd() async throws -> (subscribers: [Subscriber], refusal: String) {
    let user = getuid()
    let count = user == 0 ? ProtocolLimits.clients : ProtocolLimits.clientsPerUser
    var subscribers: [Subscriber] = []
    for _ in 0..<count { subscribers.append(try await subscriber()) }
    let refusal =
      user == 0
      ? "\(count) connections are already open" : "user \(user) already has \(count) connections"
    return (subscribers, refusal)
  }

  /// Sends a signal to the daemon; `process` is another process if a program runs the daemon.
  public func send(_ signal: Signal, to process: Int32? = nil) {
    _ = Glibc.kill(process ?? self.process, signal.number)
  }

  /// The processor time of the daemon so far, in clock ticks of 10 ms.
  public var processorTicks: Int {
    get throws {
      let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // The name may contain spaces; the fields behind its parenthesis are counted from the state,
      // the third.
      let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
      return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }
  }

  /// The resident memory, in kB.
  public var residentKilobytes: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
  }
}
