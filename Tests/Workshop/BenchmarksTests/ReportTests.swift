import Foundation
import FoundationXML
import TestKit
import Testing

@testable import Benchmarks

@Suite struct `A report` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let thresholds = root.appending(path: "Bench/thresholds.json").path

  /// The report of a folder in which everything can be measured: a recorded flick, and a stroke cut
  /// in the middle.
  private func vectorReport() throws -> VectorReport {
    let samples = (0..<12).map { "[\($0 * 10_000), \($0 * $0), 0]" }.joined(separator: ", ")
    let text = ["lsq2", "noncausal"].map {
      """
      {"name": "\($0)", "kind": "recorded", "samples": [\(samples)], "release_us": 110000,
       "expected": {"\($0)": {"vx": 2200, "vy": 0}}, "tolerance": {"rel": 0.2, "abs": 0}}
      """
    }.joined(separator: ",")
    let folder = try PrivateFolder()
    try folder.write("both.json", "[\(text)]")
    return VectorReport(try VectorFolder.read(folder.path))
  }

  /// callgrind's counts of three functions; the second is ours and the third is the reference's.
  private static let counts = InstructionCounts(
    """
    # callgrind format
    events: Ir

    fn=(1) $s10Benchmarks8CostPathV4fill
    0 900
    cfn=(2) $s11GestureCore15VelocityTrackerV6append_2atyAA10PanelPointV
    calls=10 0
    0 330
    cfn=(3) $s10Benchmarks16ReferenceTrackerV6append1x1y2at
    calls=5 0
    +2 150

    fn=(4) main
    0 12
    cfn=(2)
    calls=2 0
    0 30
    """)

  private func figures() throws -> Figures {
    var all = try vectorReport().figures
    for part in [
      SyntheticReport(StrokeSuite(strokesPerCell: 1)) as any Measured, LateLiftReport(strokesPerCell: 1),
      LandingReport(StrokeSuite(strokesPerCell: 1)),
      IntentReport(try MadeStrokes.all() + MadeStrokes.taps(300) + MadeStrokes.people(2)),
      DegenerateReport(count: 10), CostReport(rounds: 1, calls: 10, counts: Self.counts),
      LookaheadReport([try `The lookahead report`.steady()]),
      MidstrokeReport([try `The midstroke report`.steady()]), DisplayReport(seconds: 20),
    ] { all.merge(part.figures) { $1 } }
    return all
  }

  @Test func `measures every figure that a threshold bounds`() throws {
    let known = try figures()
    let bars = try Thresholds.read(Self.thresholds).bars
    #expect(bars.count > 25)
    #expect(Set(bars.map(\.figure)).count == bars.count)
    for bar in bars {
      #expect(known[bar.figure] != nil, "\(bar.figure)")
      #expect(!bar.why.isEmpty)
    }
  }

  @Test func `fails every threshold at the smallest excess`() throws {
    for bar in try Thresholds.read(Self.thresholds).bars {
      if let most = bar.atMost {
        #expect(bar.isMet(by: most))
        #expect(!bar.isMet(by: most.nextUp), "\(bar.figure)")
      }
      if let least = bar.atLeast {
        #expect(bar.isMet(by: least))
        #expect(!bar.isMet(by: least.nextDown), "\(bar.figure)")
      }
      #expect(!bar.isMet(by: .nan))
      #expect(Thresholds.BarResult(bar: bar, value: nil).isMet == nil)
    }
  }

  @Test func `reads its thresholds from a file with at least one bound`() throws {
    let folder = try PrivateFolder()
    let empty = try folder.write("empty.json", #"{"bars": [{"figure": "synthetic.p50", "why": "x"}]}"#)
    let error = try #require(throws: FileError.self) { try Thresholds.read(empty) }
    #expect(error.description == "\(empty): synthetic.p50 has neither at_most nor at_least")
    let broken = try folder.write("broken.json", "at_most = 3")
    #expect(try #require(throws: FileError.self) { try Thresholds.read(broken) }.fault == .bad)
    let absent = folder.file("absent")
    #expect(try #require(throws: FileError.self) { try Thresholds.read(absent) }.fault == .missing)
  }

  @Test func `counts the references that are as good as ours or better`() {
    let rows: [(strategy: Strategy, error: Double?)] = [
      (.ours, 10), (.lsq1, 10), (.lsq2, 9), (.impulse, 11), (.lsq3, 1), (.wholeStroke, nil),
    ]
    #expect(referencesAhead(of: rows, by: \.error, strategy: \.strategy) == 2)
    #expect(referencesAhead(of: Array(rows.dropFirst()), by: \.error, strategy: \.strategy) == nil)
  }

  @Test func `of vectors scores flicks and cut strokes`() throws {
    let report = try vectorReport()
    let figures = report.figures
    #expect(figures["flicks.outside"] == 0)
    #expect(try #require(figures["midstroke.p90"]) < 10)
    #expect(figures["midstroke.references_ahead_p50"] != nil)
    let lsq1 = try #require(report.total.scores.first { $0.strategy == .lsq1 })
    #expect(lsq1.outside == 1)
    #expect(report.text.contains("both.json: 2 vectors"))
    #expect(VectorReport([]).figures == ["vectors.non_finite": 0])
  }

  @Test func `of the synthetic suite has a row for each strategy, profile and rate`() throws {
    let report = SyntheticReport(StrokeSuite(strokesPerCell: 2))
    #expect(report.strokes == 84)
    #expect(report.strategies.map(\.strategy) == Strategy.compared)
    #expect(report.profiles.map(\.profile) == StrokeProfile.allCases)
    #expect(report.rates.count == Strategy.compared.count * 6)
    #expect(report.strategies.allSatisfy { $0.score.error.count == 84 })
    #expect(report.rates.allSatisfy { $0.all.error.count == 14 && $0.smooth.error.count == 8 })
    #expect(report.profiles.filter { $0.score.phantom != nil }.map(\.profile) == [.stop])
  }

  @Test func `of landings is exact if displacement and velocity are exact`() throws {
    for projection in LandingReport.projections {
      var (exact, still) = (LandingTally(projection: projection), LandingTally(projection: projection))
      for profile in StrokeProfile.allCases {
        for stated in StrokeSuite(strokesPerCell: 20).strokes(profile, rate: 120) {
          exact.add(Landing(exactly: stated))
          still.add(Landing(stated, end: nil))
        }
      }
      #expect(exact.row.throwError.p99 == 0 && exact.row.glideError.p99 == 0)
      // Without movement, the error is the whole throw.
      #expect(abs(try #require(still.row.throwError.p50) - 100) < 1e-9)
      for content in SnapTally.Content.allCases {
        let (found, none) = (try #require(exact.row.snap(content)), try #require(still.row.snap(content)))
        #expect(found.other == Share(0, of: 140) && found.otherByLsq2 == found.other)
        #expect(found.otherByTranslation.count > 10, "what the velocity is for")
        #expect(none.other.count > found.otherByTranslation.count)
      }
    }
  }

  @Test func `of landings has a row for each projection, profile and rate`() throws {
    let report = LandingReport(StrokeSuite(strokesPerCell: 3))
    #expect(report.strokes == 126)
    #expect(report.rows.map(\.projection) == LandingReport.projections)
    #expect(abs(LandingReport.projections[1] - 0.4995) < 1e-6)
    #expect(report.profiles.map(\.profile) == StrokeProfile.allCases)
    #expect(report.rates.map(\.rate) == StrokeSuite.rates)
    #expect(report.smooth.map(\.throwError.count) == [72, 72])
    for row in report.rows {
      #expect(row.throwError.count == 126 && row.snaps.map(\.content) == SnapTally.Content.allCases)
      for snap in row.snaps { #expect(snap.other.count < snap.otherByTranslation.count) }
      #expect(try #require(row.throwError.p50) <= #require(row.glideError.p50))
    }
    for name in ["0.4995 s", "0.25 s, smooth", "minimum-jerk", "1000 Hz", "pages"] {
      #expect(report.text.contains(name), "\(name)")
    }
  }

  @Test func `of late lifts shows what a fixed rule loses`() {
    let report = LateLiftReport(strokesPerCell: 2)
    #expect(report.rows.map(\.delayMilliseconds) == Array(stride(from: 0, through: 125, by: 5)))
    for row in report.rows {
      #expect(row.flicks > 5 && row.rests == row.flicks)
      #expect(row.missed == 0 && row.falseFlicks == 0)
      if row.delayMilliseconds >= 40 { #expect(row.missedByReference == row.flicks) }
      #expect(row.falseFlicksByReference == 0)
    }
    #expect(report.rows.first?.missedByReference == 0)
  }

  @Test func `of the cost has times and sizes`() throws {
    let report = CostReport(rounds: 2, calls: 20)
    #expect(report.bytesPerContact > 128 * 24 && report.bytesPerContact <= 4096)
    #expect(report.figures.values.allSatisfy { $0 > 0 && $0.isFinite })
    #expect(report.appendedInstructions == nil, "they were not counted")
    #expect(report.frame.one > 0 && report.frame.ten > report.frame.one)
  }

  @Test func `of the cost averages the instructions over all calls`() {
    let report = CostReport(rounds: 1, calls: 10, counts: Self.counts)
    #expect(report.figures["cost.append_instructions_over_lsq2"] == (360.0 / 12) / (150.0 / 5))
    #expect(report.text.contains("append, by instructions: 1.00 times lsq2's"))
  }

  @Test func `draws itself as well-formed SVG`() throws {
    let svg = RatePlot(SyntheticReport(StrokeSuite(strokesPerCell: 2))).svg
    let reader = ElementCount()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.counts["svg"] == 1)
    #expect(reader.counts["polyline"] == 2 * Strategy.compared.count)
    for strategy in Strategy.compared { #expect(reader.texts.contains(strategy.rawValue)) }
    for rate in ["60", "120", "1000"] { #expect(reader.texts.contains(rate)) }
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test func `draws the rules of others as well-formed SVG`() throws {
    let report = IntentReport(try MadeStrokes.all()).scoreboard
    for svg in [ScoreboardPlot(report).svg, ScoreboardPlot(IntentReport([]).scoreboard).svg] {
      let reader = ElementCount()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = reader
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      #expect(reader.counts["rect"] == 1 + 2 * report.rows.count)
      for row in report.rows { #expect(reader.texts.contains(row.name)) }
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }
}

/// Counts elements by name, and keeps their texts.
private final class ElementCount: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var texts: Set<String> = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    texts.insert(text)
  }
}
