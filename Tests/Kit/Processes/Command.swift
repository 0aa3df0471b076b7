internal import LinuxIO
internal import Subprocess

/// The result of a process.
public struct Outcome: Sendable {
  /// The exit code; nil if a signal ended it.
  public var code: Int32?
  /// Standard output.
  public var output: String
  /// Standard error.
  public var errors: String

  /// The lines of standard output.
  public var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A command line to run as a process, without the variables with which a service manager or a
/// session configures flickd.
public struct Command: Sendable {
  /// The user that runs a command.
  public enum User: Equatable, Sendable {
    /// The user of the tests.
    case own
    /// A user without permissions.
    ///
    /// Only root can become this user; other users have no particular permissions anyway.
    case nobody
    /// A user with these ids, known to the system or not; only root can become this user.
    case account(user: UInt32, group: UInt32, groups: [UInt32] = [])
  }

  /// The program and its arguments.
  public var commandLine: [String]
  /// The variables to set in the environment.
  public var environment: [String: String]
  /// The user that runs the command.
  public var user: User

  /// Creates a command of any program, which is searched in PATH.
  public init(_ commandLine: [String], environment: [String: String] = [:], user: User = .own) {
    self.commandLine = commandLine
    self.environment = environment
    self.user = user
  }

  /// Creates a command of one of the product's programs.
  public init(_ program: Program, _ arguments: String..., environment: [String: String] = [:]) {
    self.init([program.path] + arguments, environment: environment)
  }

  /// The command of the product, run by user nobody from a copy in `folder`.
  public static func asNobody(
    _ program: Program, _ arguments: String..., from folder: PrivateFolder
  ) throws -> Command {
    Command(try program.copy(into: folder) + arguments, user: .nobody)
  }

  /// The command of the product, run by an account from a copy in `folder`.
  public static func asAccount(
    user: UInt32, group: UInt32, groups: [UInt32] = [], _ program: Program, _ arguments: String...,
    from folder: PrivateFolder
  ) throws -> Command {
    Command(
      try program.copy(into: folder) + arguments,
      user: .account(user: user, group: group, groups: groups))
  }

  /// Runs the command to its end.
  public func run(within seconds: Double = 60) async throws -> Outcome {
    try await run(within: seconds) { _ in }
  }

  /// Runs the command, calls `body` with its process id meanwhile, and waits for its end.
  ///
  /// When `body` fails or the time is up, the process and its children are ended: first by SIGTERM,
  /// then by SIGKILL.
  public func run(
    within seconds: Double, _ body: @escaping @Sendable (Int32) async throws -> Void
  ) async throws -> Outcome {
    let line = commandLine.joined(separator: " ")
    // `body` has its own limit, which ends the process and reports what it printed.
    return try await TestKit.within(seconds + 5, line) { [self] in
      let result = try await Subprocess.run(
        .name("env"), arguments: Arguments(arguments), platformOptions: options, input: .none,
        output: .string(limit: 64 << 20), error: .string(limit: 1 << 20)
      ) { execution -> (any Error)? in
        do {
          let process = execution.processIdentifier.value
          try await TestKit.within(seconds, line) { try await body(process) }
          return nil
        } catch {
          await execution.teardown(using: Self.teardown)
          return error
        }
      }
      if let error = result.closureResult { throw Failed(error: error, said: result.standardError) }
      var code: Int32?
      if case .exited(let number) = result.terminationStatus { code = number }
      let outcome = Outcome(code: code, output: result.standardOutput, errors: result.standardError)
      if printsMessages, code == 0 { outcome.lines.forEach(ProtocolSchema.expectMessage) }
      return outcome
    }
  }

  /// What went wrong while the process ran, and the output of the process.
  private struct Failed: Error, CustomStringConvertible {
    var error: any Error
    var said: String

    var description: String { "\(error); the process printed: \(said.isEmpty ? "nothing" : said)" }
  }

  /// Whether the output consists of lines of the protocol.
  private var printsMessages: Bool {
    commandLine.contains { $0.hasSuffix(Program.flickctl.rawValue) } && commandLine.contains("replay")
      && !commandLine.contains("--table")
  }

  private var arguments: [String] {
    let foreign = [
      "FLICKD_SOCKET", "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "JOURNAL_STREAM", "XDG_RUNTIME_DIR",
      "XDG_SEAT", "WATCHDOG_USEC", "WATCHDOG_PID",
    ]
    // The configuration of the user who runs the tests.
    return userPrefix + foreign.flatMap { ["-u", $0] } + ["XDG_CONFIG_HOME=/nonexistent"]
      + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      + commandLine
  }

  /// The arguments before a command that another user runs.
  ///
  /// The program is searched as that user, who may have access to other folders of PATH.
  /// swift-subprocess's options call setgroups(3) between fork and exec. If the parent was creating
  /// a thread at that moment, glibc in the child waits for that thread forever.
  private var userPrefix: [String] {
    let (user, group, groups): (UInt32, UInt32, [UInt32])
    switch self.user {
    case .nobody where SystemCalls.effectiveUser() == 0: (user, group, groups) = (65534, 65534, [])
    case .own, .nobody: return []
    case .account(let number, let first, let others): (user, group, groups) = (number, first, others)
    }
    let list = groups.map { "\($0)" }.joined(separator: ",")
    let groupOption = groups.isEmpty ? "--clear-groups" : "--groups=\(list)"
    return ["setpriv", "--reuid=\(user)", "--regid=\(group)", groupOption, "env"]
  }

  private var options: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = Self.teardown
    return options
  }

  private static var teardown: [TeardownStep] {
    [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
  }
}
