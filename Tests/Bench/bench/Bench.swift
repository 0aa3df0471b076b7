import ArgumentParser

/// Measures the velocity estimate: how right it is, and what it costs; beside strategies that are
/// in wide use.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how right the velocity estimate is, what people meant, and what it costs.",
    subcommands: [AccuracyCommand.self, IntentCommand.self, LookaheadCommand.self, CostCommand.self])
}
