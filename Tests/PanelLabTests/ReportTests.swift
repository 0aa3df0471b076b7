import FlickProtocol
import Foundation
import TestKit
import Testing

@testable import PanelLab

@Suite(.ownThread) struct `flickctl report` {
  private func people(_ count: Int) -> [(String, [UInt8])] {
    (0..<count).map { ("", LabelledPeople.recording(of: "p\($0)", slower: 1 + 0.05 * Double($0))) }
  }

  @Test func `shows the numbers and the grades of flickctl measure`() async throws {
    let run = try await ReportRun(
      [("swipes=", MeasuredRecording.swipes(late: 60)), ("resting=", MeasuredRecording.tremble())],
      beside: "measure")
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let elements = try #require(run.elements)
    let results = try #require(run.json).results.elements
    var shown = elements.filter { $0["data-metric"] != nil }
    var graded = elements.filter { $0["data-grade"] != nil && $0["data-count"] == nil }
    var measured = 0
    for metric in results.flatMap({ $0.metrics.elements }) {
      guard let value = metric["value"].value else { continue }
      measured += 1
      let row = try #require(
        shown.firstIndex {
          $0["data-metric"] == metric.metric.text && $0["data-axis"] == metric.axis.text
            && $0["data-unit"] == metric.unit.text && Double($0["data-value"] ?? "") == value
        }, "\(metric)")
      #expect(shown.remove(at: row)["data-samples"].flatMap(Double.init) == metric.samples.value)
      for source in ["w8", "w10", "chromeos"] {
        guard let grade = metric.grades[source].grade.text else { continue }
        let judged = metric.grades[source]["value"].value
        let cell = try #require(
          graded.firstIndex {
            $0["data-source"] == source && $0["data-grade"] == grade
              && $0["data-value"].flatMap(Double.init) == judged
          }, "\(metric)")
        graded.remove(at: cell)
      }
    }
    #expect(measured > 8 && shown.isEmpty && graded.isEmpty)
    let found = results.flatMap { $0.findings.elements }.compactMap { $0.finding.text }
    #expect(elements.compactMap { $0["data-finding"] } == found && found.contains("late_lift"))
    #expect(run.page.contains("lift_delay = &quot;"))
  }

  @Test func `shows the rates and the thresholds of flickctl evaluate`() async throws {
    let run = try await ReportRun(people(6), beside: "evaluate")
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let elements = try #require(run.elements)
    let json = try #require(run.json)
    let rates = elements.filter { $0["data-rate"] != nil }
    let rule = try #require(json.criteria.elements.first { $0.name == "rule" })
    let expected = [rule.caught, rule["false"], json.proposal.caught, json.proposal["false"]]
    for (cell, share) in zip(rates, expected) {
      #expect(cell["data-n"].flatMap(Double.init) == share.n.value)
      #expect(cell["data-of"].flatMap(Double.init) == share.of.value)
    }
    #expect(rates.count == 6)
    let thresholds = elements.filter { $0["data-threshold"] != nil }
    for (name, object) in [("present", json.present), ("proposed", json.proposal)] {
      let values = ["distance", "velocity", "flick_min_travel"].compactMap { object[$0].value }
      let own = thresholds.filter { $0["data-threshold"] == name }
      #expect(values.count == 3 && own.compactMap { $0["data-value"].flatMap(Double.init) } == values)
    }
  }

  @Test func `needs neither the network nor a script`() async throws {
    let run = try await ReportRun(
      people(6) + [("swipes=", MeasuredRecording.swipes()), ("resting=", MeasuredRecording.tremble())])
    let elements = try #require(run.elements)
    for word in ["http", "url(", "src=", "@import", "<script", "javascript:"] {
      #expect(!run.page.contains(word), "\(word)")
    }
    #expect(!elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
    #expect(elements.compactMap { $0["href"] } == ["data:,"])
  }

  @Test func `has at most 1 MB for ten recordings of ten panels`() async throws {
    let ids = (1...10).map { MeasuredRecording.IDs(vendor: 1, product: $0) }
    let stations = try FaultyPanel.recordings(.none).map { ("\($0.station)=", $0.bytes) }
    let many = try await ReportRun(ids.map { ("", MeasuredRecording.swipes(ids: $0)) })
    let labelled = try await ReportRun(people(8) + stations)
    for run in [many, labelled] {
      #expect(run.page.utf8.count > 20_000 && run.page.utf8.count <= 1_000_000, "\(run.page.utf8.count)")
      #expect(run.elements != nil)
    }
  }

  @Test func `writes a section for each panel, and one for people only with labels`() async throws {
    let ids = [MeasuredRecording.IDs(vendor: 1, product: 2), .init(vendor: 3, product: 4)]
    let run = try await ReportRun(ids.map { ("", MeasuredRecording.swipes(ids: $0)) })
    let elements = try #require(run.elements)
    #expect(elements.count { $0["data-panel"] != nil } == 2)
    #expect(!elements.contains { $0["data-people"] != nil })
  }

  @Test func `escapes names from files`() async throws {
    let bytes = MeasuredRecording.swipes()
    let name = "<script>alert(1)</script>\" onload='x' &"
    let text = String(decoding: bytes, as: UTF8.self)
    let first = try #require(text.split(separator: "\n").first { $0.hasPrefix("N: ") })
    let run = try await ReportRun([("", Array(text.replacing(first, with: "N: \(name)").utf8))])
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let elements = try #require(run.elements)
    #expect(run.page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!elements.contains { $0.name == "script" || $0["onload"] != nil })
    #expect(Markup.escaped("a\u{1}\u{202e}b<") == "a\u{fffd}\u{fffd}b&lt;")
  }

  @Test func `ends with the exit codes of its neighbours`() async throws {
    let folder = try PrivateFolder()
    let missing = try await Command([
      Program.flickctl.path, "report", "\(folder.path)/none.evemu", "-o", "\(folder.path)/a.html",
    ]).run()
    #expect(missing.code == 66 && folder.names == [])
    let unwritable = try await ReportRun([("", MeasuredRecording.swipes())], to: "0.evemu/report.html")
    #expect(unwritable.outcome.code == 73, "\(unwritable.outcome.errors)")
    #expect(unwritable.outcome.errors.contains("choose another file with -o"))
    let recording = try folder.write("a.evemu", MeasuredRecording.swipes())
    let without = try await Command([Program.flickctl.path, "report", recording]).run()
    #expect(without.code == 64 && without.errors.contains("--output"))
  }
}
