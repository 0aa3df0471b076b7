internal import FlickProtocol
internal import Logging

/// The parsed command line of `flickd`.
///
/// The syntax is that of GNU programs: `--name value`, `--name=value`, unambiguous beginnings such
/// as `--conf`, letters such as `-h`, and `--` behind the last flag.
struct DaemonOptions: Equatable {
  enum Source: Equatable {
    /// The machine's touchscreens.
    case live
    /// These recordings, in this order.
    case replay([String])
    case demo
  }

  /// The task of this run; of several, the last in this order.
  enum Task: Int {
    case serve, check, version, help
  }

  struct Flag: Sendable {
    /// The name, without dashes.
    var name: String
    /// The letter of the short form; nil if there is no short form.
    var letter: Character?
    /// The word for the value in the help, such as `PATH`; nil if the flag allows no value.
    var argument: String?
    /// The values that the flag allows; empty for any value.
    var values: [String] = []
    /// Whether the flag may occur more than once.
    var isRepeatable = false
    /// What the flag does, for the help.
    var help: String
    /// Applies the flag with its value.
    var apply: @Sendable (inout DaemonOptions, String) -> Void
  }

  /// What is wrong with a command line; exit code 64.
  enum UsageError: Error, Equatable, CustomStringConvertible {
    /// The flag does not exist, or its beginning matches several flags.
    case unknown(String, nearest: String?)
    /// The flag needs a value, and stands at the end or before another flag.
    case valueMissing(flag: String, argument: String, next: String? = nil)
    /// The flag allows no value.
    case valueNotTaken(flag: String)
    /// A word is not a flag.
    case operand(String)
    /// Two flags exclude each other.
    case exclusive(String, String)
    /// A flag that has one value occurs again.
    case repeated(flag: String)
    /// The value is none of those that the flag allows.
    case unknownValue(String, flag: String, nearest: String?, values: [String])

    /// What is wrong, with the name of the flag.
    var description: String {
      switch self {
      case .unknown(let word, let nearest):
        "unknown flag \(word): "
          + (Self.advice(forFlag: word) ?? nearest.map { "did you mean `--\($0)`?" }
            ?? "`flickd --help` explains the flags")
      case .valueMissing(let flag, let argument, let next):
        "--\(flag) needs a value\(next.map { " before '\($0)'" } ?? ""): --\(flag) \(argument)"
      case .valueNotTaken(let flag): "--\(flag) has no value: write --\(flag) alone"
      case .operand(let word): "'\(word)' is not a flag: \(Self.advice(for: word))"
      case .exclusive(let one, let other): "--\(one) and --\(other) exclude each other: choose one"
      case .repeated(let flag): "--\(flag) comes twice: write it once"
      case .unknownValue(let word, let flag, let nearest, let values):
        // As flickctl answers, so that one row of docs/messages.md explains both.
        "--\(flag): '\(word)' is not one of its values: \(nearest.map { "did you mean `\($0)`? " } ?? "")"
          + "The values are \(values.joined(separator: ", "))"
      }
    }

    /// What a person means with a flag of other services; nil for other words.
    private static func advice(forFlag word: String) -> String? {
      let names = [
        "daemon", "daemonize", "background", "detach", "no-daemon", "nodaemon", "nofork", "foreground",
      ]
      let name = word.drop { $0 == "-" }.lowercased()
      if ["debug", "verbose"].contains(name) { return "for more lines in the log, write --log-level debug" }
      if ["quiet", "silent"].contains(name) || word == "-q" {
        return "for fewer lines in the log, write --log-level warning"
      }
      guard names.contains(name) || ["-d", "-D", "-f"].contains(word) else { return nil }
      return "flickd always stays in the foreground: leave it out, or start the service with systemctl"
    }

    /// What a person means with a word that is not a flag.
    private static func advice(for word: String) -> String {
      if let first = word.first, "–—−‐‑".contains(first) {
        return "it begins with a typographic dash: write --\(word.drop { "–—−‐‑-".contains($0) })"
      }
      if word.hasPrefix("--") { return "flags stand before `--`" }
      if word.hasSuffix(".toml") { return "write --config \(word)" }
      if word.hasSuffix(".sock") { return "write --socket \(word)" }
      if let flag = nearest(to: word, in: flags.map(\.name)) { return "did you mean `--\(flag)`?" }
      if word.contains(where: { $0 == "." || $0 == "/" }) {
        return "to play a recording, write --replay \(word)"
      }
      return "the other commands are those of flickctl: see `flickctl --help`"
    }
  }

  var task = Task.serve
  var source = Source.live
  /// The configuration file of `--config`, nil for the default one.
  var configuration: String?
  var socket: String?
  var seat: String?
  /// The lowest level of the lines in the log.
  var logLevel = Logger.Level.info
  private var recordings: [String] = []
  private var isDemo = false

  /// The words of `--log-level`, from the most lines to the fewest.
  private static var logLevels: [String] { Logger.Level.allCases.map(\.rawValue) }

  /// The only table of flags; the parser and `--help` both use it.
  static let flags = [
    Flag(
      name: "config", argument: "FILE",
      help: "Read this configuration file instead of /etc/flickd/flickd.toml."
    ) { $0.configuration = $1 },
    Flag(
      name: "socket", argument: "PATH",
      help:
        "Listen at this path. The default is $FLICKD_SOCKET, else the configured path, else /run/flickd/flickd.sock if "
        + "its folder exists, else $XDG_RUNTIME_DIR/flickd/flickd.sock."
    ) { $0.socket = $1 },
    Flag(
      name: "seat", argument: "NAME",
      help: "Read the touchscreens of this seat. The default is $XDG_SEAT, else seat0."
    ) { $0.seat = $1 },
    Flag(
      name: "replay", argument: "RECORDING", isRepeatable: true,
      help:
        "Play a recording as a panel, at its own speed, when the first client connects; may be repeated. "
        + "flickd exits after the last recording."
    ) { $0.recordings.append($1) },
    Flag(name: "demo", help: "Play a built-in synthetic panel repeatedly.") { options, _ in
      options.isDemo = true
    },
    Flag(
      name: "log-level", argument: "LEVEL", values: logLevels,
      help:
        "Log lines of this level and above. The levels are \(logLevels.joined(separator: ", ")); "
        + "the default is info."
    ) { options, word in
      if let level = Logger.Level(rawValue: word) { options.logLevel = level }
    },
    Flag(
      name: "check", help: "Check the configuration, print its errors, and exit with 0 or 78."
    ) { options, _ in options.prefer(.check) },
    Flag(name: "help", letter: "h", help: "Show this text.") { options, _ in options.prefer(.help) },
    Flag(name: "version", help: "Show the version.") { options, _ in options.prefer(.version) },
  ]

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var read: Set<String> = []
    while let word = rest.popFirst() {
      if word == "--" {
        if let operand = rest.first { throw .operand(operand) }
        break
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let flag = try Self.flag(parts[0])
      let value = parts.count > 1 ? parts[1] : nil
      if let argument = flag.argument {
        // A path or a seat that begins so can follow `=`.
        let next = rest.first.flatMap { $0.hasPrefix("--") ? $0 : nil }
        guard let value = value ?? (next == nil ? rest.popFirst() : nil) else {
          throw .valueMissing(flag: flag.name, argument: argument, next: next)
        }
        if !flag.isRepeatable, !read.insert(flag.name).inserted { throw .repeated(flag: flag.name) }
        guard flag.values.isEmpty || flag.values.contains(value) else {
          let near = Self.nearestValue(to: value, in: flag.values)
          throw .unknownValue(value, flag: flag.name, nearest: near, values: flag.values)
        }
        flag.apply(&self, value)
      } else {
        if value != nil { throw .valueNotTaken(flag: flag.name) }
        flag.apply(&self, "")
      }
    }
    if isDemo, !recordings.isEmpty { throw .exclusive("demo", "replay") }
    source = isDemo ? .demo : recordings.isEmpty ? .live : .replay(recordings)
  }

  /// The flag of a word without its value.
  private static func flag(_ word: String) throws(UsageError) -> Flag {
    guard word.hasPrefix("-"), word != "-" else { throw .operand(word) }
    let name = String(word.dropFirst(2))
    let found =
      word.hasPrefix("--")
      ? flags.filter { $0.name == name } + flags.filter { $0.name.hasPrefix(name) }
      : flags.filter { $0.letter.map { "-\($0)" } == word }
    guard let flag = found.first, found.count == 1 || flag.name == name else {
      throw .unknown(word, nearest: nearest(to: name, in: flags.map(\.name)))
    }
    return flag
  }

  /// The value that a word most likely means: the only one that begins so, such as `warn`, or the
  /// nearest.
  private static func nearestValue(to word: String, in values: [String]) -> String? {
    let begun = values.filter { !word.isEmpty && $0.hasPrefix(word.lowercased()) }
    return begun.count == 1 ? begun[0] : nearest(to: word, in: values)
  }

  private mutating func prefer(_ task: Task) {
    if task.rawValue > self.task.rawValue { self.task = task }
  }
}

// MARK: - Help

extension DaemonOptions {
  /// The usage line, which shows how to call the command.
  static var usage: String {
    (["Usage: flickd"] + flags.map { "[--\($0.name)\($0.argument.map { " \($0)" } ?? "")]" })
      .joined(separator: " ")
  }

  /// Returns the text of `--help`, wrapped to `columns` columns.
  static func help(columns: Int = 80) -> String {
    let words = flags.map { flag in
      let letter = flag.letter.map { "-\($0), " } ?? "    "
      return "  \(letter)--\(flag.name)\(flag.argument.map { " \($0)" } ?? "")"
    }
    let edge = (words.map(\.count).max() ?? 0) + 2
    var lines = [usage, "", "Reads touchscreens and sends flick and drag decisions over a Unix socket.", ""]
    for (flag, word) in zip(flags, words) {
      let rows = rows(of: flag.help, width: max(20, columns - edge))
      lines += zip([word] + Array(repeating: "", count: rows.count), rows).map { start, row in
        start.padded(to: edge) + row
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func rows(of text: String, width: Int) -> [String] {
    var rows: [String] = []
    for word in text.split(separator: " ") {
      if let last = rows.last, last.count + 1 + word.count <= width {
        rows[rows.count - 1] = "\(last) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }
}
