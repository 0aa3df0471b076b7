import ArgumentParser
import FlickProtocol
import Foundation
import LinuxIO
import TestKit

/// `load endure`: whether flickd after half an hour is the same as after the first minutes.
struct EndureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endure",
    abstract: "Clients, reloads and a panel that is plugged in and out, for half an hour; then silence.",
    discussion: "Samples descriptors and memory whenever the initial situation is restored.")

  @Option(help: "The duration in seconds.") var seconds = 1800
  @Option(help: "The silence at the end, in seconds; 60, or 10 in a quick run.") var silence: Int?
  @OptionGroup var options: RunOptions

  func validate() throws {
    guard seconds > 0, silence ?? 1 > 0 || options.plant != nil else {
      throw ValidationError("--seconds and --silence must be above 0")
    }
  }

  func run() async throws {
    do {
      try options.end(try await record().report)
    } catch let error as Unfit {
      throw failure(.unavailable, error.description)
    }
  }

  private func record() async throws -> EnduranceRecord {
    if options.plant == .leak { return .leaking(seed: 1) }
    let plan = Endurance.Plan(
      seconds: Double(seconds), round: options.quick ? 5 : 10,
      silence: Double(silence ?? (options.quick ? 10 : 60)), plant: options.plant,
      progress: ProgressLine(of: Double(seconds)).show)
    let (program, limit) = (options.flickd, 1.5 * Double(seconds) + plan.silence + 180)
    // This seat has no devices: flickd listens to udev, as on any machine, but reads nothing.
    let nobody = ["--seat", "seat-of-nobody"]
    return try await WatchedService.run(program, ["--demo"], within: limit) { busy in
      try await WatchedService.run(program, nobody, within: limit) { idle in
        try await onThread { try Endurance(busy, idle, plan).run() }
      }
    }
  }
}

/// Shows the progress of a long run: one line on a terminal, otherwise a line every five minutes.
private struct ProgressLine: Sendable {
  private let total: Double
  private let isTerminal = SystemCalls.isTerminal(descriptor: 2)

  init(of total: Double) {
    self.total = total
  }

  /// Shows the state of a run after a round.
  func show(_ seconds: Double, _ record: EnduranceRecord) {
    guard let sample = record.samples.last else { return }
    let before = record.samples.dropLast().last?.seconds ?? 0
    guard isTerminal || (before / 300).rounded(.down) != (seconds / 300).rounded(.down) else { return }
    let words =
      "endure: \(Int(seconds)) of \(Int(total)) s, \(record.rounds) rounds, \(record.swipes) swipes, "
      + "\(record.lost) lost, \(sample.files) descriptors, \(Int(sample.anonymous)) kB anonymous"
    let line = isTerminal ? "\r\u{1B}[K\(words)\(seconds < total ? "" : "\n")" : "\(words)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
