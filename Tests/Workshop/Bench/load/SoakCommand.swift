import ArgumentParser
import FlickProtocol
import Foundation

/// `load soak`: the longest turn of flickd at all of its limits.
struct SoakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "64 clients and ten fingers for any duration; then the counts of flickd.")

  @Option(help: "How long the fingers draw.") var seconds = 60
  @Option(help: "Clients.") var clients = 64
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard (1...600).contains(seconds), clients > 0 else {
      throw ValidationError("--seconds is 1 to 600, --clients above 0")
    }
  }

  func run() async throws {
    let fingers = TenFingers(rate: options.rate, seconds: seconds)
    let service = try PlayedService(program: options.flickd, recording: fingers)
    let manner = Crowd.Manner(request: options.request, plant: options.plant)
    let clients = clients
    let report = try await service.run(within: Double(seconds) * 1.5 + 90) { service in
      let crowd = try Crowd(clients, at: service.socket, manner)
      _ = try crowd.read(until: deadline(in: Double(fingers.seconds) + 10)) { readers in
        readers.allSatisfy { $0.tally.ends >= fingers.strokes || $0.tally.hasEnded }
      }
      let missed = crowd.readers.map { max(0, fingers.strokes - $0.tally.ends) }.reduce(0, +)
      let gaps = crowd.readers.map(\.tally.gaps).reduce(0, +)
      guard let asking = crowd.readers.first(where: { !$0.tally.hasEnded }) else {
        throw Unfit("flickd dismissed every client: \(crowd.readers[0].tally.bye ?? "without a bye")")
      }
      try asking.ask("{\"id\":2,\"request\":\"stats\"}\n")
      var reply: StatsMessage?
      _ = try crowd.read(until: deadline(in: 5)) { _ in
        reply = asking.tally.stats
        return reply != nil || asking.tally.hasEnded
      }
      guard let reply else { throw Unfit("flickd does not report its counts") }
      return try Self.report(reply, missed: missed, gaps: gaps)
    }
    try options.end(report)
  }

  private static func report(_ reply: StatsMessage, missed: Int, gaps: Int) throws -> Report {
    let counts = reply.service
    guard let turn = counts.turn, let latency = counts.latency, let slow = counts.slowConsumers else {
      throw Unfit("flickd reports no counts of itself: give this client the level `positions`")
    }
    return Report(
      figures: [
        "soak.turns": Double(turn.count),
        "soak.turn_p999_us": turn.p999.microseconds,
        "soak.turn_max_us": turn.max.microseconds,
        "soak.latency_p99_us": latency.p99.microseconds,
        "soak.latency_max_us": latency.max.microseconds,
        "soak.merged": Double(counts.merged ?? 0),
        "soak.dropped": Double(reply.panels.map(\.dropped).reduce(0, +)), "soak.slow_consumers": Double(slow),
        "soak.missed_ends": Double(missed), "soak.gaps": Double(gaps),
      ],
      timed: [
        "soak.turn_p999_us", "soak.turn_max_us", "soak.latency_p99_us", "soak.latency_max_us", "soak.merged",
      ])
  }
}
