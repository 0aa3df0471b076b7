import ConfigurationFiles
import GestureCore
import PanelTuning
import Panels
import Settings
import TestKit
import Testing

@Suite struct `flickctl measure` {
  private func swipes(late: Int64 = 0, resolution: Int32 = 16) -> [UInt8] {
    MeasuredRecording.swipes(late: late, resolution: resolution)
  }

  private func measure(_ bytes: [UInt8], _ arguments: String...) async throws -> Outcome {
    let folder = try PrivateFolder()
    let file = try folder.write("one.evemu", bytes)
    let arguments = arguments.map { $0 == "FILE" ? file : $0.hasSuffix("=FILE") ? $0.dropLast(4) + file : $0 }
    return try await Command([Program.flickctl.path, "measure"] + arguments).run()
  }

  private func metric(_ name: String, _ outcome: Outcome) throws -> JSON {
    let result = try #require(JSON(outcome.output).results.elements.first)
    return try #require(result.metrics.elements.first { $0.metric == .string(name) })
  }

  @Test func `grades the report rate by each source`() async throws {
    let outcome = try await measure(swipes(), "FILE", "--json")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let rate = try metric("report_rate", outcome)
    #expect(abs(try #require(rate["value"].value) - 125) < 2)
    #expect(rate.grades.w8.grade == "pass" && rate.grades.w10.grade == "pass")
    #expect(rate.grades.chromeos.limit.min == 60)
    let table = try await measure(swipes(), "FILE")
    let row = try #require(table.lines.first { $0.hasPrefix("report_rate") })
    #expect(row.split(separator: " ").suffix(3) == ["pass", "pass", "pass"])
  }

  @Test func `prints what its schema describes`() async throws {
    let schema = try DocumentSchema.read("measure.schema.json")
    for bytes in [swipes(), swipes(late: 110), swipes(resolution: 0), MadeRecording.oneFinger.bytes] {
      let outcome = try await measure(bytes, "FILE", "--json")
      #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])
    }
  }

  @Test func `names every metric once for each axis and unit`() async throws {
    let outcome = try await measure(swipes(), "FILE", "--json")
    let metrics = try #require(JSON(outcome.output).results.elements.first).metrics.elements
    let names = metrics.map { [$0.metric, $0.axis, $0.unit] }
    #expect(names.count == Set(names.map { "\($0)" }).count)
    #expect(Set(metrics.compactMap(\.metric.text)) == Set(MetricName.allCases.map(\.rawValue)))
  }

  /// A user copies the lines, so flickd must accept them as a configuration.
  @Test func `answers a late lift with lines that the configuration accepts`() async throws {
    let outcome = try await measure(swipes(late: 110), "FILE", "--json")
    let finding = try #require(JSON(outcome.output).results.elements.first?.findings.elements.first)
    #expect(finding.finding == "late_lift")
    let text = try #require(finding.settings.text)
    let reading = Settings.read([ConfigurationFile(name: "found.toml", bytes: Array(text.utf8))])
    #expect(reading.isValid, "\(reading.diagnostics)")
    let delay = try #require(reading.settings.panels.first?.liftDelay)
    #expect(abs(delay.microseconds - 118_000) <= 8000)
    let folder = try PrivateFolder()
    let config = try folder.write("found.toml", text)
    let repeated = try await measure(swipes(late: 110), "FILE", "--config", config).output
    #expect(repeated.contains("flickd corrects the speed of flicks for this\n\n"), "\(repeated)")
  }

  @Test func `answers the jitter of a panel with a noise that flickd then uses`() async throws {
    let bytes = MeasuredRecording.tremble()
    let outcome = try await measure(bytes, "resting=FILE", "--json")
    let finding = try #require(JSON(outcome.output).results.elements.first?.findings.elements.first)
    #expect(finding.finding == "noise", "\(outcome.output)")
    let text = try #require(finding.settings.text)
    let reading = Settings.read([ConfigurationFile(name: "found.toml", bytes: Array(text.utf8))])
    #expect(abs(try #require(reading.settings.panels.first?.noise) - 0.5) < 0.1, "\(text)")
    let folder = try PrivateFolder()
    let config = try folder.write("found.toml", text)
    #expect(try await !measure(bytes, "resting=FILE", "--config", config).output.contains("found:"))
  }

  @Test func `says what is missing without a resolution, and grades no length`() async throws {
    let outcome = try await measure(swipes(resolution: 0), "taps=FILE", "--json")
    for name in ["tap_repeatability", "lift_jump"] {
      let measured = try metric(name, outcome)
      #expect(measured["value"] == .null)
      #expect(try #require(measured.why.text).contains("resolution"))
    }
    let finding = try #require(JSON(outcome.output).results.elements.first?.findings.elements.first)
    #expect(finding.finding == "unknown_size" && finding.settings == .null)
  }

  @Test func `ends with 1 for a failed grade, and with 2 for a missing metric`() async throws {
    let slow = MadeRecording([.init(at: 0, from: (20, 20), by: (150, 0), lasting: 2000)], period: 20_000)
    let failed = try await measure(slow.bytes, "FILE", "--require", "w8")
    #expect(failed.code == 1)
    #expect(failed.errors.contains("w8: failed: report_rate"))
    let missing = try await measure(swipes(), "FILE", "--require", "chromeos")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("chromeos: not measured: ") && missing.errors.contains("resting_jitter"))
    #expect(try await measure(swipes(), "FILE", "--require", "w11").code == 64)
  }

  /// The metrics that the first source misses had hidden the failure of the second.
  @Test(arguments: [["w10", "w8"], ["w8", "w10"]])
  func `ends with 1 if any required source fails, and prints all`(_ sources: [String]) async throws {
    let slow = MadeRecording([.init(at: 0, from: (20, 20), by: (150, 0), lasting: 2000)], period: 12_500)
    let outcome = try await measure(slow.bytes, "FILE", "--require", sources[0], "--require", sources[1])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("w8: failed: report_rate"), "\(outcome.errors)")
    #expect(outcome.errors.contains("w10: not measured: resting_jitter"), "\(outcome.errors)")
  }

  @Test func `measures what needs a station only if the station is named`() async throws {
    let still = MadeRecording([.init(at: 0, from: (50, 50), by: (0, 0), lasting: 3000)])
    let without = try await measure(still.bytes, "FILE", "--json")
    #expect(try metric("edge_reach", without)["value"] == .null)
    let edges = try await measure(swipes(), "edges=FILE", "--json")
    #expect(try #require(metric("edge_reach", edges).why.text).contains("all four edges"))
  }

  @Test func `reports bad input with the exit codes of other commands`() async throws {
    #expect(try await Command([Program.flickctl.path, "measure", "/nowhere.evemu"]).run().code == 66)
    #expect(try await measure([], "FILE").code == 65)
    #expect(try await measure(swipes(), "FILE", "--display", "wide").code == 64)
  }
}
