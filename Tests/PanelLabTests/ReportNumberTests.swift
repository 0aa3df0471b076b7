import Foundation
import GestureCore
import PanelTuning
import Recordings
import Settings
import TestKit
import Testing

@testable import PanelLab

/// Every number of a page is one of the engine.
@Suite(.ownThread) struct `The numbers of flickctl report` {
  private static let stations: [(String, [UInt8])] = [
    ("swipes=", MeasuredRecording.swipes(late: 60)), ("resting=", MeasuredRecording.tremble()),
  ]
  private static let people: [(String, [UInt8])] = (0..<6).map {
    ("", LabelledPeople.recording(of: "p\($0)", slower: 1 + 0.05 * Double($0)))
  }

  /// The numbers in a JSON value, also those in its texts.
  private func numbers(in json: JSON) -> [Double] {
    switch json {
    case .number(let number): [number]
    case .string(let text): ShownNumbers(in: text).map(\.value)
    case .array(let elements): elements.flatMap(numbers)
    case .object: json.keys.flatMap { numbers(in: json[$0]) }
    case .null, .bool: []
    }
  }

  /// The numbers of published limits: in their words, and as bounds.
  private var limits: [Double] {
    LimitTable(refreshRate: 60, slots: 10).rows.flatMap { row in
      ShownNumbers(in: row.requirement).map(\.value)
    }
  }

  /// The texts of a page whose numbers are measured.
  ///
  /// Not the style, not the numbers along an axis, and not the pictures of `flickctl evaluate`:
  /// its own tests compare them.
  private func texts(_ elements: [PageElement]) -> [PageElement] {
    elements.filter { element in
      element.around.isDisjoint(with: ["style", "title", "tick", "sheet"])
    }
  }

  private func expectNumbers(of run: ReportRun, in known: [Double]) throws {
    let sorted = known.sorted()
    func isKnown(_ number: ShownNumbers.Number) -> Bool { sorted.contains { number.isRounded($0) } }
    var count = 0
    for element in texts(try #require(run.elements)) {
      let words = element.own.replacing("Windows 10", with: "").replacing("Windows 8", with: "")
      for number in ShownNumbers(in: words) {
        count += 1
        #expect(isKnown(number), "\(number.words) in \(element.own)")
      }
    }
    #expect(count > 60)
  }

  /// The numbers of the shown swipes, as `flickctl replay` writes them.
  private func swipes(of run: ReportRun) throws -> [Double] {
    var known: [Double] = []
    for figure in try #require(run.elements) where figure["data-swipe"] != nil {
      let file = try #require(figure["data-file"])
      let number = figure["data-swipe"].flatMap(Double.init)
      let lines = run.replayed[file] ?? []
      let line = try #require(lines.first { $0.phase == "end" && $0.swipe_id.value == number })
      let (x, y) = (line.velocity.x.value ?? 0, line.velocity.y.value ?? 0)
      let speed = (x * x + y * y).squareRoot()
      let caption = ShownNumbers(in: figure.text)
      for expected in [speed, line.estimate.samples.value, line.estimate.confidence.value].compactMap(\.self)
      {
        #expect(caption.contains { $0.isRounded(expected) }, "\(expected) in \(figure.text)")
      }
      known += [speed, (line.estimate.age_us.value ?? 0) / 1000]
      known += numbers(in: line)
    }
    return known
  }

  /// The cells of the coverage, which `flickctl measure` does not print.
  private func cells(of files: [(String, [UInt8])]) throws -> [Double] {
    let segments = try files.map { file in
      let recording = try Recording.read(bytes: file.1, sibling: { _ in nil }, fileName: "a.evemu")
      let station = Station(word: String(file.0.dropLast()))
      return RecordedSegment(file: MeasuredFile(path: "a.evemu", station: station), recording: recording)
    }
    return PanelReport.groups(of: segments).flatMap { group -> [Double] in
      guard let report = PanelReport(group, settings: .init(), surroundings: .init()) else { return [] }
      let traces = ReportedPanel(report, of: group, settings: .init()).traces
      let limit = 0.5
      return [
        Double(traces.cells.count), Double(traces.cells.count { $0 > 0 }), Double(traces.resting.count),
        Double(traces.resting.count { $0.length > limit * 1.01 }),
      ]
    }
  }

  /// The numbers of files, of seconds, of grades and of measurements without a value.
  private func counts(of measured: JSON) -> [Double] {
    var counts: [Double] = []
    for result in measured.results.elements {
      let metrics = result.metrics.elements
      counts += [Double(result.files.elements.count), (result.duration_us.value ?? 0) / 1e6]
      counts.append(Double(metrics.count { $0["value"].value == nil }))
      for source in ["w8", "w10", "chromeos"] {
        for grade in ["pass", "fail", "marginal", "not_measured"] {
          counts.append(Double(metrics.count { $0.grades[source].grade.text == grade }))
        }
      }
    }
    return counts
  }

  @Test func `are those of measure, replay and the limits`() async throws {
    let run = try await ReportRun(Self.stations, beside: "measure", isReplayed: true)
    let json = try #require(run.json)
    var known = numbers(in: json) + limits
    known += try swipes(of: run) + cells(of: Self.stations)
    known += counts(of: json)
    // In captions: the side of a cell.
    try expectNumbers(of: run, in: known + [CoveredCells.side])
  }

  @Test func `are those of evaluate for people`() async throws {
    let run = try await ReportRun(Self.people, beside: "evaluate", isReplayed: true)
    let measured = try await ReportRun(Self.people, beside: "measure")
    let json = try #require(run.json)
    var known = numbers(in: json) + numbers(in: try #require(measured.json)) + limits
    known += try swipes(of: run) + cells(of: Self.people)
    // Shares are percentages on the page.
    known += numbers(in: json).map { $0 * 100 }
    known += counts(of: try #require(measured.json))
    // The confidence of intervals, and the share from which on a proposal is uncertain.
    try expectNumbers(of: run, in: known + [95, 15])
  }

  @Test func `in a row are the value of its measurement`() async throws {
    let run = try await ReportRun(Self.stations)
    let elements = try #require(run.elements)
    var rows = 0
    for (number, row) in elements.enumerated() where row["data-metric"] != nil {
      rows += 1
      let value = try #require(row["data-value"].flatMap(Double.init))
      let cell = try #require(elements[number...].first { $0["class"] == "value" })
      #expect(ShownNumbers(in: cell.text).first?.isRounded(value) == true, "\(cell.text), \(value)")
    }
    for cell in elements where cell["data-value"] != nil && cell["data-source"] != nil {
      let value = try #require(cell["data-value"].flatMap(Double.init))
      guard let shown = cell.own.firstMatch(of: /\(([^)]*)\)/) else { continue }
      #expect(ShownNumbers(in: String(shown.1)).first?.isRounded(value) == true, "\(cell.own), \(value)")
    }
    #expect(rows > 8)
  }

  @Test func `in the bars of a picture are the samples of its metric`() async throws {
    let run = try await ReportRun(Self.stations, beside: "measure")
    let elements = try #require(run.elements)
    let metrics = try #require(run.json).results.elements[0].metrics.elements
    for (picture, metric) in [("intervals", "report_rate"), ("lift", "lift_delay"), ("noise", "noise")] {
      let begin = try #require(elements.firstIndex { $0["data-picture"] == picture })
      let bars = elements[(begin + 1)...].prefix { $0.name != "figure" }
      let sum = bars.compactMap { $0.name == "rect" ? $0["data-count"].flatMap(Int.init) : nil }.reduce(0, +)
      let samples = metrics.first { $0.metric.text == metric }?.samples.value
      #expect(Double(sum) == samples, "\(picture)")
    }
  }
}
