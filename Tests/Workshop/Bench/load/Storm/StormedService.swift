import FlickProtocol
import Foundation
import Glibc
import LinuxIO
import Synchronization
import TestKit

/// A flickd under a service manager of the test, while others storm a socket.
struct StormedService: Sendable {
  /// The socket at which flickd listens.
  enum Door: String, CaseIterable, Sendable {
    /// A socket that it was passed, with a backlog as long as systemd's.
    case passed
    case own
  }

  /// The target of the storm.
  enum Target: Sendable {
    case flickd
    /// An unrelated accept loop, for the cost of a storm without flickd on this machine.
    case another
  }

  /// The measurements of a run.
  struct Run: Sendable {
    /// The 99th percentile of the delay of the good client's lines, in µs.
    var p99 = 0.0
    /// The longest turn, in µs.
    var longestTurn = 0.0
    /// The longest time between two watchdog signals, as a part of the manager's timeout.
    var watchdogPart = 0.0
    /// The time from SIGTERM in the middle of a storm to the end, in ms.
    var stopMilliseconds = 0.0
    /// The number of connections that the stormers made.
    var connections = 0
    var visits = Visits()
    var wasLetGo = false
    var gaps = 0
    /// Resident memory, in kB.
    var memory = (before: 0, peak: 0, after: 0)
  }

  /// The manager's watchdog timeout, in µs.
  static let patience: Int64 = 3_000_000
  /// The duration without load before a storm, and after it.
  private static let quiet = 3.0
  /// The duration of the second storm, in the middle of which flickd is stopped.
  private static let secondStorm = 2.0

  private let door: Door
  private let program: String
  private let seconds: Int
  private let storms: Int
  private let folder: PrivateFolder
  private let recording: String
  /// A copy of this program that every user can run.
  private let load: String

  init(_ door: Door, program: String, rate: Int, seconds: Int, storms: Int) throws {
    (self.door, self.program, self.seconds, self.storms) = (door, program, seconds, storms)
    folder = try PrivateFolder()
    try folder.setMode(0o777)
    let fingers = TenFingers(rate: rate, seconds: seconds + 30)
    recording = try folder.write("ten.evemu", fingers.bytes)
    try folder.write("flickd.toml", "[socket]\npositions = [\"\(Crew.group)\"]\n")
    load = folder.file("load")
    try FileManager.default.copyItem(atPath: Bundle.main.executablePath ?? "", toPath: load)
  }

  /// Storms flickd or another target, then stops flickd in the middle of a second storm.
  func run(request: String?, target: Target) async throws -> Run {
    let manager = try NotifyManager(in: folder)
    defer {
      // flickd leaves the files of the manager.
      for name in ["notify", "s"] { try? FileManager.default.removeItem(atPath: folder.file(name)) }
    }
    let found = Found<Run>()
    let command = Command(
      words, environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "\(Self.patience)"])
    let outcome = try await command.run(within: Double(seconds) * 2 + 90) { process in
      while try await manager.next().first != "READY=1" {}
      try folder.setMode(0o666, of: "s")
      var run = try await measure(process, manager, request: request, target: target)
      let crew = try crew(at: target, from: deadline(in: 0.5), seconds: Self.secondStorm)
      async let storm = crew.storm()
      try await Task.sleep(for: .seconds(1.5))
      let stopped = SystemCalls.monotonicMicroseconds()
      kill(process, SIGTERM)
      _ = try await waiting("flickd ends") { Self.hasEnded(process) ? true : nil }
      run.stopMilliseconds = Double(SystemCalls.monotonicMicroseconds() - stopped) / 1000
      run.connections += try await storm
      found.value.withLock { [run] in $0 = run }
    }
    guard outcome.code == 0, let run = found.value.withLock({ $0 }) else {
      throw Unfit("flickd ended with \(outcome.code.map { "\($0)" } ?? "a signal"): \(outcome.errors)")
    }
    return run
  }

  /// The effect of one storm on a good client, the service manager, visitors and the memory.
  private func measure(
    _ process: Int32, _ manager: NotifyManager, request: String?, target: Target
  ) async throws -> Run {
    let begin = deadline(in: Self.quiet)
    let end = begin + Int64(seconds) * 1_000_000
    let over = end + Int64(Self.quiet * 1e6)
    let socket = folder.file("s")
    let crew = try crew(at: target, from: begin, seconds: Double(seconds))
    async let heard = onThread { try Self.listen(at: socket, request: request, until: over) }
    async let signs = onThread { try Self.longestSilence(of: manager, until: end) }
    async let memory = onThread { try Self.memory(of: process, begin: begin, end: end, over: over) }
    async let connections = crew.storm()
    async let visits = crew.visit(socket)
    var run = try await heard
    run.watchdogPart = Double(try await signs) / Double(Self.patience)
    run.memory = try await memory
    run.connections = try await connections
    run.visits = try await visits
    return run
  }

  private func crew(at target: Target, from begin: Int64, seconds: Double) throws -> Crew {
    Crew(
      load: load, folder: folder, socket: target == .flickd ? folder.file("s") : nil, storms: storms,
      begin: begin, end: begin + Int64(seconds * 1e6))
  }

  private var words: [String] {
    let flickd = [program, "--config", folder.file("flickd.toml"), "--replay", recording]
    guard door == .passed else { return flickd + ["--socket", folder.file("s")] }
    return PassingSocket.prefix(at: folder.file("s"), backlog: 4096) + flickd
  }

  // MARK: What is measured, each on a thread of its own

  private static func listen(at socket: String, request: String?, until end: Int64) throws -> Run {
    let crowd = try Crowd(1, at: socket, Crowd.Manner(request: request, keepsLags: true))
    let reader = crowd.readers[0]
    _ = try crowd.read(until: end) { $0[0].tally.hasEnded }
    var run = Run()
    (run.p99, run.wasLetGo, run.gaps) = (
      crowd.delays.quantile(0.99), reader.tally.hasEnded, reader.tally.gaps
    )
    guard !run.wasLetGo else { return run }
    reader.forgetReply()
    try reader.ask("{\"id\":2,\"request\":\"stats\"}\n")
    var reply: StatsMessage?
    _ = try crowd.read(until: deadline(in: 5)) { _ in
      reply = reader.tally.stats
      return reply != nil || reader.tally.hasEnded
    }
    guard let turn = reply?.service.turn else {
      throw Unfit("flickd reports no counts of itself: give this client the level `positions`")
    }
    run.longestTurn = turn.max.microseconds
    return run
  }

  private static func longestSilence(of manager: NotifyManager, until end: Int64) throws -> Int64 {
    var last = SystemCalls.monotonicMicroseconds()
    var longest: Int64 = 0
    while last < end {
      guard let message = try manager.take() else {
        usleep(2000)
        guard SystemCalls.monotonicMicroseconds() < end + patience else { return .max }
        continue
      }
      guard message == ["WATCHDOG=1"] else { continue }
      let now = SystemCalls.monotonicMicroseconds()
      longest = max(longest, now - last)
      last = now
    }
    return longest
  }

  private static func memory(
    of process: Int32, begin: Int64, end: Int64, over: Int64
  ) throws -> (before: Int, peak: Int, after: Int) {
    let service = RunningService(socket: "", process: process)
    SystemCalls.sleep(until: begin - 200_000)
    let before = try service.residentKilobytes
    var peak = before
    while SystemCalls.monotonicMicroseconds() < end {
      peak = max(peak, try service.residentKilobytes)
      usleep(50_000)
    }
    SystemCalls.sleep(until: over - 200_000)
    return (before, peak, try service.residentKilobytes)
  }

  private static func hasEnded(_ process: Int32) -> Bool {
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    guard let stat else { return true }
    return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).hasPrefix("Z")
  }
}
