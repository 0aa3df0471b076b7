import ArgumentParser
import FlickProtocol
import Foundation
import LinuxIO
import Synchronization
import TestKit

/// `load pages`: whether the bridge admits pages while other connections begin a request and never
/// finish it.
struct PagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages", abstract: "Pages that connect and disconnect, beside slow connections.")

  @Option(help: "Connections that send a byte every 100 ms.") var dribblers = 90
  @Option(help: "Pages that connect, one after the other.") var pages = 200
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard dribblers >= 0, pages > 0 else {
      throw ValidationError("--dribblers is 0 or more, --pages is above 0")
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
    let times = tally.times.sorted()
    try options.end(
      Report(
        figures: [
          "pages.refused": Double(pages - times.count),
          "pages.within_1s": Double(times.count { $0 <= 1_000_000 }) / Double(pages),
          "pages.p50_ms": times.quantile(0.5) / 1000, "pages.p99_ms": times.quantile(0.99) / 1000,
          "pages.reply_p50_ms": tally.replies.sorted().quantile(0.5) / 1000,
          "pages.reply_p99_ms": tally.replies.sorted().quantile(0.99) / 1000,
          "pages.connections": Double(tally.connections),
        ],
        timed: [
          "pages.within_1s", "pages.p50_ms", "pages.p99_ms", "pages.reply_p50_ms", "pages.reply_p99_ms",
        ]
      ))
  }

  /// The time limit of a run, in seconds; more than a second per page.
  private static let patience = 600.0

  private struct Tally: Sendable {
    /// The time of each page from its connection to its WebSocket, in µs; only of admitted pages.
    var times: [Int64] = []
    /// The time of each request of a page that stays connected, in µs.
    var replies: [Int64] = []
    /// The number of dribbling connections.
    var connections = 0
  }

  /// Runs a bridge for a daemon, with the dribblers and the pages.
  private func beside(_ daemon: Daemon) async throws -> Tally {
    let folder = try PrivateFolder()
    let token = "correct-horse-battery-staple-0123"
    let file = try folder.write("token", "\(token)\n")
    try folder.setMode(0o600, of: "token")
    let found = Found<Tally>()
    let served = try await RunningBridge.run(
      "bridge", ["--origin", RunningBridge.origin, "--token-file", file], socket: daemon.socket,
      within: Self.patience
    ) { bridge in
      let (isReady, isOver) = (Found<Bool>(), Found<Bool>())
      async let connections = dribble(at: bridge.port, isReady: isReady, isOver: isOver)
      // Also if the pages fail: otherwise this waits for the dribblers forever.
      defer { isOver.value.withLock { $0 = true } }
      _ = try await waiting("the dribblers are connected") { isReady.value.withLock { $0 } }
      var tally = try await pages(of: bridge, presenting: "flickd, flickd.token.\(token)")
      isOver.value.withLock { $0 = true }
      tally.connections = try await connections
      let counted = tally
      found.value.withLock { $0 = counted }
    }
    guard served.code == 0, let tally = found.value.withLock({ $0 }) else {
      throw Unfit("the bridge ended with \(served.code.map { "\($0)" } ?? "a signal"): \(served.errors)")
    }
    return tally
  }

  /// Dribbles on a separate thread, which must not delay the pages; returns the number of
  /// connections.
  private func dribble(at port: UInt16, isReady: Found<Bool>, isOver: Found<Bool>) async throws -> Int {
    let count = dribblers
    return try await onThread {
      // Starts the pages even if this fails; the failure is reported at the end.
      defer { isReady.value.withLock { $0 = true } }
      let dribblers = try Dribblers(count, port: port)
      isReady.value.withLock { $0 = true }
      while isOver.value.withLock({ $0 }) == nil {
        try dribblers.dribble()
        Thread.sleep(forTimeInterval: 0.1)
      }
      return dribblers.made
    }
  }

  /// Connects one page after the other; each leaves when it is admitted. One more page stays and
  /// sends requests.
  private func pages(of bridge: RunningBridge, presenting subprotocols: String) async throws -> Tally {
    var tally = Tally()
    let resident = try await bridge.page(presenting: subprotocols)
    for number in 0..<pages {
      let start = SystemCalls.monotonicMicroseconds()
      // A connection that is closed before its response counts as refused.
      if let page = try? await bridge.page(presenting: subprotocols) {
        tally.times.append(SystemCalls.monotonicMicroseconds() - start)
        try await page.send(frame: 8, [0x03, 0xe8])
      }
      let question = SystemCalls.monotonicMicroseconds()
      try await resident.send("{\"id\":\(number),\"request\":\"ping\"}")
      _ = try await resident.next(of: "reply")
      tally.replies.append(SystemCalls.monotonicMicroseconds() - question)
      try await Task.sleep(for: .milliseconds(40))
    }
    return tally
  }
}
