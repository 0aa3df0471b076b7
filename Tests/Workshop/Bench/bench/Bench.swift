import ArgumentParser

/// Measures the accuracy and the cost of the velocity estimate, compared with strategies in wide
/// use.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the accuracy of the velocity estimate and of decisions, and their cost.",
    subcommands: [AccuracyCommand.self, IntentCommand.self, LookaheadCommand.self, CostCommand.self])
}
