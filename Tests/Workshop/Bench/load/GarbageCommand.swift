import ArgumentParser
import Foundation

/// `load garbage`: whether clients that send nonsense at full speed delay a client that behaves.
struct GarbageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "garbage", abstract: "One correct client beside 63 that are silent or send invalid lines.")

  @Option(help: "Pairs of runs, one with and one without invalid lines.") var pairs = 15
  @Option(help: "How long the fingers draw in each run.") var seconds = 4
  @Option(help: "The clients that send invalid lines.") var hostile = 63
  @Option(help: "The seed of the invalid lines.") var seed = UInt64.random(in: 0...UInt64(UInt32.max))
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard pairs > 0, seconds > 0, hostile > 0 else {
      throw ValidationError("--pairs, --seconds and --hostile are above 0")
    }
  }

  func run() async throws {
    let fingers = TenFingers(rate: options.rate, seconds: seconds)
    let service = try PlayedService(program: options.flickd, recording: fingers)
    var ratios: [Double] = []
    var with: [Run] = []
    var without: [Run] = []
    for pair in 0..<pairs {
      for isHostile in pair % 2 == 0 ? [false, true] : [true, false] {
        let run = try await run(service, fingers, isHostile: isHostile, seed: seed &+ UInt64(pair))
        if isHostile { with.append(run) } else { without.append(run) }
      }
      ratios.append(with[pair].p99 / max(1, without[pair].p99))
    }
    try options.end(
      Report(
        seed: seed,
        figures: [
          "garbage.pairs": Double(pairs), "garbage.ratio": ratios.median,
          "garbage.ratio_worst": ratios.max() ?? 0,
          "garbage.p99_us_without": without.map(\.p99).median, "garbage.p99_us_with": with.map(\.p99).median,
          "garbage.sent_mb": Double(with.map(\.sent).min() ?? 0) / 1e6,
          "garbage.let_go": Double((with + without).count(where: \.wasLetGo)),
          "garbage.missed_ends": Double((with + without).map(\.missedEnds).reduce(0, +)),
        ],
        timed: ["garbage.ratio", "garbage.ratio_worst", "garbage.p99_us_without", "garbage.p99_us_with"]))
  }

  private struct Run: Sendable {
    /// The 99th percentile of the delay of the good client's lines, in µs.
    var p99: Double
    /// The bytes of nonsense that flickd accepted.
    var sent: Int
    /// The number of ends that the good client did not receive.
    var missedEnds: Int
    /// Whether flickd disconnected the good client before the fingers lifted.
    var wasLetGo: Bool
  }

  private func run(
    _ service: PlayedService, _ fingers: TenFingers, isHostile: Bool, seed: UInt64
  ) async throws -> Run {
    let good = Crowd.Manner(request: options.request, keepsLags: true)
    let hostile = hostile
    return try await service.run(within: Double(seconds) + 60) { service in
      let crowd = try Crowd(1, at: service.socket, good)
      // On a separate thread, so that it does not delay the reading here.
      let babblers = try Babblers(hostile, at: service.socket, seed: isHostile ? seed : nil)
      babblers.start()
      let end = deadline(in: Double(fingers.seconds) + 5)
      _ = try crowd.read(until: end) { readers in
        readers.allSatisfy { $0.tally.ends >= fingers.strokes || $0.tally.hasEnded }
      }
      let sent = try babblers.stop()
      let missed = crowd.readers.map { max(0, fingers.strokes - $0.tally.ends) }.reduce(0, +)
      return Run(
        p99: crowd.delays.quantile(0.99), sent: sent, missedEnds: missed,
        wasLetGo: crowd.readers.contains { $0.tally.hasEnded })
    }
  }
}
