import ConfigurationFiles
import GestureCore
import Panels
import Settings
import Testing

@Suite struct `Drop-in files` {
  @Test func `are read after the main file, in the order of their names' bytes`() {
    let names = ["20-b.toml", "10-a.toml", ".hidden.toml", "notes.txt", "Z.toml", "30.toml~"]
    #expect(
      ConfigurationFiles.order(main: "/etc/flickd/flickd.toml", names: names)
        == [
          "/etc/flickd/flickd.toml", "/etc/flickd/conf.d/10-a.toml", "/etc/flickd/conf.d/20-b.toml",
          "/etc/flickd/conf.d/Z.toml",
        ])
  }

  @Test(arguments: [
    ("/etc/flickd/flickd.toml", "/etc/flickd/conf.d"), ("my.toml", "conf.d"), ("/a", "/conf.d"),
  ])
  func `lie in conf.d beside the main file`(main: String, folder: String) {
    #expect(ConfigurationFiles.dropInFolder(of: main) == folder)
  }

  @Test func `that are absent are skipped`() throws {
    let files = ConfigurationFiles.locate(
      main: "/e/main.toml", list: { $0 == "/e/conf.d" ? ["b.toml", "a.toml"] : [] },
      read: { $0 == "/e/conf.d/b.toml" ? [1] : nil })
    #expect(files == [ConfigurationFile(name: "/e/conf.d/b.toml", bytes: [1])])
  }

  @Test func `override earlier files key by key`() {
    let reading = reading(ofFiles: [
      ("main", "[swipe]\nslop = \"2mm\"\ndirections = 8\n[socket]\npath = \"/a\""),
      ("10", "[swipe]\nslop = \"3mm\""),
      ("20", "[socket]\npath = \"/b\""),
    ])
    #expect(reading.isValid)
    #expect(reading.settings.swipe.slop == 3)
    #expect(reading.settings.swipe.directions == .eight)
    #expect(reading.settings.socket.path == "/b")
  }

  @Test func `with a bad value keep the earlier good one`() {
    let reading = reading(ofFiles: [("a", "[swipe]\nslop = \"2mm\""), ("b", "[swipe]\nslop = 3")])
    #expect(reading.diagnostics.map(\.file) == ["b"])
    #expect(reading.settings.swipe.slop == 2)
  }

  @Test func `may set the projection in the other form`() {
    let time = "[swipe]\nprojection = \"300ms\""
    let rate = "[swipe]\ndeceleration_rate = 0.99"
    let both = reading(ofFiles: [("a", rate), ("b", time)])
    #expect(both.isValid)
    #expect(both.settings.swipe.projection == 0.3)
    #expect(abs(reading(ofFiles: [("a", time), ("b", rate)]).settings.swipe.projection - 0.0995) < 1e-4)
  }

  @Test func `change the density for the files before them too`() {
    let reading = reading(ofFiles: [
      ("a", "[swipe]\ndistance = \"100pt\""), ("b", "[swipe]\npoints_per_inch = 254"),
    ])
    #expect(reading.settings.swipe.distance == .millimeters(10))
  }

  @Test func `are named when two of them contradict each other`() {
    let reading = reading(ofFiles: [("a", "[swipe]\ndistance = \"9mm\""), ("b", "[swipe]\nslop = \"9mm\"")])
    #expect(reading.diagnostics.map { "\($0.file):\($0.position.line):\($0.position.column)" } == ["b:2:8"])
  }
}

@Suite struct `A panel rule` {
  static var panel: PanelDescription {
    var panel = PanelDescription()
    panel.name = "eGalax Inc. eGalaxTouch P80H46 2012"
    panel.vendor = 0x0eef
    panel.product = 0x0005
    return panel
  }

  @Test(
    arguments: [
      ("vendor = \"0eef\"", true), ("vendor = \"0EEF\", product = \"5\"", true), ("vendor = \"0eee\"", false),
      ("vendor = \"0eef\", product = \"0006\"", false), ("name = \"eGalax*\"", true),
      ("name = \"*P80H46*\"", true),
      ("name = \"eGalax\"", false), ("name = \"egalax*\"", false), ("path = \"usb-1\"", true),
      ("path = \"usb-2\"", false), ("serial = \"A\"", false), ("name = \"*2012\", path = \"usb-1\"", true),
    ])
  func `matches if all its fields match`(match: String, holds: Bool) throws {
    let reading = reading(of: "[[panel]]\nmatch = { \(match) }\nrotation = 180")
    try #require(reading.isValid)
    let rule = reading.settings.rule(for: Self.panel, path: "usb-1", serial: nil)
    #expect(rule.rotation == (holds ? .half : nil))
  }

  @Test(
    arguments: [
      ("", "", true), ("", "*", true), ("", "?", false), ("abc", "a?c", true), ("abc", "a*", true),
      ("abc", "*b", false), ("aXbXc", "a*X*c", true), ("aab", "*ab", true), ("äö", "?ö", true),
      ("a*b", "a*b", true),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*a*c", false),
    ])
  func `matches names by pattern`(name: String, pattern: String, matches: Bool) {
    var rule = PanelRule()
    rule.match.name = pattern
    var panel = PanelDescription()
    panel.name = name
    #expect(rule.match.holds(for: panel, path: nil, serial: nil) == matches)
  }

  @Test func `without a match applies to every panel, and a later one overrides it key by key`() {
    let reading = reading(
      of: """
        [[panel]]
        rotation = 90
        lift_delay = "40ms"
        [[panel]]
        match = { vendor = "0eef" }
        rotation = 180
        size = "100mm x 50mm"
        """)
    let rule = reading.settings.rule(for: Self.panel, path: nil, serial: nil)
    #expect(rule.rotation == .half)
    #expect(rule.liftDelay == .milliseconds(40))
    #expect(rule.size == Extent(width: 100, height: 50))
    #expect(rule.enabled == nil)
    #expect(reading.settings.rule(for: PanelDescription(), path: nil, serial: nil).rotation == .quarter)
  }
}
