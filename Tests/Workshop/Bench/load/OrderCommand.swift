import ArgumentParser
import Foundation

/// `load order`: whether every line arrives whole and in order, however few bytes a client reads at
/// a time.
struct OrderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "A million lines to clients that read 1 byte to 64 KiB at a time.")

  @Option(help: "The total of lines.") var messages = 1_000_000
  @Option(help: "Clients.") var clients = 64
  @Option(help: "The seed of the sizes of reads.") var seed = UInt64.random(
    in: 0...UInt64(UInt32.max))
  @Option(help: "How long the fingers draw; by default longer than the run.") var seconds: Int?
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard messages > 0, clients > 0, seconds ?? 1 > 0 else {
      throw ValidationError("--messages, --clients and --seconds are above 0")
    }
  }

  func run() async throws {
    // Each of the ten fingers is down in 52 of 60 frames. The run takes three times as long,
    // because updates for a slow client are merged.
    let expected = 3 * Double(messages) / (8.6 * Double(options.rate * clients))
    let fingers = TenFingers(rate: options.rate, seconds: seconds ?? Int(expected) + 2)
    let service = try PlayedService(program: options.flickd, recording: fingers)
    let manner = Crowd.Manner(
      request: options.request, checksLines: true, seed: seed, plant: options.plant)
    let (messages, clients) = (messages, clients)
    let tallies = try await service.run(within: Double(fingers.seconds) + 60) { service in
      let crowd = try Crowd(clients, at: service.socket, manner)
      _ = try crowd.read(until: deadline(in: Double(fingers.seconds) + 5)) { readers in
        readers.reduce(0) { $0 + $1.tally.lines } >= messages
          || readers.allSatisfy { $0.tally.ends >= fingers.strokes || $0.tally.hasEnded }
      }
      return crowd.readers.map { Counts($0.tally) }
    }
    func sum(_ count: (Counts) -> Int) -> Double { Double(tallies.reduce(0) { $0 + count($1) }) }
    try options.end(
      Report(
        seed: seed,
        figures: [
          "order.missing": max(0, Double(messages) - sum(\.lines)), "order.messages": sum(\.lines),
          "order.torn": sum(\.torn), "order.reordered": sum(\.reordered), "order.gaps": sum(\.gaps),
          "order.ended": sum(\.ended),
        ], timed: []))
  }

  /// The sums of a reader's tally.
  private struct Counts: Sendable {
    var lines: Int
    var torn: Int
    var reordered: Int
    var gaps: Int
    /// 1 if flickd disconnected it, or it received a bye.
    var ended: Int

    init(_ tally: Reader.Tally) {
      (lines, torn, reordered, gaps) = (tally.lines, tally.torn, tally.reordered, tally.gaps)
      ended = tally.bye != nil || tally.hasEnded ? 1 : 0
    }
  }
}
