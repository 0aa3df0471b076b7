import ArgumentParser
import Benchmarks
import FlickProtocol

/// `bench cost`: the cost of a query and of a new sample relative to lsq2, and of a frame of ten
/// fingers relative to one.
struct CostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Measure the cost of the velocity estimate and of ten fingers.",
    discussion: """
      Only ratios are judged; the times are this machine's. Adding a sample is too short to be judged by its time: its
      instructions are, if --counts says what `valgrind --tool=callgrind bench cost --rounds 1` counted. Exit code 1: a
      threshold is not met.
      """)

  @Option(help: "Rounds; in each, every call is timed once in a batch.") var rounds = 300
  @Option(help: ArgumentHelp("The counts of callgrind.", valueName: "file")) var counts: String?
  @Flag(help: "Print JSON instead of tables.") var json = false
  @OptionGroup var checking: CheckOptions

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be above 0") }
  }

  func run() throws {
    let report = CostReport(rounds: rounds, counts: try instructionCounts())
    // Without this, a renamed function would leave its threshold unjudged.
    if let counts, report.appendedInstructions == nil {
      throw failure(.badData, "\(counts): counts no call of both trackers' append")
    }
    var run = Run()
    run.add("cost", report, text: report.text)
    try run.end(asJSON: json, checking)
  }

  private func instructionCounts() throws -> InstructionCounts? {
    guard let counts else { return nil }
    do {
      return try InstructionCounts.read(counts)
    } catch {
      throw failure(error)
    }
  }
}
