import Foundation
import Panels
import TestKit
import Testing

@testable import ConfigurationFiles

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `flickctl devices --explain` {
  private let folder: PrivateFolder

  init() throws { folder = try PrivateFolder() }

  private static let udev = MockMachine.touchscreen.merging(["ID_PATH": "platform-glass"]) { $1 }

  /// Runs the command on a machine with this panel.
  private func explained(
    _ panel: MockDevice = .panel(5, udev: udev), _ arguments: String..., configuration: String = "",
    dropIn: String? = nil
  ) async throws -> Outcome {
    let machine = try MockMachine([panel], forbidden: [], in: folder)
    let file = try folder.write("flickd.toml", configuration)
    if let dropIn {
      try FileManager.default.createDirectory(
        atPath: folder.file("conf.d"), withIntermediateDirectories: false)
      _ = try folder.write("conf.d/10-hall.toml", dropIn)
    }
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder))
        + ["devices", "--explain", "--config", file] + arguments,
      environment: ["STATE_DIRECTORY": folder.file("state")]
    ).run()
  }

  /// The origin and the value of each setting, by its key.
  private func rows(_ outcome: Outcome) throws -> [String: String] {
    let panel = try #require(try JSON(outcome.output).panels.elements.first, "\(outcome.errors)")
    let rows = panel.settings.elements.map { row in
      (row.key.text ?? "?", "\(row.origin.text ?? "?"): \(row["value"].text ?? "not set")")
    }
    return Dictionary(rows) { first, _ in first }
  }

  @Test func `names the line of the main file, of a drop-in and of a rule`() async throws {
    let outcome = try await explained(
      configuration: "[swipe]\nslop = \"12pt\"\ndistance = \"40mm\"\nprojection = \"300ms\"\n",
      dropIn: """
        [swipe]
        deceleration_rate = 0.998
        [[panel]]
        match = { path = "platform-glass" }
        distance = "20%"
        rotation = 90

        [[panel]]
        match = { path = "elsewhere" }
        distance = "99mm"
        """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (main, hall) = (folder.file("flickd.toml"), folder.file("conf.d/10-hall.toml"))
    for row in [
      ["slop", "12pt", "\(main):2"], ["distance", "20%", "\(hall):5"], ["rotation", "90", "\(hall):6"],
      ["deceleration_rate", "0.998", "\(hall):2"], ["velocity", "800pt/s", "default"],
      ["points_per_inch", "163", "default"],
      ["size", "511.875mm x 292.857mm", "kernel: the range and the resolution of the axes"],
      ["lift_delay", "not set", "default: flickd learns it from the first five lifts"],
    ] {
      #expect(
        outcome.lines.contains {
          $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } == row
        },
        "\(row): \(outcome.output)")
    }
    #expect(!outcome.lines.contains { $0.hasPrefix("projection ") }, "\(outcome.output)")
  }

  @Test func `shows each key of [[panel]], also those that nothing sets`() async throws {
    let outcome = try await explained(.panel(5, udev: Self.udev), "--json")
    let rows = try rows(outcome)
    for key in OwnPanelKey.all { #expect(rows[key.name] != nil, "\(key.name): \(outcome.output)") }
  }

  @Test func `names udev's properties, the library and the memory`() async throws {
    var panel = MockDevice.panel(
      5,
      udev: Self.udev.merging([
        "FLICKD_SIZE_MM": "510x287", "LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0", "LIBINPUT_FUZZ_35": "15",
        "LIBINPUT_FUZZ_36": "8",
      ]) { $1 })
    for code in [EventCode.mtPositionX, EventCode.mtPositionY] { panel.description.axes[code]?.fuzz = 0 }
    try FileManager.default.createDirectory(
      atPath: folder.file("state"), withIntermediateDirectories: false)
    let stored = """
      version 1
      panel platform-glass
      name Sample panel
      ids 0eef:0005
      lift_delay_us 110000
      report_period_us 8000
      end 1

      """
    _ = try folder.write("state/panels", stored)
    let outcome = try await explained(panel, "--json")
    #expect(outcome.output.contains("libinput's rule took the driver's fuzz from the kernel"))
    let rows = try rows(outcome)
    #expect(rows["size"] == "udev: 510mm x 287mm")
    #expect(rows["matrix"] == "udev: [0, -1, 1, 1, 0, 0]")
    #expect(rows["fuzz"] == "udev: 15 x 8 device units")
    #expect(rows["noise"]?.hasPrefix("computed: ") == true)
    #expect(rows["lift_delay"] == "memory: 110ms")
    #expect(rows["report_rate"] == "memory: 125Hz")

    // A program outside of its sources does not find the shipped files.
    _ = try folder.write(
      "panels.d/05bd-rafi.toml",
      "[[panel]]\nmatch = { vendor = \"05bd\", product = \"0107\" }\nlift_delay = \"87ms\"\n")
    (panel.description.vendor, panel.description.product) = (0x05bd, 0x0107)
    let known = try self.rows(try await explained(panel, "--json"))
    #expect(known["lift_delay"] == "library: 87ms")
    let entry = "[[panel]]\nmatch = { vendor = \"05bd\" }\nlift_delay = \"60ms\"\nvelocity = \"99mm/s\"\n"
    let library = try folder.write("panels.d/hall.toml", entry)
    let own = try await explained(panel)
    let words = own.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.contains(["lift_delay", "60ms", "library:", "\(library):3"]), "\(own.output)")
    #expect(words.contains(["velocity", "99mm/s", "library:", "\(library):4"]), "\(own.output)")
    for code in [EventCode.mtPositionX, EventCode.mtPositionY] { panel.description.axes[code]?.fuzz = 4 }
    let smoothed = try self.rows(try await explained(panel, "--json"))
    #expect(smoothed["fuzz"] == "kernel: 4 x 4 device units")
  }

  @Test func `shows each zone of the panel, with what it has from [swipe]`() async throws {
    let outcome = try await explained(
      configuration: """
        [swipe]
        velocity = "120mm/s"
        [[zone]]
        name = "cards"
        flick_min_travel = "9mm"
        snap_points = ["0mm", "50mm"]
        [[zone]]
        name = "wall"
        panel = { path = "elsewhere" }
        [[zone]]
        private = true
        """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let shown = outcome.output.components(separatedBy: "\nThe zone cards:\n")
    #expect(shown.count == 2, "\(outcome.output)")
    let file = folder.file("flickd.toml")
    let words = outcome.lines.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
    #expect(words.contains(["flick_min_travel", "9mm", "\(file):5"]), "\(outcome.output)")
    #expect(words.contains(["flick_min_travel", "6mm", "default"]), "\(outcome.output)")
    #expect(words.count { $0 == ["velocity", "120mm/s", "\(file):2"] } == 2, "\(outcome.output)")
    #expect(words.contains(["snap_points", "[\"0mm\",", "\"50mm\"]", "\(file):6"]), "\(outcome.output)")
    #expect(!outcome.output.contains("wall"), "\(outcome.output)")
    #expect(outcome.output.contains("\nA zone without a name:\n"), "\(outcome.output)")
  }

  @Test func `names the line that disables a panel`() async throws {
    let outcome = try await explained(configuration: "[[panel]]\nenabled = false\n")
    #expect(outcome.code == 66)
    #expect(
      outcome.output.contains("disabled by the configuration, \(folder.file("flickd.toml")):2"),
      "\(outcome.output)")
  }

  @Test func `prints what the schema describes with --json, also without --explain`() async throws {
    let schema = try DocumentSchema.read("devices.schema.json")
    let outcome = try await explained(
      .panel(5, udev: Self.udev), "--json", configuration: "[swipe]\nslop = 2\n[[zone]]\nname = \"a\"\n")
    #expect(outcome.code == 78, "a bad value is an error, as without --explain")
    let good = try await explained(
      .panel(5, udev: Self.udev), "--json", configuration: "[swipe]\nslop = \"2mm\"\n[[zone]]\nname = \"a\"\n"
    )
    #expect(try schema.faults(of: OrderedJSON(good.output)).map(\.description) == [])
    #expect(try JSON(good.output).panels.elements.first?.zones.elements.first?.name == "a")
    let machine = try MockMachine([.panel(5, udev: Self.udev)], forbidden: [], in: folder)
    let plain = try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder))
        + ["devices", "--json", "--config", folder.file("flickd.toml")]
    ).run()
    #expect(try schema.faults(of: OrderedJSON(plain.output)).map(\.description) == [])
    #expect(try JSON(plain.output).panels.elements.first?.keys.contains("settings") == false)
  }
}
