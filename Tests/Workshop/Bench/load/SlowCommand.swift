import ArgumentParser
import Foundation

/// `load slow`: whether clients that never read delay those that do.
struct SlowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow", abstract: "64 correct clients, compared with 56 correct ones and 8 that never read.")

  @Option(help: "Pairs of runs, one with and one without clients that never read.") var pairs = 15
  @Option(help: "How long the fingers draw in each run.") var seconds = 4
  @Option(help: "Clients in each run.") var clients = 64
  @Option(help: "The clients that never read.") var stopped = 8
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard pairs > 0, seconds > 0, stopped > 0, stopped < clients else {
      throw ValidationError("--pairs and --seconds are above 0, --stopped above 0 and less than --clients")
    }
  }

  func run() async throws {
    let fingers = TenFingers(rate: options.rate, seconds: seconds)
    let service = try PlayedService(program: options.flickd, recording: fingers)
    var ratios: [Double] = []
    var growth: [Double] = []
    var with: [Run] = []
    var without: [Run] = []
    for pair in 0..<pairs {
      // The order of the two alternates, so that a machine that warms up or slows down favours
      // neither.
      for stopped in pair % 2 == 0 ? [0, stopped] : [stopped, 0] {
        let run = try await run(service, fingers, stopped: stopped)
        if stopped == 0 { without.append(run) } else { with.append(run) }
      }
      ratios.append(with[pair].p99 / max(1, without[pair].p99))
      growth.append(Double(with[pair].resident - without[pair].resident))
    }
    try options.end(
      Report(
        figures: [
          "slow.pairs": Double(pairs), "slow.ratio": ratios.median, "slow.ratio_worst": ratios.max() ?? 0,
          "slow.p99_us_without": without.map(\.p99).median, "slow.p99_us_with": with.map(\.p99).median,
          "slow.memory_kb": growth.median,
          "slow.untold": Double(with.map(\.untold).reduce(0, +)),
          "slow.missed_ends": Double((with + without).map(\.missedEnds).reduce(0, +)),
        ],
        timed: [
          "slow.ratio", "slow.ratio_worst", "slow.p99_us_without", "slow.p99_us_with", "slow.memory_kb",
        ]))
  }

  private struct Run: Sendable {
    /// The 99th percentile of the delay of good clients' lines, in µs.
    var p99: Double
    /// flickd's memory after the last lift, in kB.
    var resident: Int
    /// The number of clients that never read and received no reason when they were disconnected.
    var untold: Int
    /// The number of ends that good clients did not receive.
    var missedEnds: Int
  }

  private func run(_ service: PlayedService, _ fingers: TenFingers, stopped: Int) async throws -> Run {
    let good = Crowd.Manner(request: options.request, keepsLags: true)
    let request = options.request
    // The planted fault: the last of them reads.
    let reading = options.plant == .read && stopped > 0 ? 1 : 0
    let clients = clients - stopped
    return try await service.run(within: Double(seconds) + 60) { service in
      let lazy = try Crowd(stopped - reading, at: service.socket, Crowd.Manner(request: request))
      let crowd = try Crowd(clients + reading, at: service.socket, good)
      let end = deadline(in: Double(fingers.seconds) + 5)
      _ = try crowd.read(until: end) { readers in
        readers.allSatisfy { $0.tally.ends >= fingers.strokes || $0.tally.hasEnded }
      }
      let resident = try service.residentKilobytes
      let missed = crowd.readers.map { max(0, fingers.strokes - $0.tally.ends) }.reduce(0, +)
      // The connection ends after its bye; a client without a bye by now gets none.
      _ = try lazy.read(until: deadline(in: 2)) { $0.allSatisfy { $0.tally.hasEnded } }
      let untold = (lazy.readers + crowd.readers.suffix(reading)).count { $0.tally.bye != "slow-consumer" }
      return Run(p99: crowd.delays.quantile(0.99), resident: resident, untold: untold, missedEnds: missed)
    }
  }
}
