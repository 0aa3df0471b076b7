public import ArgumentParser
internal import FlickProtocol
internal import LinuxIO

/// The command for people: everything about flickd that is not the daemon itself.
public struct Flickctl: ParsableCommand {
  /// The verbs.
  public static let configuration = CommandConfiguration(
    commandName: "flickctl",
    abstract:
      "Find touchscreens, watch flickd and its decisions, replay recordings, play fingers, turn panels, bring decisions to web pages, check the configuration.",
    version: "flickctl \(flickdVersion)",
    subcommands: [
      DevicesCommand.self, ListenCommand.self, StatusCommand.self, StatsCommand.self, ReplayCommand.self,
      PlayCommand.self, OrientCommand.self, BridgeCommand.self, GalleryCommand.self, CheckCommand.self,
    ])

  /// Creates the command.
  public init() {}
}

extension Flickctl {
  /// Runs the command with the words that the process was started with, and ends the process.
  public static func run() {
    // A reader that closes early, such as head(1), ends the command by its answer to a write, not
    // by a signal. The call cannot be refused.
    try? SystemCalls.ignoreBrokenPipes()
    main()
  }
}
