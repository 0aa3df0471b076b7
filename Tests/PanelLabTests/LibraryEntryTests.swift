import ConfigurationFiles
import GestureCore
import Settings
import TestKit
import Testing

@Suite struct `flickctl measure --entry` {
  private static let ids = MeasuredRecording.IDs(vendor: 0x0eef, product: 0x0005)
  private let folder: PrivateFolder
  private let config: String

  init() throws {
    folder = try PrivateFolder()
    config = try folder.write("flickd.toml", "")
  }

  private func measure(_ arguments: String...) async throws -> Outcome {
    try await Command([Program.flickctl.path, "measure", "--entry", "--config", config] + arguments).run()
  }

  /// The entries in an output, which must load without an error.
  private func entries(_ outcome: Outcome) throws -> [PanelRule] {
    let reading = Settings.read(
      [], library: [ConfigurationFile(name: "new.toml", bytes: Array(outcome.output.utf8))])
    #expect(reading.diagnostics == [], "\(outcome.output)")
    return reading.settings.library
  }

  @Test func `prints an entry that loads, with the planted values and their evidence`() async throws {
    let late = MeasuredRecording.swipes(late: 110, ids: Self.ids)
    let swipes = try folder.write("late.evemu", late)
    let rest = try folder.write("rest.evemu", MeasuredRecording.tremble(ids: Self.ids))
    let outcome = try await measure(swipes, "resting=\(rest)")
    #expect(outcome.code == 0 && outcome.errors == "")
    let entry = try #require(try entries(outcome).first)
    #expect(try entries(outcome).count == 1)
    #expect(entry.match.description == "{ vendor = \"0eef\", product = \"0005\" }")
    // 110 ms, and one report of 8 ms.
    #expect(entry.liftDelay == .milliseconds(118))
    let noise = try #require(entry.noise)
    #expect((0.45...0.55).contains(noise), "equal chances within ±0.87 mm deviate by 0.5 mm")
    #expect(entry.size == nil, "the panel reports its size")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "# Made panel")
    #expect(
      lines.contains(
        "# lift_delay: the lower quartile of 10 lifts of moving fingers, 118 ms; 5 % to 95 % are 118 to 118 ms"
      ))
    #expect(lines.contains { $0.hasPrefix("# noise: 0.") && $0.contains("samples of resting fingers") })
    #expect(lines.contains("# Source: late.evemu, rest.evemu"))
    #expect(try await measure(swipes, "resting=\(rest)").output == outcome.output)

    // As a file of the library, the entry changes what flickd knows, and not what is measured.
    try folder.write("panels.d/new.toml", outcome.output)
    #expect(try await measure(swipes, "resting=\(rest)").output == outcome.output)
    let report = try await Command(.flickctl, "measure", "--config", config, "resting=\(rest)", swipes).run()
    #expect(report.code == 0 && !report.output.contains("[[panel]]"), "\(report.output)")
  }

  @Test func `contains the size of the display if the panel reports none`() async throws {
    let file = try folder.write(
      "late.evemu", MeasuredRecording.swipes(late: 30, resolution: 0, ids: Self.ids))
    let entry = try #require(try entries(try await measure("--display", "217.4x136", file)).first)
    #expect(entry.size == Extent(width: 217.4, height: 136))
    try folder.write("flickd.toml", "[[panel]]\nsize = \"200mm x 100mm\"\n")
    let configured = try await measure(file)
    #expect(try entries(configured).first?.size == Extent(width: 200, height: 100))
    #expect(configured.output.contains("# size: 200mm x 100mm, from `config`; the panel reports no size"))
    try folder.write("flickd.toml", "")
    #expect(try entries(try await measure(file)).first?.size == nil)
  }

  @Test func `matches a panel without ids by its name, and says so`() async throws {
    let file = try folder.write("late.evemu", MeasuredRecording.swipes(late: 30))
    let outcome = try await measure(file)
    #expect(try entries(outcome).first?.match.name == "Made panel")
    #expect(outcome.errors.hasPrefix("flickctl: Made panel has no vendor id, so the entry matches its name"))
  }

  @Test func `prints why if nothing was measured with enough samples`() async throws {
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let outcome = try await measure(file)
    #expect(outcome.code == 0 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("flickctl: Made panel: there is nothing for an entry: "))
    #expect(outcome.errors.contains("are too few: swipe at least 5 times"))
  }

  @Test(arguments: ["--json", "--write"]) func `excludes other output`(flag: String) async throws {
    let outcome = try await measure(flag, "one.evemu")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("--entry and \(flag) exclude each other: choose one"))
  }
}
