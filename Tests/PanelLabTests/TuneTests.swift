import Foundation
import LinuxIO
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `flickctl tune --from` {
  private static let dropIn = "90-tuned-0eef-0005.toml"

  /// A folder with a configuration in which S is three times too high, and recordings of people.
  private struct Tuned {
    let folder = try? PrivateFolder()
    let config: String
    let files: [String]

    init(_ count: Int = 6, text: String = "[swipe]\nvelocity = \"390mm/s\"\n", vendor: UInt16 = 0x0eef) throws
    {
      guard let folder else { throw CancellationError() }
      config = try folder.write("flickd.toml", text)
      files = try (0..<count).map {
        try folder.write(
          "p\($0).evemu",
          LabelledPeople.recording(of: "p\($0)", slower: 1 + 0.05 * Double($0), vendor: vendor))
      }
    }

    var names: [String] { (try? SystemCalls.names(in: (folder?.path ?? "") + "/conf.d")) ?? [] }
    var text: String {
      (try? String(contentsOfFile: (folder?.path ?? "") + "/conf.d/\(dropIn)", encoding: .utf8)) ?? ""
    }

    func tune(_ arguments: String...) async throws -> Outcome {
      var outcome = try await Command(
        [Program.flickctl.path, "tune", "--config", config] + arguments + ["--from"] + files
      ).run()
      outcome.errors = outcome.errors.replacing("\(folder?.path ?? "")/", with: "")
      return outcome
    }
  }

  @Test func `proposes thresholds with the rates before and after`() async throws {
    let tuned = try Tuned()
    let outcome = try await tuned.tune()
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    func row(_ name: String) throws -> String {
      try #require(outcome.lines.first { $0.hasPrefix(name) }, "\(outcome.output)")
    }
    #expect(try row("present ").contains("30 of 60"))
    #expect(try row("proposed ").contains("60 of 60"))
    #expect(try row("flicks that commit").contains("0 of 30  30 of 30"))
    #expect(try row("taps that commit").contains("0 of 30   0 of 30"))
    #expect(tuned.names == [])
  }

  @Test func `shows the change and writes the thresholds for the panel`() async throws {
    let tuned = try Tuned()
    let outcome = try await tuned.tune("--write", "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try JSON(outcome.output)
    let speed = try #require(report.proposal.velocity.value)
    #expect(tuned.names == [Self.dropIn])
    #expect(
      tuned.text.hasPrefix(
        """
        # `flickctl tune --write` wrote this file, and replaces the keys that it tunes again.
        [[panel]]
        match = { vendor = "0eef", product = "0005" }
        # tuned: 90 strokes of 6 people, 95 % 
        """), "\(tuned.text)")
    #expect(tuned.text.hasSuffix("\nvelocity = \"\(Int(speed.rounded()))mm/s\"\n"), "\(tuned.text)")
    #expect(outcome.errors.contains("conf.d/\(Self.dropIn):\n+ # `flickctl tune --write`"))
    #expect(outcome.errors.contains("\n+ velocity = "))
    #expect(report.written.elements.count == 1)
    let schema = try DocumentSchema.read("evaluate.schema.json")
    #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])

    let check = try await Command(.flickctl, "check", "--config", tuned.config).run()
    #expect(check.code == 0)
    let again = try await tuned.tune("--write")
    #expect(again.errors == "flickctl: no threshold that is known to ±15 % changes; nothing is written\n")
    #expect(again.lines.contains { $0.hasPrefix("present ") && $0.contains("60 of 60") }, "\(again.output)")
  }

  @Test func `writes nothing if the people do not suffice or contradict each other`() async throws {
    let few = try Tuned(4)
    let outcome = try await few.tune("--write")
    #expect(
      outcome.output.contains(
        "20 flicks of 4 people are too few for velocity: record at least 20 flicks of 5"))
    #expect(outcome.errors.hasSuffix("nothing is written\n") && few.names == [])
  }

  @Test func `writes no thresholds that a later rule overrides, or that could match other panels`()
    async throws
  {
    let tuned = try Tuned()
    let later = try #require(tuned.folder).path + "/conf.d"
    try FileManager.default.createDirectory(atPath: later, withIntermediateDirectories: false)
    try Data("[[panel]]\nvelocity = \"300mm/s\"\n".utf8).write(to: URL(filePath: later + "/95.toml"))
    let outcome = try await tuned.tune("--write")
    #expect(outcome.code == 78)
    #expect(
      outcome.errors.contains("95.toml: a rule in this file overrides the tuned settings"),
      "\(outcome.errors)")
    #expect(tuned.names == ["95.toml"])
    let nameless = try await Tuned(vendor: 0).tune("--write")
    #expect(nameless.code == 65 && nameless.errors.contains("has no vendor id"), "\(nameless.errors)")
  }

  @Test func `refuses options that contradict each other`() async throws {
    for words in [
      ["--tries", "0"], ["--person", "a", "--person", "a"], ["--from", "a.evemu", "--save", "b"],
    ] {
      let outcome = try await Command([Program.flickctl.path, "tune"] + words).run()
      #expect(outcome.code == 64, "\(words)")
    }
    let unlabelled = try PrivateFolder()
    let file = try unlabelled.write("one.evemu", MadeRecording.oneFinger.bytes)
    let outcome = try await Command(.flickctl, "tune", "--config", "/dev/null", "--from", file).run()
    #expect(outcome.code == 65 && outcome.errors.contains("there is no stroke to tune by"))
  }
}

@Suite(
  .enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)),
  .enabled(if: Tools.areWanted("python3"), Comment(rawValue: Command.terminalComment)))
struct `flickctl tune on a terminal` {
  /// A session on a panel on which somebody flicks once a second.
  private func tune(_ arguments: String..., typing: [Command.Typing]) async throws -> (Outcome, PrivateFolder)
  {
    let machine = try PrivateFolder()
    let files = try PrivateFolder()
    let prefix = try MockMachine([.panel(5, udev: MockMachine.touchscreen)], events: .flicks(), in: machine)
      .prefix
    let config = try files.write("flickd.toml", "")
    let arguments = arguments.map { $0.replacing("FOLDER", with: files.path) }
    let command = Command(
      prefix + (try Program.flickctl.copy(into: machine)) + ["tune", "--config", config] + arguments)
    return (try await command.onTerminal(typing).run(within: 60), files)
  }

  @Test func `asks, judges each try, takes tries back, and ends with the proposal`() async throws {
    let (outcome, files) = try await tune(
      "--tries", "2", "--person", "anna", "--save", "FOLDER/anna.evemu",
      typing: [
        .init(at: "anna: press Enter to begin", "quit\n"), .init(at: "u and Enter: take", "\n"),
        .init(at: "\n  1 of 2: ", "u\n"),
        .init(at: "That was the last try: press Enter", "\n"),
      ])
    #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    let text = outcome.output
    #expect(text.contains("anna, 1/4 flick: flick to the left 2 times"))
    #expect(text.contains(" mm/s at the lift: commit by distance, velocity\n"), "\(text)")
    #expect(text.contains("took flick 1 of anna back; flick to the left"))
    for step in ["2/4 drag", "3/4 tap", "4/4 scroll"] { #expect(text.contains("anna, \(step): ")) }
    #expect(text.contains("8 strokes of 1 person: 2 flicks, 2 drags, 2 taps, 2 scrolls"))
    #expect(text.contains("2 flicks of 1 person are too few for velocity"))
    // The saved tries are the same strokes.
    let saved = try await Command(
      .flickctl, "evaluate", "--config", files.file("flickd.toml"), files.file("anna.evemu")
    ).run()
    #expect(saved.output.contains("8 strokes of 1 person: 2 flicks, 2 drags, 2 taps, 2 scrolls"), "\(saved)")
    let file = try #require(try SystemCalls.identity(of: files.file("anna.evemu")))
    #expect(file.mode == 0o600)
  }

  @Test(
    arguments: [
      ("press Enter to begin", 0), ("1/4 flick", 0), ("\n  1 of 2: ", 1), ("3/4 tap", 4),
      ("That was the last try", 8),
    ])
  func `keeps the finished tries on Ctrl-C, and writes nothing without one`(moment: String, tries: Int)
    async throws
  {
    var typing = [Command.Typing(at: "press Enter to begin", "\n")]
    if moment == typing[0].text { typing = [] }
    typing.append(.init(at: moment, Command.Typing.interrupt))
    let (outcome, files) = try await tune(
      "--tries", "2", "--person", "anna", "--save", "FOLDER/anna.evemu", "--write", typing: typing)
    #expect(outcome.code == 130, "\(outcome.output) \(outcome.errors)")
    guard tries > 0 else {
      #expect(outcome.output.contains("flickctl: ended by a signal; nothing is written"))
      return #expect(files.names == ["flickd.toml"])
    }
    #expect(outcome.output.contains("anna.evemu contains the tries so far"), "\(outcome.output)")
    #expect(files.names == ["anna.evemu", "flickd.toml"])
    #expect(try RecordingFile.read(files.file("anna.evemu")).labels.count >= tries)
  }

  @Test func `ends the tries on Ctrl-D, and goes on by Enter or after the patience`() async throws {
    let (outcome, _) = try await tune(
      "--tries", "1", "--person", "anna", "--person", "ben",
      typing: [
        .init(at: "anna: press Enter", "\n"), .init(at: "2/4 drag", "\n"), .init(at: "4/4 scroll", "\n"),
        .init(at: "ben: press Enter", Command.Typing.end),
      ])
    #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    #expect(
      outcome.output.contains(" strokes of 1 person: 1 flick, 0 drags, 1 tap, 0 scrolls"), "\(outcome.output)"
    )
  }

  @Test func `refuses --write before the tries if a rule cannot name the panel`() async throws {
    let files = try PrivateFolder()
    var panel = MockDevice.panel(5, udev: MockMachine.touchscreen)
    (panel.description.vendor, panel.description.product) = (0, 0)
    let config = try files.write("flickd.toml", "")
    let machine = try MockMachine([panel], events: .flicks(), in: files)
    let outcome = try await Command(
      machine.prefix + (try Program.flickctl.copy(into: files)) + ["tune", "--config", config, "--write"]
    ).run(within: 60)
    #expect(outcome.code == 65 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("has no vendor id") && !outcome.errors.contains("1/4 flick"), "\(outcome)")
    #expect(!files.names.contains("conf.d"))
  }

  @Test func `needs no keyboard`() async throws {
    let files = try PrivateFolder()
    let machine = try MockMachine([.panel(5, udev: MockMachine.touchscreen)], events: .flicks(), in: files)
    let outcome = try await Command(
      machine.prefix + (try Program.flickctl.copy(into: files)) + [
        "tune", "--config", "/dev/null", "--tries", "1", "--json",
      ]
    ).run(within: 60)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try JSON(outcome.output).strokes == 4)
    #expect(outcome.errors.contains("unnamed, 4/4 scroll: scroll a little"))
  }
}

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `The tries that flickctl tune saves` {
  /// A session without a keyboard, on a panel on which somebody flicks three times a second.
  private static func tune(
    _ name: String, before: [String], in folder: PrivateFolder
  ) async throws -> Outcome {
    let machine = try MockMachine(
      [.panel(5, udev: MockMachine.touchscreen)], events: .flicks(every: 330_000), in: folder)
    let words = [
      "tune", "--config", "/dev/null", "--tries", "4", "--person", "anna", "--person", "ben", "--person",
      "eva", "--save", folder.file(name),
    ]
    return try await Command(machine.prefix + before + (try Program.flickctl.copy(into: folder)) + words)
      .run(within: 60)
  }

  /// How many tries people have read as counted.
  private static func counted(_ outcome: Outcome) -> Int {
    outcome.errors.split(separator: "\n").count { $0.contains(#/^  [0-9]+ of [0-9]+: /#) }
  }

  /// Regression: a killed session kept no try.
  @Test(.ownThread) func `are all in the file when the session is killed`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let count = 20
    let trials = (0..<count).map { number in
      (name: ["t.evemu", "t.yml", "t.evemu.gz"][number % 3], time: Double.random(in: 1...7, using: &random))
    }
    var kept = 0
    for start in stride(from: 0, to: count, by: 5) {
      kept += try await withThrowingTaskGroup(of: Int.self) { group in
        for trial in trials[start..<min(count, start + 5)] {
          group.addTask { try await Self.keptTries(trial.name, killedAfter: trial.time) }
        }
        return try await group.reduce(0, +)
      }
    }
    // Otherwise the moments were too early to prove anything.
    #expect(kept >= 2 * count, "\(kept) tries in \(count) sessions")
  }

  private static func keptTries(_ name: String, killedAfter time: Double) async throws -> Int {
    let folder = try PrivateFolder()
    let script = "\"$@\" & child=$!; sleep \(time); kill -KILL $child; wait $child"
    let outcome = try await tune(name, before: ["dash", "-c", script, "sh"], in: folder)
    let counted = counted(outcome)
    guard folder.names.contains(name) else {
      #expect(counted == 0, "\(outcome.errors)")
      return 0
    }
    let recording = try RecordingFile.read(folder.file(name))
    // The last one may be in the file before people read so.
    #expect((counted...counted + 1).contains(recording.labels.count), "\(name), \(time) s: \(outcome.errors)")
    #expect(recording.labels.allSatisfy { $0.person == "anna" || $0.person == "ben" || $0.person == "eva" })
    return counted
  }

  /// The shell counts blocks of 512 bytes; without the signal, the write fails as on a full disk.
  @Test(arguments: [("t.evemu", 20), ("t.yml", 30), ("t.evemu.gz", 4)])
  func `are kept up to the first one that does not fit on the disk`(name: String, blocks: Int) async throws {
    let folder = try PrivateFolder()
    let outcome = try await Self.tune(
      name, before: ["dash", "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\"", "sh"], in: folder)
    #expect(outcome.code == 73, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("this try cannot be kept, and the file contains the tries before"),
      "\(outcome.errors)")
    let recording = try RecordingFile.read(folder.file(name))
    #expect(recording.labels.count == Self.counted(outcome) && !recording.labels.isEmpty)
    #expect(try RecordingFile.bytes(of: folder.file(name)).count <= blocks * 512)
  }

  @Test func `never replace a file, and may go to standard output`() async throws {
    let folder = try PrivateFolder()
    try folder.write("t.evemu", MadeRecording.oneFinger.bytes)
    let refused = try await Self.tune("t.evemu", before: [], in: folder)
    #expect(refused.code == 73)
    #expect(refused.errors.contains("t.evemu exists already: remove it, or choose another file with --save"))
    #expect(!refused.errors.contains("1/4 flick"))
    #expect(try RecordingFile.bytes(of: folder.file("t.evemu")) == MadeRecording.oneFinger.bytes)
    let machine = try MockMachine(
      [.panel(5, udev: MockMachine.touchscreen)], events: .flicks(every: 330_000), in: folder)
    let words = ["tune", "--config", "/dev/null", "--tries", "1", "--save", "-"]
    let outcome = try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder)) + words
    ).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let recording = try Recording.read(bytes: Array(outcome.output.utf8), fileName: "-")
    #expect(recording.labels.map(\.label) == [.flick, .drag, .tap, .scroll])
    #expect(outcome.errors.contains("4 strokes of 1 person"))
    let both = try await Command([Program.flickctl.path] + words + ["--json"]).run()
    #expect(both.code == 64 && both.errors.contains("both use standard output"), "\(both.errors)")
  }
}
