internal import FlickProtocol
internal import LinuxIO

/// The parsed command line of `flickd`.
struct DaemonOptions: Equatable {
  /// Where frames come from.
  enum Source: Equatable {
    /// The machine's touchscreens.
    case live
    /// These recordings, in this order.
    case replay([String])
    /// The synthetic panel.
    case demo
  }

  /// The task of this run.
  enum Task: Equatable {
    case serve
    case check
    case help
    case version
  }

  var task = Task.serve
  var source = Source.live
  /// The configuration file of `--config`, nil for the default one.
  var configuration: String?
  /// The path of `--socket`.
  var socket: String?
  /// The seat of `--seat`.
  var seat: String?

  /// The only table of flags; the parser and `--help` both use it.
  static let flags = CommandLineFlags(
    command: "flickd",
    summary: "Reads touchscreens and sends flick and drag decisions over a Unix socket.",
    flags: [
      .init(
        name: "config", argument: "FILE",
        help: "Read this configuration file instead of /etc/flickd/flickd.toml."),
      .init(
        name: "socket", argument: "PATH",
        help:
          "Listen at this path. The default is $FLICKD_SOCKET, else the configured path, else /run/flickd/flickd.sock if "
          + "its folder exists, else $XDG_RUNTIME_DIR/flickd/flickd.sock."),
      .init(
        name: "seat", argument: "NAME",
        help: "Read the touchscreens of this seat. The default is $XDG_SEAT, else seat0."),
      .init(
        name: "replay", argument: "RECORDING",
        help:
          "Play a recording as a panel, at its own speed, when the first client connects; may be repeated. "
          + "flickd exits after the last recording."),
      .init(name: "demo", help: "Play a built-in synthetic panel repeatedly."),
      .init(name: "check", help: "Check the configuration, print its errors, and exit with 0 or 78."),
      .init(name: "help", letter: "h", help: "Show this text."),
      .init(name: "version", help: "Show the version."),
    ])

  /// Parses the command-line arguments.
  init(_ words: [String]) throws(CommandLineFlags.UsageError) {
    let parsed = try Self.flags.parse(words)
    if let operand = parsed.operands.first { throw .operand(operand) }
    configuration = parsed.value("config")
    socket = parsed.value("socket")
    seat = parsed.value("seat")
    let recordings = parsed.values("replay")
    if !recordings.isEmpty { source = .replay(recordings) }
    if parsed.has("demo") {
      if !recordings.isEmpty { throw .exclusive("demo", "replay") }
      source = .demo
    }
    if parsed.has("check") { task = .check }
    if parsed.has("version") { task = .version }
    if parsed.has("help") { task = .help }
  }
}
