import Testing

@testable import FlickDaemon

@Suite struct `The flags of flickd` {
  @Test(arguments: [
    ["--config", "a", "--replay", "r"], ["--config=a", "--replay=r"], ["--conf", "a", "--rep=r", "--"],
  ])
  func `are read as GNU programs read them`(words: [String]) throws {
    let options = try DaemonOptions(words)
    #expect(options.configuration == "a")
    #expect(options.source == .replay(["r"]))
    #expect(options.task == .serve)
  }

  @Test(arguments: [
    ([], DaemonOptions.Task.serve), (["--check", "--demo"], .check), (["-h", "--version", "--check"], .help),
    (["--version"], .version),
  ])
  func `choose the task`(words: [String], task: DaemonOptions.Task) throws {
    #expect(try DaemonOptions(words).task == task)
  }

  @Test func `keep every recording, and values that look like flags`() throws {
    let options = try DaemonOptions(["--replay", "a", "--replay=b=c", "--socket=--demo", "--seat="])
    #expect(options.source == .replay(["a", "b=c"]))
    #expect(options.socket == "--demo")
    #expect(options.seat == "")
  }

  @Test(arguments: [
    ([], "info"), (["--log-level", "debug"], "debug"), (["--log=trace"], "trace"),
    (["--log-level=critical", "--demo"], "critical"),
  ])
  func `set the level of the log, info by default`(words: [String], level: String) throws {
    #expect("\(try DaemonOptions(words).logLevel)" == level)
  }

  @Test(
    arguments: [
      ("DEBUG", "debug"), ("warn", "warning"), ("infos", "info"), ("e", "error"), ("", nil), ("7", nil),
      ("loud", nil),
    ] as [(String, String?)])
  func `name the nearest level of the log`(word: String, nearest: String?) {
    let values = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
    let fault = DaemonOptions.UsageError.unknownValue(
      word, flag: "log-level", nearest: nearest, values: values)
    #expect(throws: fault) { try DaemonOptions(["--log-level=\(word)"]) }
  }

  @Test(arguments: [
    (["--nope"], "unknown flag --nope: `flickd --help` explains the flags"),
    (["--sokcet", "a"], "unknown flag --sokcet: did you mean `--socket`?"),
    (["--demo", "--sokcet=a"], "unknown flag --sokcet: did you mean `--socket`?"),
    (["--se", "a", "--s", "b"], "unknown flag --s: `flickd --help` explains the flags"),
    (["-x"], "unknown flag -x: `flickd --help` explains the flags"),
    (["-help"], "unknown flag -help: did you mean `--help`?"),
    (["--config"], "--config needs a value: --config FILE"),
    (["--seat", "--demo"], "--seat needs a value before '--demo': --seat NAME"),
    (["--config", "--"], "--config needs a value before '--': --config FILE"),
    (["--log-level"], "--log-level needs a value: --log-level LEVEL"),
    (
      ["--log-level", "warn"],
      "--log-level: 'warn' is not one of its values: did you mean `warning`? "
        + "The values are trace, debug, info, notice, warning, error, critical"
    ),
    (["--verbose"], "unknown flag --verbose: for more lines in the log, write --log-level debug"),
    (["-q"], "unknown flag -q: for fewer lines in the log, write --log-level warning"),
    (["--config=b", "--conf", "a"], "--config comes twice: write it once"),
    (
      ["--daemon"],
      "unknown flag --daemon: flickd always stays in the foreground: leave it out, or start the service with systemctl"
    ),
    (["--demo=yes"], "--demo has no value: write --demo alone"),
    (["-"], "'-' is not a flag: the other commands are those of flickctl: see `flickctl --help`"),
    (["--", "--demo"], "'--demo' is not a flag: flags stand before `--`"),
  ])
  func `are named if they are wrong`(words: [String], message: String) {
    do throws(DaemonOptions.UsageError) {
      _ = try DaemonOptions(words)
      Issue.record("\(words) passed")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `are in the help, wrapped to its width`() {
    let help = DaemonOptions.help(columns: 60)
    #expect(
      help.contains(
        """
              --config FILE       Read this configuration file
                                  instead of
                                  /etc/flickd/flickd.toml.

        """))
    #expect(
      help.hasSuffix(
        "  -h, --help              Show this text.\n      --version           Show the version.\n"))
  }
}
