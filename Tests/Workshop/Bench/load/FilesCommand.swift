import ArgumentParser
import FlickProtocol
import Foundation
import LinuxIO
import Synchronization
import TestKit

/// `load files`: whether clients that request a large file of the bridge delay an admitted page, or
/// fill the bridge's memory.
struct FilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "A page beside clients that request a large file and do not read it, or request it again.")

  @Option(help: "Clients that do not read.") var idle = 120
  @Option(help: "Clients that request the file again and again.") var asking = 6
  @Option(help: "The size of the file, in MB.") var megabytes = 12
  @Option(help: "Pings of the page, beside each kind of client.") var pings = 400
  @Option(help: ArgumentHelp("The flickctl to measure.", valueName: "program"))
  var flickctl = Program.flickctl.path
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard (1...120).contains(idle), asking > 0, (1...16).contains(megabytes), pings > 0 else {
      throw ValidationError(
        "--idle is 1 to 120, --megabytes is 1 to 16, and --asking and --pings are above 0")
    }
  }

  func run() async throws {
    let found = Found<Tally>()
    let outcome = try await Daemon.run(["--demo"], by: options.flickd, within: Self.patience) { daemon in
      let tally = try await beside(daemon)
      found.value.withLock { $0 = tally }
    }
    guard outcome.code == 0, let tally = found.value.withLock({ $0 }) else {
      throw failure(.unavailable, "flickd or the bridge ended early: \(outcome.errors)")
    }
    var report = Report(
      figures: [
        "files.unanswered": Double(idle - tally.idle), "files.answers": Double(tally.answers),
        "files.pages": Double(tally.pages), "files.peak_kb": Double(tally.peak),
        "files.left_kb": Double(tally.after - tally.before), "files.p99_ms_without": tally.alone / 1000,
      ], timed: ["files.p99_ms_without"])
    let limit = max(3 * tally.alone, Self.picture)
    for (name, p99) in [
      ("idle", tally.besideIdle), ("asking", tally.besideAsking), ("known", tally.besideKnown),
    ] {
      for (figure, value) in [("files.p99_ms_\(name)", p99 / 1000), ("files.delay_\(name)", p99 / limit)] {
        report.figures[figure] = value
        report.timed.insert(figure)
      }
    }
    try options.end(report)
  }

  /// The time limit of a run, in seconds.
  private static let patience = 300.0
  /// A picture of 50 Hz, in µs: a shorter delay is invisible.
  private static let picture = 20_000.0

  private struct Tally: Sendable {
    /// The 99th percentile of the page's pings in µs, alone and beside each kind of client.
    var alone = 0.0
    var besideIdle = 0.0
    var besideAsking = 0.0
    var besideKnown = 0.0
    /// The clients that do not read, and that the bridge has begun to answer.
    var idle = 0
    /// The responses to the clients that request again and again.
    var answers = 0
    /// The pages that were admitted beside and after all others.
    var pages = 0
    /// The resident memory of the bridge before and after, and its peak, in kB.
    var before = 0
    var after = 0
    var peak = 0
  }

  /// Runs a bridge with a large file for a daemon.
  private func beside(_ daemon: Daemon) async throws -> Tally {
    let folder = try PrivateFolder()
    let file = try folder.write("token", "\(Self.token)\n")
    try folder.setMode(0o600, of: "token")
    let web = try PrivateFolder()
    let block = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try web.write("picture.png", (0..<megabytes).flatMap { _ in block })
    let found = Found<Tally>()
    let served = try await RunningBridge.run(
      "bridge", ["--origin", RunningBridge.origin, "--token-file", file, "--web", web.path], by: [flickctl],
      socket: daemon.socket, within: Self.patience
    ) { bridge in
      let tally = try await measure(bridge)
      found.value.withLock { $0 = tally }
    }
    guard served.code == 0, let tally = found.value.withLock({ $0 }) else {
      throw Unfit("the bridge ended with \(served.code.map { "\($0)" } ?? "a signal"): \(served.errors)")
    }
    return tally
  }

  private static let token = "correct-horse-battery-staple-0123"
  private static let presented = "flickd, flickd.token.\(token)"
  /// What a page that is not admitted sends.
  private static let foreign = ("Origin", "http://foreign.example")

  private func measure(_ bridge: RunningBridge) async throws -> Tally {
    var tally = Tally()
    let page = try await bridge.page(presenting: Self.presented)
    tally.alone = try await ping(page)
    tally.before = try bridge.residentKilobytes
    var connections: [WebConnection] = []
    for _ in 0..<idle {
      let connection = try bridge.connect(receiving: 4096)
      try await connection.request(
        "GET", "/picture.png", [("Host", "127.0.0.1:\(bridge.port)"), Self.foreign])
      connections.append(connection)
    }
    for connection in connections where (try? await connection.beginning(within: 5)) != nil {
      tally.idle += 1
    }
    let stall = options.plant == .stall ? bridge.process : nil
    tally.besideIdle = try await ping(page, stalling: stall)
    tally.pages += try await admitted(by: bridge)
    connections = []
    (tally.besideAsking, tally.answers) = try await ping(page, besideAskersAt: bridge.port, [Self.foreign])
    let known = [Self.foreign, ("If-None-Match", "*")]
    let (delay, answers) = try await ping(page, besideAskersAt: bridge.port, known)
    tally.besideKnown = delay
    tally.answers = min(tally.answers, answers)
    tally.pages += try await admitted(by: bridge)
    tally.after = try bridge.residentKilobytes
    tally.peak = try bridge.peakKilobytes
    return tally
  }

  private func admitted(by bridge: RunningBridge) async throws -> Int {
    (try? await bridge.page(presenting: Self.presented)) == nil ? 0 : 1
  }

  /// Returns the 99th percentile of the page's pings while clients request the file on a separate
  /// thread, and the number of their responses.
  private func ping(
    _ page: WebConnection, besideAskersAt port: UInt16, _ headers: [(String, String)]
  ) async throws -> (p99: Double, answers: Int) {
    let (isOver, count) = (Found<Bool>(), asking)
    async let answers = onThread {
      let askers = try Askers(count, port: port, path: "/picture.png", headers: headers)
      while isOver.value.withLock({ $0 }) == nil {
        try askers.proceed()
        Thread.sleep(forTimeInterval: 0.000_2)
      }
      return askers.answers
    }
    // Also if the page fails: otherwise this waits for the thread forever.
    defer { isOver.value.withLock { $0 = true } }
    let p99 = try await ping(page)
    isOver.value.withLock { $0 = true }
    return (p99, try await answers)
  }

  /// Returns the 99th percentile of the page's pings in µs. A process to stall is the planted
  /// fault.
  private func ping(_ page: WebConnection, stalling process: Int32? = nil) async throws -> Double {
    var times: [Int64] = []
    for number in 0..<pings {
      if let process, number % 20 == 0 { stall(process) }
      let start = SystemCalls.monotonicMicroseconds()
      try await page.send("{\"id\":\(number),\"request\":\"ping\"}")
      _ = try await page.next(of: "reply")
      times.append(SystemCalls.monotonicMicroseconds() - start)
      try await Task.sleep(for: .milliseconds(5))
    }
    return times.quantile(0.99)
  }

  private func stall(_ process: Int32) {
    kill(process, SIGSTOP)
    Thread {
      Thread.sleep(forTimeInterval: 0.1)
      kill(process, SIGCONT)
    }.start()
  }
}
