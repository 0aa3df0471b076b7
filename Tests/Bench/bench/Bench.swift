import ArgumentParser

/// Measures the accuracy and the cost of the velocity estimate, compared with strategies in wide
/// use.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how right the velocity estimate is, what people meant, and what it costs.",
    subcommands: [AccuracyCommand.self, IntentCommand.self, LookaheadCommand.self, CostCommand.self])
}
