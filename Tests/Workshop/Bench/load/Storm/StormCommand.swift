import ArgumentParser
import Foundation
import LinuxIO
import TestKit

/// `load storm`: whether programs that only connect and close delay other clients.
struct StormCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storm",
    abstract: "One correct client beside processes that connect and close as fast as possible.",
    discussion: """
      Once the processes storm a bare accept loop, then flickd. As root they are of another user than the client, and a third
      user connects 20 times a second meanwhile.
      """)

  @Option(help: "How long each storm lasts.") var seconds = 28
  @Option(help: "Processes that connect and close.") var storms = 4
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard (1...120).contains(seconds), storms > 0 else {
      throw ValidationError("--seconds is 1 to 120, --storms above 0")
    }
  }

  func run() async throws {
    var report = Report(figures: [:], timed: [])
    for door in StormedService.Door.allCases {
      let service = try StormedService(
        door, program: options.flickd, rate: options.rate, seconds: seconds, storms: storms)
      let calm = try await service.run(request: options.request, target: .another)
      let storm = try await service.run(request: options.request, target: .flickd)
      note(storm, beside: calm, "storm.\(door.rawValue)_", in: &report)
    }
    try options.end(report)
  }

  private func note(
    _ storm: StormedService.Run, beside calm: StormedService.Run, _ prefix: String, in report: inout Report
  ) {
    let timed = [
      "p99_us_without": calm.p99, "p99_us_with": storm.p99, "ratio": storm.p99 / max(1, calm.p99),
      "turn_max_us": storm.longestTurn, "turn_max_us_without": calm.longestTurn,
      "watchdog_part": storm.watchdogPart, "stop_ms": storm.stopMilliseconds,
      "visits_late": Double(storm.visits.late),
    ]
    let counted = [
      "connections": Double(storm.connections), "visits": Double(storm.visits.all),
      "visits_unanswered": Double(storm.visits.unanswered), "let_go": storm.wasLetGo ? 1 : 0,
      "gaps": Double(storm.gaps), "peak_kb": Double(storm.memory.peak),
      "left_kb": Double(storm.memory.after - storm.memory.before),
    ]
    for (name, value) in timed { report.timed.insert(prefix + name); report.figures[prefix + name] = value }
    for (name, value) in counted { report.figures[prefix + name] = value }
  }
}
