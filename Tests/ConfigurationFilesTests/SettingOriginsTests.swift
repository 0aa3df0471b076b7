import ConfigurationFiles
import Panels
import Settings
import Testing

@Suite struct `The origins of settings` {
  private static let panel: SettingOrigins.Subject = {
    var description = PanelDescription()
    (description.name, description.vendor, description.product) = ("Glass", 0x0eef, 0x0005)
    return SettingOrigins.Subject(description, path: "usb-1", serial: nil)
  }()

  private func origins(_ texts: String...) throws -> SettingOrigins {
    let files = texts.enumerated().map { index, text in
      ConfigurationFile(name: "\(index).toml", bytes: Array(text.utf8))
    }
    return try #require(SettingOrigins(files))
  }

  /// A setting in one line; nil for a key that is not listed.
  private func line(_ key: String, _ settings: [SettingOrigins.Setting]) -> String? {
    settings.first { $0.key == key }.map { setting in
      "\(setting.value ?? "?") \(setting.file ?? "default")\(setting.line.map { ":\($0)" } ?? "")"
    }
  }

  @Test func `are the last line that sets a key, by files, rules and then by lines`() throws {
    let origins = try origins(
      "[swipe]\nslop = \"2mm\"\nvelocity = \"90mm/s\"\n",
      "[swipe]\nvelocity = \"100mm/s\"\n[[panel]]\nmatch = { path = \"usb-1\" }\nslop = \"3mm\"\n",
      "[[panel]]\nslop = \"4mm\"\n\n[[panel]]\nmatch = { path = \"usb-2\" }\nslop = \"5mm\"\n")
    let swipe = origins.swipe(of: Self.panel)
    #expect(line("slop", swipe) == "4mm 2.toml:2")
    #expect(line("velocity", swipe) == "100mm/s 1.toml:2")
    #expect(line("distance", swipe) == "200pt default")
    #expect(line("points_per_inch", swipe) == "163 default")
  }

  @Test func `are the library only where no rule sets the key`() throws {
    let entry =
      "[[panel]]\nmatch = { vendor = \"0eef\" }\nlift_delay = \"9ms\"\nslop = \"3mm\"\nvelocity = \"70mm/s\"\n"
    let library = [ConfigurationFile(name: "lib.toml", bytes: Array(entry.utf8))]
    let file = ConfigurationFile(
      name: "a.toml", bytes: Array("[swipe]\nvelocity = \"60mm/s\"\n[[panel]]\nslop = \"4mm\"\n".utf8))
    let origins = try #require(SettingOrigins([file], library: library))
    #expect(line("lift_delay", origins.panel(Self.panel)) == "9ms lib.toml:3")
    #expect(origins.panel(Self.panel).first { $0.key == "lift_delay" }?.isOfLibrary == true)
    let swipe = origins.swipe(of: Self.panel)
    #expect(line("slop", swipe) == "4mm a.toml:4" && line("velocity", swipe) == "70mm/s lib.toml:5")
  }

  @Test func `of τ are the last of its two keys`() throws {
    let origins = try origins(
      "[swipe]\nprojection = \"300ms\"\n", "[swipe]\ndeceleration_rate = 0.99\n",
      "[[zone]]\nname = \"a\"\nprojection = \"100ms\"\n[[zone]]\nname = \"b\"\n")
    let swipe = origins.swipe(of: Self.panel)
    #expect(line("deceleration_rate", swipe) == "0.99 1.toml:2" && line("projection", swipe) == nil)
    let zones = origins.zones(of: Self.panel)
    #expect(zones.map(\.name) == ["a", "b"])
    #expect(line("projection", zones[0].settings) == "100ms 2.toml:3")
    #expect(line("deceleration_rate", zones[0].settings) == nil)
    #expect(line("deceleration_rate", zones[1].settings) == "0.99 1.toml:2")
  }

  // Each rule is right with [swipe], but every swipe would commit with both.
  @Test func `skip rules that together would let every swipe commit`() throws {
    let origins = try origins(
      "[swipe]\ndistance = \"20mm\"\n",
      "[[panel]]\nmatch = { path = \"usb-1\" }\nslop = \"9mm\"\n",
      "[[panel]]\nmatch = { vendor = \"0eef\" }\ndistance = \"8mm\"\nvelocity = \"70mm/s\"\n")
    let swipe = origins.swipe(of: Self.panel)
    #expect(line("distance", swipe) == "20mm 0.toml:2")
    #expect(line("slop", swipe) == "10pt default")
    #expect(line("velocity", swipe) == "70mm/s 2.toml:4")
  }

  @Test func `of a zone are its own keys and what [swipe] and the panel's rules set`() throws {
    let origins = try origins(
      """
      [swipe]
      directions = 8
      [[panel]]
      flick_min_travel = "7mm"
      [[zone]]
      name = "cards"
      directions = ["left", "right"]
      spring = { duration = "500ms", bounce = 0 }
      [[zone]]
      private = true
      [[zone]]
      panel = { path = "usb-2" }
      name = "other"
      """)
    let zones = origins.zones(of: Self.panel)
    #expect(zones.map(\.name) == ["cards", ""])
    let cards = zones[0].settings
    #expect(line("directions", cards) == "[\"left\", \"right\"] 0.toml:7")
    #expect(line("flick_min_travel", cards) == "7mm 0.toml:4")
    #expect(line("spring", cards) == "{ duration = \"500ms\", bounce = 0 } 0.toml:8")
    #expect(line("slop", cards) == nil, "not a key of a zone")
    #expect(zones[1].settings.map(\.key) == ["private"])
  }

  @Test func `are unknown if the files have an error`() {
    let file = ConfigurationFile(name: "a", bytes: Array("[swipe]\nslop = true\n".utf8))
    #expect(SettingOrigins([file]) == nil)
  }
}
