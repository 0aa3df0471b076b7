import Recordings
import TestKit
import Testing

@Suite struct `flickctl replay` {
  private func replay(_ arguments: String...) async throws -> Outcome {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    return try await Command([Program.flickctl.path, "replay", file] + arguments).run()
  }

  @Test func `sends the expected lines of every scenario that has a configuration`() async throws {
    let scenarios = try Scenario.all(in: Scenario.folder).filter { $0.configuration != nil }
    // Guards against a wrong folder.
    #expect(scenarios.count > 30)
    for scenario in scenarios {
      let outcome = try await Command(.flickctl, "replay", scenario.file).run()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try Scenario.words(of: outcome.lines) == scenario.expected, "\(scenario.name)")
    }
  }

  /// Regression: replay waited for ever for a program that writes into a FIFO.
  @Test(arguments: ["CTL replay <(cat FILE)", "cat FILE | CTL replay /dev/stdin"])
  func `reads a pipe into which a program writes, until that program ends`(script: String) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let text = script.replacing("CTL", with: "'\(Program.flickctl.path)'")
      .replacing("FILE", with: "'\(file)'")
    let outcome = try await Command(["bash", "-c", text]).run()
    #expect(outcome.code == 0 && outcome.lines.count == 3, "\(outcome)")
  }

  @Test func `prints the requested phases`() async throws {
    let standard = try await replay()
    #expect(try standard.lines.map { try JSON($0).phase } == ["end", "end", "end"])
    #expect(try await replay("--phases", "end,cancel").output == standard.output)
    #expect(try await replay("--json").output == standard.output)
    #expect(
      try await replay("--phases", "begin").lines.map { try JSON($0).phase } == ["begin", "begin", "begin"])
    let all = try await replay("--phases", "begin,update,end,cancel").lines.map { try JSON($0) }
    #expect(all.map(\.seq) == (1...all.count).map { .number(Double($0)) })
    #expect(all.count > 150)
    // Each swipe begins, moves and ends.
    for swipe in 1...3 {
      let phases = all.filter { $0.swipe_id == .number(Double(swipe)) }.map(\.phase)
      #expect(phases.first == "begin")
      #expect(phases.last == "end")
      #expect(phases.dropFirst().dropLast().allSatisfy { $0 == "update" })
    }
    #expect(all.filter { $0.phase == "end" }.count == 3)
  }

  @Test func `knows the panels of the library, and a file beside the configuration replaces an entry`()
    async throws
  {
    let folder = try PrivateFolder()
    let rafi = MeasuredRecording.IDs(vendor: 0x05bd, product: 0x0107)
    let recording = try folder.write("rafi.evemu", MeasuredRecording.swipes(late: 80, ids: rafi))
    let file = try folder.write("flickd.toml", "")
    func replay() async throws -> String {
      let outcome = try await Command(.flickctl, "replay", "--config", file, recording).run()
      #expect(outcome.code == 0 && outcome.errors == "")
      return outcome.output
    }
    let shipped = try await replay()
    // An empty file removes the shipped entry of the same name.
    try folder.write("panels.d/05bd-rafi.toml", "")
    let unknown = try await replay()
    #expect(unknown != shipped)
    try folder.write("panels.d/05bd-rafi.toml", ShippedLibrary.files()[4].bytes)
    #expect(try await replay() == shipped)
    try folder.write("flickd.toml", "[[panel]]\nlift_delay = \"0s\"\n")
    #expect(try await replay() != shipped)
  }

  @Test func `converts to points of 25.4 / 163 mm`() async throws {
    let millimeters = try await replay("--phases", "begin,update,end", "--unit", "mm").lines.map {
      try JSON($0)
    }
    let points = try await replay("--phases", "begin,update,end", "--unit", "pt").lines.map { try JSON($0) }
    #expect(millimeters.count == points.count)
    for (inMillimeters, inPoints) in zip(millimeters, points) {
      #expect(inMillimeters.unit == "mm")
      #expect(inPoints.unit == "pt")
      var pairs = ["distance", "distance_threshold", "speed", "speed_threshold"].map {
        (inMillimeters.decision[$0], inPoints.decision[$0])
      }
      for field in [
        "start", "location", "translation", "velocity", "predicted_end_translation", "predicted_end_location",
      ] {
        pairs.append((inMillimeters[field].x, inPoints[field].x))
        pairs.append((inMillimeters[field].y, inPoints[field].y))
      }
      for (length, other) in pairs {
        let expected = try #require(length.value) * 163 / 25.4
        // Both are rounded to three decimals.
        #expect(abs(try #require(other.value) - expected) < 0.0005 + 0.0005 * 163 / 25.4 + 1e-9)
      }
      #expect(inPoints.decision.distance_threshold == 200)
      #expect(inPoints.decision.speed_threshold == 800)
    }
  }

  @Test func `adds the lookahead to begins and updates`() async throws {
    let lines = try await replay("--phases", "begin,update,end", "--lookahead", "16").lines.map {
      try JSON($0)
    }
    #expect(lines.count > 150)
    for line in lines {
      guard line.phase != "end" else {
        #expect(line.lookahead_translation == .null)
        continue
      }
      for axis in ["x", "y"] {
        let now = try #require(line.translation[axis].value)
        let ahead = now + 0.016 * (try #require(line.velocity[axis].value))
        // All three are rounded to three decimals.
        #expect(abs(try #require(line.lookahead_translation[axis].value) - ahead) < 0.00101)
      }
    }
    let rows = try await replay("--phases", "update", "--lookahead", "16", "--table").lines
    #expect(rows.allSatisfy { $0.contains("  ahead ") })
  }

  @Test(
    arguments: [
      (["--phases", "ends"], "--phases: 'ends' is not a phase"), (["--phases", ""], "--phases: it names no"),
      (["--lookahead", "16ms"], "--lookahead: write the number of ms"),
      (["--unit", "px"], "use one of mm, pt, fraction"),
      (["--table", "--json"], "--table and --json exclude each other"),
      (["--nonsense"], "--nonsense"),
    ])
  func `rejects invalid arguments with 64`(words: [String], message: String) async throws {
    let outcome = try await Command([Program.flickctl.path, "replay", "x"] + words).run()
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message))
    #expect(outcome.errors.contains("`flickctl replay --help` shows the form"))
  }

  @Test func `decides by the settings of --set`() async throws {
    func thresholds(_ words: [String]) async throws -> [JSON] {
      let folder = try PrivateFolder()
      let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
      let config = try folder.write(
        "flickd.toml", "[swipe]\nvelocity = \"90mm/s\"\n[[panel]]\ndistance = \"30mm\"\n")
      let outcome = try await Command([Program.flickctl.path, "replay", "--config", config, file] + words)
        .run()
      #expect(outcome.code == 0 && outcome.errors.isEmpty != outcome.output.isEmpty, "\(outcome.errors)")
      return try outcome.lines.map { try JSON($0).decision }
    }
    let before = try await thresholds([])
    let after = try await thresholds(["--set", "distance=5mm", "--set", "swipe.velocity=0.5in/s"])
    #expect(before.map { $0.distance_threshold.value } == [30, 30, 30])
    #expect(before.map { $0.speed_threshold.value } == [90, 90, 90])
    #expect(after.map { $0.distance_threshold.value } == [5, 5, 5])
    #expect(after.map { $0.speed_threshold.value } == [12.7, 12.7, 12.7])
    #expect(try await thresholds(["--set", "enabled=false"]).isEmpty)
  }

  @Test func `needs a file and a known verb`() async throws {
    #expect(try await Command(.flickctl, "replay").run().code == 64)
    #expect(try await Command(.flickctl, "rewind").run().code == 64)
  }

  @Test func `prints a table with --table`() async throws {
    let lines = try await replay("--table").lines
    #expect(lines.count == 3)
    let outcomes = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      outcomes.map { Array($0[2..<6]) } == [
        ["←", "left", "flick", "commit"], ["→", "right", "drag", "commit"], ["↑", "up", "drag", "return"],
      ])
    #expect(lines[0].contains("mm/s"))
    #expect(!lines[0].contains("\u{1B}"))
    let rows = try await replay("--table", "--unit", "pt").lines
    #expect(rows[1].contains("pt/s"))
  }

  @Test func `ends a table, or the silence without a line, with what became of the contacts`() async throws {
    let folder = try PrivateFolder()
    let tap = { (time: Int64) in MadeRecording.Finger(at: time, from: (50, 50), by: (0.5, 0), lasting: 80) }
    let recordings = [
      (MadeRecording.oneFinger, "3 swipes"),
      (MadeRecording([tap(0)]), "0 swipes: 1 contact stayed below the slop of 1.6 mm"),
      (MadeRecording([tap(0), tap(900)]), "0 swipes: 2 contacts stayed below the slop of 1.6 mm"),
      (
        MadeRecording([tap(0), .init(at: 900, from: (20, 50), by: (90, 0), lasting: 400)]),
        "1 swipe: 1 contact stayed below the slop of 1.6 mm"
      ),
    ]
    for (recording, words) in recordings {
      let file = try folder.write("one.evemu", recording.bytes)
      let table = try await Command(.flickctl, "replay", "--table", file).run()
      #expect(table.errors == "flickctl: \(words)\n")
      let plain = try await Command(.flickctl, "replay", file).run()
      #expect(plain.errors == (words.hasPrefix("0") ? "flickctl: \(words)\n" : ""))
    }
  }

  @Test func `shows each criterion with its margin, the confidence and the reason`() async throws {
    let rows = try await replay("--table").lines
    #expect(rows[0].contains(" mm +110 %") && rows[0].contains("  by distance, velocity"), "\(rows[0])")
    #expect(rows[0].contains("  conf 0.99  "), "\(rows[0])")
    #expect(rows[1].contains(" mm/s  -99 %"), "\(rows[1])")
    #expect(rows[2].hasSuffix("  below thresholds"), "\(rows[2])")
    #expect(rows.allSatisfy { $0.count <= 120 })
    let folder = try PrivateFolder()
    let zones = try folder.write(
      "zones.toml",
      """
      [[zone]]
      name = "cards"
      axis = "x"
      commit_if = ["predicted"]
      snap_points = ["0mm", "-50mm", "-100mm"]
      """)
    let zoned = try await replay("--table", "--config", zones).lines
    #expect(zoned[0].contains("s  cards 0→") && zoned[0].contains("  pred "), "\(zoned[0])")
    #expect(zoned[2].contains("s  -  "), "\(zoned[2])")
  }

  @Test func `names the panels if there are several`() async throws {
    let folder = try PrivateFolder()
    let files = try ["one.evemu", "two.evemu"].map { try folder.write($0, MadeRecording.oneFinger.bytes) }
    let rows = try await Command([Program.flickctl.path, "replay", "--table"] + files).run().lines
    #expect(rows.count == 6)
    #expect(rows.prefix(3).allSatisfy { $0.contains(" s  one.evemu  ") }, "\(rows)")
    #expect(rows.suffix(3).allSatisfy { $0.contains(" s  two.evemu  ") }, "\(rows)")
    #expect(try await replay("--table").lines.allSatisfy { !$0.contains("evemu") })
  }

  @Test func `uses the specified configuration`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("far.toml", "[swipe]\ndistance = \"100mm\"\n")
    let decisions = try await replay("--config", config).lines.map { try JSON($0).decision }
    #expect(decisions.map(\.commit) == [true, false, false])
    #expect(decisions.map(\.distance_threshold) == [100, 100, 100])
    let bad = try await replay("--config", try folder.write("bad.toml", "[swipe]\nslop = 3\n"))
    #expect(bad.code == 78)
    #expect(bad.output == "")
    #expect(bad.errors.contains("bad.toml:2:8: "))
  }

  @Test func `ends quietly when its output pipe is closed`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let script = "set -o pipefail; \"$0\" replay --phases update $(printf \"$1 %.0s\" {1..40}) | head -n 1"
    let outcome = try await Command(["bash", "-c", script, Program.flickctl.path, file]).run()
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.count == 1)
  }
}
