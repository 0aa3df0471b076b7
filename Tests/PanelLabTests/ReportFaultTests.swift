import Foundation
import TestKit
import Testing

/// The answer of a page to "what is wrong with this panel?".
@Suite(.ownThread) struct `The answer of flickctl report` {
  struct Row: Sendable, CustomStringConvertible {
    var fault: FaultyPanel.Fault
    /// The words of the answer.
    var answer: String
    /// The picture that shows the fault: it is the first one.
    var picture: String
    /// The measurement that is the number of the label.
    var metric: String

    var description: String { fault.rawValue }
  }

  private static let rows = [
    Row(fault: .noise, answer: "Noise", picture: "resting", metric: "noise"),
    Row(fault: .lostReports, answer: "Lost reports", picture: "intervals", metric: "report_gap"),
    Row(fault: .lowRate, answer: "Low report rate", picture: "intervals", metric: "report_rate"),
    Row(fault: .deadStrip, answer: "Dead strip", picture: "coverage", metric: "dead_strip"),
    Row(fault: .lateLift, answer: "Late lift", picture: "lift", metric: "lift_delay"),
    Row(fault: .firstJump, answer: "Jump of the first movement", picture: "first", metric: "first_move_jump"),
  ]

  private func run(_ fault: FaultyPanel.Fault) async throws -> ReportRun {
    let files = try FaultyPanel.recordings(fault).map { ("\($0.station)=", $0.bytes) }
    if let folder = ProcessInfo.processInfo.environment["FLICKD_WRITE_FAULTS"] {
      for (station, bytes) in files {
        try Data(bytes).write(
          to: URL(filePath: "\(folder)/\(fault.rawValue)-\(station.dropLast()).evemu"))
      }
    }
    return try await ReportRun(files, beside: "measure")
  }

  @Test(arguments: rows)
  func `names a planted fault first, and no other`(row: Row) async throws {
    let run = try await run(row.fault)
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let elements = try #require(run.elements)
    #expect(elements.compactMap { $0["data-fault"] } == [row.fault.rawValue])
    let headings = elements.filter { ["h1", "h2", "h3"].contains($0.name) || $0.around.contains("answer") }
    #expect(headings.dropFirst().first?.text == row.answer)
    expectFaultOfEachFailure(elements)
    let pictures = elements.compactMap { $0["data-picture"] }
    #expect(pictures.first == row.picture)
    // Only the pictures of this fault have a red label, which begins with its name.
    let labels = elements.filter { $0["class"] == "bad-label" }.map(\.text)
    #expect(!labels.isEmpty)
    let label = try #require(labels.first)
    #expect(label.hasPrefix("\(row.answer): "), "\(label)")
    for other in Self.rows where other.fault != row.fault {
      #expect(!labels.contains { $0.hasPrefix(other.answer) }, "\(labels)")
    }
    try expect(label, shows: row.metric, in: run)
  }

  /// Without a fault, no source fails the panel.
  private func expectFaultOfEachFailure(_ elements: [PageElement]) {
    let fails = elements.contains { $0["data-grade"] == "fail" }
    #expect(!fails || elements.contains { $0["data-fault"] != nil })
  }

  @Test func `names a failure that only Windows 8 sees`() async throws {
    // The position steps by 0.13 mm, which Windows 10 and ChromeOS allow.
    let run = try await ReportRun([("resting=", MeasuredRecording.step())], beside: "measure")
    let elements = try #require(run.elements)
    expectFaultOfEachFailure(elements)
    #expect(elements.first { $0.around.contains("answer") }?.text == "Resting jitter")
  }

  /// The number of a label is the value, or a judged number, of its metric.
  private func expect(_ label: String, shows metric: String, in run: ReportRun) throws {
    let json = try #require(run.json)
    let measured = json.results.elements[0].metrics.elements.filter { $0.metric.text == metric }
    let numbers = measured.flatMap { one in
      [one["value"].value] + ["w8", "w10", "chromeos"].map { one.grades[$0]["value"].value }
    }.compactMap(\.self)
    let shown = try #require(ShownNumbers(in: label).first)
    #expect(numbers.contains { shown.isRounded($0) }, "\(label), \(numbers)")
  }

  @Test func `is that nothing is wrong with a good panel`() async throws {
    let run = try await run(.none)
    let elements = try #require(run.elements)
    #expect(elements.compactMap { $0["data-fault"] } == [])
    #expect(elements.first { $0.around.contains("answer") }?.text == "Nothing is wrong in what was measured")
    #expect(!elements.contains { ["bad", "bad-dots", "dead", "bad-label"].contains($0["class"]) })
  }
}

/// The numbers in a text, with the decimals that it shows.
struct ShownNumbers: Sequence {
  struct Number {
    var value: Double
    var decimals: Int
    var words: String

    /// Whether this is `number`, rounded to the shown decimals.
    func isRounded(_ number: Double) -> Bool {
      (number - value).magnitude <= 0.5 * pow(10, -Double(decimals)) + 1e-6
    }
  }

  private let numbers: [Number]

  /// Reads numbers that are not parts of names, such as `u07` or `7a-8`.
  init(in text: String) {
    numbers = text.matches(of: /[\w.:\-]+/).compactMap { match in
      var word = match.0
      while word.hasSuffix(".") || word.hasSuffix(":") { word = word.dropLast() }
      guard word.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
      let decimals = word.split(separator: ".").dropFirst().first?.count ?? 0
      return Double(word).map { Number(value: $0, decimals: decimals, words: String(word)) }
    }
  }

  func makeIterator() -> IndexingIterator<[Number]> { numbers.makeIterator() }
  var first: Number? { numbers.first }
}
