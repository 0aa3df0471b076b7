import ArgumentParser

/// Runs a real flickd with ten fingers and many clients, good and bad, and measures the service
/// that the good ones get.
@main struct Load: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Measure correct clients while others misbehave.",
    discussion:
      "Exit codes: 1 a threshold is not met, 64 usage, 65 bad thresholds, 69 flickd does not do what a run needs.",
    subcommands: [
      SlowCommand.self, GarbageCommand.self, StormCommand.self, FloodCommand.self, OrderCommand.self,
      PagesCommand.self, FilesCommand.self, SoakCommand.self, EndureCommand.self, CrewCommand.self,
    ])
}
