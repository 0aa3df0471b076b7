import LinuxIO
import Testing

@Suite struct `A table of flags` {
  let table = CommandLineFlags(
    command: "sample", summary: "Shows how flags are read.",
    flags: [
      .init(name: "config", argument: "FILE", help: "reads FILE"),
      .init(
        name: "replay", letter: "r", argument: "RECORDING",
        help: "plays a recording, more than once if repeated"),
      .init(name: "demo", letter: "d", help: "shows a demo"),
      .init(name: "help", letter: "h", help: "shows this"),
    ])

  @Test(arguments: [
    (["--config", "a", "--demo"], ["a"], [], true),
    (["--config=a", "-d"], ["a"], [], true),
    (["--config", "a", "--config=b"], ["a", "b"], [], false),
    (["x", "--demo", "y"], [], ["x", "y"], true),
    (["--demo", "--", "--config"], [], ["--config"], true),
    (["--conf", "a"], ["a"], [], false),
    (["--config="], [""], [], false),
    ([], [], [], false),
  ])
  func `reads words as GNU programs do`(words: [String], config: [String], operands: [String], demo: Bool)
    throws
  {
    let parsed = try table.parse(words)
    #expect(parsed.values("config") == config)
    #expect(parsed.value("config") == config.last)
    #expect(parsed.operands == operands)
    #expect(parsed.has("demo") == demo)
  }

  @Test(arguments: [["-dr", "a", "-rb"], ["-d", "--replay", "a", "--replay=b"], ["-dra", "--rep", "b"]])
  func `reads letters, in clusters and with values`(words: [String]) throws {
    let parsed = try table.parse(words)
    #expect(parsed.has("demo"))
    #expect(parsed.values("replay") == ["a", "b"])
  }

  @Test(arguments: [
    (["--nope"], "unknown flag --nope"),
    (["--demo", "--nope=3", "--demo"], "unknown flag --nope=3"),
    (["-x"], "unknown flag -x"),
    (["--config"], "--config needs a value: --config FILE"),
    (["-r"], "--replay needs a value: --replay RECORDING"),
    (["--demo=yes"], "--demo allows no value"),
  ])
  func `names the flag at fault`(words: [String], message: String) {
    do throws(CommandLineFlags.UsageError) {
      _ = try table.parse(words)
      Issue.record("\(words) passed")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `writes its help from the same table`() {
    #expect(
      table.help(columns: 56) == """
        Usage: sample [--config FILE] [--replay RECORDING] [--demo] [--help]

        Shows how flags are read.

              --config FILE       reads FILE
          -r, --replay RECORDING  plays a recording, more than
                                  once if repeated
          -d, --demo              shows a demo
          -h, --help              shows this

        """)
  }
}
