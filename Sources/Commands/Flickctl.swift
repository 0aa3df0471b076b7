public import ArgumentParser
internal import FlickProtocol

/// The command for people: everything about flickd that is not the daemon itself.
public struct Flickctl: ParsableCommand {
  /// The verbs.
  public static let configuration = CommandConfiguration(
    commandName: "flickctl",
    abstract: "Find touchscreens, watch decisions, replay recordings, check the configuration of flickd.",
    version: "flickctl \(flickdVersion)",
    subcommands: [DevicesCommand.self, ListenCommand.self, ReplayCommand.self, CheckCommand.self])

  /// Creates the command.
  public init() {}
}

extension Flickctl {
  /// Runs the command with the words that the process was started with, and ends the process.
  public static func run() {
    main()
  }
}
