import TestKit
import Testing

@Suite struct `The program bench` {
  private func bench(_ arguments: String...) async throws -> Outcome {
    try await Command([Program.bench.path] + arguments).run(within: 120)
  }

  /// A folder with one vector: a steady flick of 1000 px/s.
  private func folder(stating speed: Double = 1000) throws -> PrivateFolder {
    let folder = try PrivateFolder()
    let samples = (0..<12).map { "[\($0 * 10_000), \($0 * 10), 0]" }.joined(separator: ", ")
    try folder.write(
      "one.json",
      """
      [{"name": "a", "kind": "recorded", "samples": [\(samples)], "release_us": null,
        "expected": {"lsq2": {"vx": \(speed)}, "noncausal": {"vx": \(speed), "vy": 0}}}]
      """)
    return folder
  }

  @Test func `prints JSON of all parts`() async throws {
    let vectors = try folder()
    let plot = vectors.file("plot.svg")
    let outcome = try await bench(
      "accuracy", "--vectors", vectors.path, "--synthetic", "--landing", "--strokes", "1", "--late-lift",
      "--late-strokes", "1", "--degenerate", "--streams", "20", "--plot", plot, "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let read = try JSON(outcome.output)
    #expect(read.synthetic.strokes == 42)
    #expect(read.synthetic.strategies.elements.first?.strategy == "ours")
    #expect(read.vectors.total.scores.elements.first?.inside == 1)
    #expect(read.landing.rows.elements.map(\.throw_error.count) == [42, 42])
    #expect(read.late_lift.rows.elements.count == 26)
    #expect(read.degenerate.non_finite == 0)
    #expect(vectors.names == ["one.json", "plot.svg"])
  }

  @Test func `prints the same tables for the same seed`() async throws {
    let words = ["accuracy", "--synthetic", "--strokes", "2", "--seed", "8"]
    let one = try await Command([Program.bench.path] + words).run(within: 120)
    let two = try await Command([Program.bench.path] + words).run(within: 120)
    #expect(one.code == 0 && one.output == two.output)
    for name in ["ours", "lsq2", "whole-stroke", "minimum-jerk", "1000 Hz"] {
      #expect(one.lines.contains { $0.hasPrefix(name) }, "\(name)")
    }
    #expect(one.errors == "", "progress is for a terminal")
  }

  @Test func `ends with 1 and names the bars that are not met`() async throws {
    let vectors = try folder()
    let bars = try vectors.write(
      "bars.txt",
      """
      {"bars": [{"figure": "flicks.outside", "at_most": 0, "why": "a"},
                {"figure": "midstroke.p50", "at_most": 5, "why": "b"},
                {"figure": "synthetic.p50", "at_most": 5, "why": "c"}]}
      """)
    let met = try await bench("accuracy", "--vectors", vectors.path, "--check", "--thresholds", bars)
    #expect(met.code == 0, "\(met.errors)")
    #expect(met.errors == "")
    #expect(met.output.contains("not measured in this run: 1 others"))

    let wrong = try folder(stating: 2000)
    let unmet = try await bench(
      "accuracy", "--vectors", wrong.path, "--check", "--thresholds", bars, "--json")
    #expect(unmet.code == 1)
    #expect(unmet.errors == "bench: NOT MET: midstroke.p50: 50, at most 5 (b)\n")
    #expect(try JSON(unmet.output).bars.elements.map(\.is_met) == [true, false, .null])

    let silent = try await bench(
      "accuracy", "--degenerate", "--streams", "5", "--check", "--thresholds", bars)
    #expect(silent.code == 65, "bars that check nothing are an error")
  }

  @Test func `ends with 66 without callgrind's file and with 65 if it counts no call`() async throws {
    let folder = try PrivateFolder()
    let absent = try await bench("cost", "--rounds", "1", "--counts", folder.file("absent"))
    #expect(absent.code == 66)
    let empty = try folder.write("empty", "# callgrind format\nevents: Ir\n")
    let uncounted = try await bench("cost", "--rounds", "1", "--counts", empty)
    #expect(uncounted.code == 65)
    #expect(uncounted.errors == "bench: \(empty): contains no call that callgrind counted\n")
    let other = try folder.write("other", "fn=(1) main\ncfn=(2) other\ncalls=3 0\n0 30\n")
    let unrelated = try await bench("cost", "--rounds", "1", "--counts", other)
    #expect(unrelated.code == 65)
    #expect(unrelated.errors == "bench: \(other): counts no call of both trackers' append\n")
  }

  @Test func `ends with 66 without its folder and with 65 on a bad file`() async throws {
    let vectors = try folder()
    let absent = try await bench("accuracy", "--vectors", vectors.file("absent"))
    #expect(absent.code == 66)
    #expect(absent.errors == "bench: \(vectors.file("absent")): there is no such folder\n")
    let file = try vectors.write("two.json", #"[{"name": "b"}]"#)
    let bad = try await bench("accuracy", "--vectors", vectors.path)
    #expect(bad.code == 65)
    #expect(bad.errors == "bench: \(file): [0] has no \"kind\"\n")
    #expect(bad.output == "")
  }

  @Test func `ends with 64 where nothing can be measured`() async throws {
    #expect(try await bench("accuracy").code == 64)
    #expect(try await bench("accuracy", "--degenerate", "--plot", "x.svg").code == 64)
    #expect(try await bench("accuracy", "--synthetic", "--strokes", "0").code == 64)
    #expect(try await bench("cost", "--rounds", "0").code == 64)
  }

  @Test func `compares predicted positions with the true ones`() async throws {
    let folder = try `A folder of recordings`.made()
    let table = try await bench("lookahead", folder.path)
    #expect(table.code == 0, "\(table.errors)")
    #expect(
      table.lines.contains { $0.hasPrefix("panels") } && table.lines.contains { $0.hasPrefix("flings") })
    let bars = try folder.write(
      "bars.txt", #"{"bars": [{"figure": "lookahead.p50_16_over_lag", "at_most": 0, "why": "a"}]}"#)
    let judged = try await bench("lookahead", folder.path, "--json", "--check", "--thresholds", bars)
    #expect(judged.code == 1)
    #expect(judged.errors.hasPrefix("bench: NOT MET: lookahead.p50_16_over_lag: "))
    let rows = try JSON(judged.output).lookahead.rows.elements
    #expect(rows.map(\.set) == Array(repeating: "panels", count: 4) + Array(repeating: "flings", count: 4))
    #expect(try #require(rows.first?.lag.p90.value) > 0)
    #expect(try await bench("lookahead", folder.file("absent")).code == 66)
    #expect(try await bench("lookahead").code == 64)
  }

  @Test func `reports what people meant, and lists misread strokes`() async throws {
    let tables = try MadeTables.folder(flings: MadeTables.flings, ipad: MadeTables.ipad)
    let outcome = try await bench("intent", "--strokes", tables.path, "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let intent = try JSON(outcome.output).intent
    #expect(intent.rows.elements.map(\.meaning) == ["fling", "scroll", "drag", "word", "tap"])
    #expect(intent.rows.elements[2].either.trials == 1)
    #expect(intent.returned_drags.elements.map(\.stroke) == ["i2"])
    let listed = try await bench("intent", "--strokes", tables.path, "--list")
    #expect(listed.lines.contains { $0.hasPrefix("drag i2") })

    let absent = try await bench("intent", "--strokes", tables.file("absent"))
    #expect(absent.code == 66)
    #expect(absent.errors == "bench: \(tables.file("absent"))/flings.csv: there is no such file\n")
    try tables.write("flings.csv", "stroke_id\n")
    let bad = try await bench("intent", "--strokes", tables.path)
    #expect(bad.code == 65)
    #expect(bad.output == "")
    #expect(try await bench("intent").code == 64)
    #expect(try await bench("intent", "--help").output.contains("--strokes <folder>"))
  }

  @Test func `measures the cost`() async throws {
    let outcome = try await bench("cost", "--rounds", "2", "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try JSON(outcome.output).cost.bytes_per_contact != .null)
  }
}
