import ArgumentParser
import Benchmarks
import FlickProtocol
import Foundation
import Glibc
import Panels
import Synchronization
import TestKit

/// `load flood`: how long a panel that reports far too much delays flickd's replies to clients.
struct FloodCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flood", abstract: "A panel of ten contacts and 10,000 frames a second, by umockdev.")

  @Option(help: "How long the panel sends events.") var seconds = 5
  @Option(help: "The panel's frames per second.") var frames = 10_000
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard (1...60).contains(seconds), (100...100_000).contains(frames) else {
      throw ValidationError("--seconds is 1 to 60, --frames 100 to 100000")
    }
  }

  func run() async throws {
    guard MockMachine.isDue else { throw failure(.unavailable, MockMachine.comment) }
    let files = try PrivateFolder()
    let machine = try MockMachine(
      [.panel(5, udev: MockMachine.touchscreen)], events: .flood(frames: frames, seconds: seconds), in: files)
    // umockdev-run accepts only ASCII paths; the path of the checkout may contain other letters.
    let flickd = files.file("flickd")
    try FileManager.default.copyItem(atPath: options.flickd, toPath: flickd)
    let (socket, none) = (files.file("s"), try files.write("none.toml", ""))
    let (found, seconds, request) = (Found<Report>(), seconds, options.request)
    let command = Command(machine.prefix + [flickd, "--config", none, "--socket", socket])
    _ = try await command.run(within: Double(seconds) + 90) { _ in
      let server = try await waiting("flickd listens") { try? Subscriber(connectingTo: socket).server }
      let report = try await onThread {
        try Self.ask(socket, request: request, until: deadline(in: Double(seconds)))
      }
      found.value.withLock { $0 = report }
      kill(server, SIGTERM)
    }
    guard let report = found.value.withLock({ $0 }) else { throw failure(.unavailable, "flickd has ended") }
    try options.end(report)
  }

  /// Pings flickd 500 times a second while the panel floods it, then requests the lengths of its
  /// turns.
  private static func ask(_ socket: String, request: String?, until end: Int64) throws -> Report {
    let crowd = try Crowd(2, at: socket, Crowd.Manner(request: request))
    let asking = crowd.readers[0]
    var pings: [Int64] = []
    while deadline(in: 0) < end, !asking.tally.hasEnded {
      let begin = deadline(in: 0)
      try ask("ping", asking, crowd)
      pings.append(deadline(in: 0) - begin)
      // flickd deliberately delays replies to a client that asks faster than this.
      usleep(2000)
    }
    try ask("stats", asking, crowd)
    guard let reply = asking.tally.stats, let turn = reply.service.turn else {
      throw Unfit("flickd reports no counts: give this client the level `positions`")
    }
    let figures: Figures = [
      "flood.pings": Double(pings.count), "flood.ping_p99_us": pings.quantile(0.99),
      "flood.ping_max_us": Double(pings.max() ?? 0), "flood.turn_max_us": turn.max.microseconds,
      "flood.frames": Double(reply.panels.compactMap(\.frames).reduce(0, +)),
    ]
    return Report(figures: figures, timed: Set(figures.keys).subtracting(["flood.pings", "flood.frames"]))
  }

  private static func ask(_ request: String, _ asking: Reader, _ crowd: Crowd) throws {
    asking.forgetReply()
    try asking.ask("{\"id\":1,\"request\":\"\(request)\"}\n")
    _ = try crowd.read(until: deadline(in: 10)) { _ in asking.tally.reply != nil || asking.tally.hasEnded }
  }
}

extension MockEvents {
  /// Ten contacts that move in every frame.
  static func flood(frames: Int, seconds: Int) -> MockEvents {
    var events = MockEvents()
    let start = start(at: 1_000_000, seconds: seconds)
    for frame in 0..<frames * seconds {
      let now = start + frame * 1_000_000 / frames
      for slot in 0..<Int32(10) {
        events.add(at: now, EventCode.abs, EventCode.mtSlot, slot)
        if frame == 0 { events.add(at: now, EventCode.abs, EventCode.mtTrackingID, slot) }
        events.add(at: now, EventCode.abs, EventCode.mtPositionX, 100 + Int32(frame % 3000))
        events.add(at: now, EventCode.abs, EventCode.mtPositionY, 400 * slot + Int32(frame % 2))
      }
      events.add(at: now, EventCode.syn, EventCode.synReport, 0)
    }
    return events
  }
}
