public import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import PanelLab
internal import Pipeline
internal import Recordings
internal import Terminal

/// The command-line tool `flickctl`: everything about flickd except the daemon itself.
public struct Flickctl: ParsableCommand {
  /// The command's name, help and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "flickctl",
    abstract:
      "Find touchscreens, watch flickd and its decisions, record and measure panels, replay recordings, play fingers, turn panels, bring decisions to web pages, check the configuration.",
    version: "flickctl \(flickdVersion)",
    subcommands: [DevicesCommand.self, ListenCommand.self, StatusCommand.self, StatsCommand.self]
      + PanelVerbs.measuring + [ForgetCommand.self, ReplayCommand.self]
      + PanelVerbs.playing + [BridgeCommand.self, GalleryCommand.self]
      + PanelVerbs.serving + [CheckCommand.self, DoctorCommand.self])

  /// Creates the command.
  public init() {}
}

extension Flickctl {
  static var verbs: [any ParsableCommand.Type] { configuration.subcommands }

  /// Runs the command with the process's arguments, then ends the process.
  public static func run() {
    // If a reader such as head(1) closes early, the command ends because a write fails, not because
    // of a signal. This call cannot fail.
    try? SystemCalls.ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let fault = fault(ofVerbIn: arguments) { throw fault }
      if let option = ListedOption.repeated(in: arguments) {
        throw ValidationError("\(option) comes twice: write it once")
      }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      end(with: error, of: arguments)
    }
  }

  /// Ends the process with the message of an error, in our own words.
  private static func end(with error: any Error, of arguments: [String]) {
    // Help, the version, and codes of which the message is printed already.
    guard exitCode(for: error) != .success, !(error is ArgumentParser.ExitCode) else {
      exit(withError: error)
    }
    guard exitCode(for: error) == .validationFailure else {
      exit(withError: failure(.unavailable, message(for: error)))
    }
    let explanation = fullMessage(for: error).split(separator: "\n").first { $0.hasPrefix("Help:  ") }
    let fault = CommandLineFault(
      arguments: arguments, message: message(for: error),
      explanation: explanation.map { String($0.dropFirst(7)) })
    exit(withError: failure(.usage, fault.text))
  }

  /// Returns what is wrong with the verb of a command line; nil if there is none, or a known one.
  private static func fault(ofVerbIn arguments: [String]) -> ValidationError? {
    let verbs = verbs.compactMap { $0.configuration.commandName }
    guard let word = arguments.first(where: { $0 != "help" }), !word.hasPrefix("-"), !verbs.contains(word)
    else {
      return nil
    }
    let foreign = ForeignVerb.command(for: word).map { "write `\($0)`. " }
    let begun = word.count < 2 ? nil : verbs.first { $0.hasPrefix(word.lowercased()) }
    let near = begun ?? nearest(to: word, in: verbs)
    let advice = foreign ?? near.map { "did you mean `flickctl \($0)`? " } ?? ""
    return ValidationError(
      "'\(word.terminalText)' is not a verb: \(advice)The verbs are \(verbs.joined(separator: ", "))")
  }
}

/// Arguments that a verb has no use for, which get an answer that names the right option.
struct SurplusArguments: ParsableArguments {
  @Argument(help: .hidden) var arguments: [String] = []

  /// Throws if there is a word; `advice` is the right form of the first one.
  func refuse(_ advice: (String) -> String) throws(ValidationError) {
    guard let word = arguments.first?.terminalText else { return }
    throw ValidationError("'\(word)' needs an option before it: \(advice(word))")
  }
}
