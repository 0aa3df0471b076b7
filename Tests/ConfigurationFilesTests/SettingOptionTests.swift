import FlickProtocol
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@testable import ConfigurationFiles

@Suite struct `A setting of the command line` {
  private func reading(_ options: [String], of file: String = "") throws -> ConfigurationReading {
    Settings.read(
      [ConfigurationFile(name: "f", bytes: Array(file.utf8))],
      options: try options.map { try SettingOption($0) })
  }

  private func swipe(_ options: [String], of file: String = "") throws -> SwipeSettings {
    let reading = try reading(options, of: file)
    try #require(reading.isValid, "\(reading.diagnostics)")
    return reading.settings.swipe(for: egalax, path: nil, serial: nil)
  }

  @Test(arguments: ["distance=5mm", "distance = 5 mm", "swipe.distance=5mm", "panel.distance='5mm'"])
  func `needs no section and no quotes`(text: String) throws {
    #expect(try swipe([text]).distance == .millimeters(5))
  }

  @Test func `overrides the files and the rules for panels, and the last one wins`() throws {
    let file = "[swipe]\ndistance = \"30mm\"\n[[panel]]\nmatch = { vendor = \"0eef\" }\ndistance = \"20mm\"\n"
    #expect(try swipe([], of: file).distance == .millimeters(20))
    for options in [
      ["distance=5mm"], ["distance=9mm", "distance=5mm"], ["distance=9mm", "swipe.distance=5mm"],
    ] {
      #expect(try swipe(options, of: file).distance == .millimeters(5), "\(options)")
    }
    // What a later option repeats is not read.
    #expect(try swipe(["distance=nonsense", "distance=5mm"]).distance == .millimeters(5))
  }

  @Test func `has the same effect as the line in a file, for each key with its example`() throws {
    func equals(_ key: String, _ value: String, section: String) throws {
      let inFile = Settings.read([
        ConfigurationFile(name: "f", bytes: Array("\(section)\n\(key) = \(value)\n".utf8))
      ])
      try #require(inFile.isValid, "\(inFile.diagnostics)")
      // A shell removes the quotes.
      let option = try SettingOption("\(key)=\(value.filter { $0 != "\"" })")
      let read = Settings.read([], options: [option])
      #expect(read.diagnostics == [], "\(key)")
      let panel = egalax
      let settings = [inFile.settings, read.settings]
      let swipes = settings.map { $0.swipe(for: panel, path: nil, serial: nil) }
      #expect(swipes[0] == swipes[1], "\(key)")
      var rules = settings.map { $0.rule(for: panel, path: nil, serial: nil) }
      for index in rules.indices { rules[index].swipe = PanelRule().swipe }
      #expect(rules[0] == rules[1], "\(key)")
    }
    // The default of the other form of τ is the example.
    for key in SwipeKey.all { try equals(key.name, key.example, section: "[swipe]") }
    for key in OwnPanelKey.all { try equals(key.name, key.example, section: "[[panel]]") }
  }

  @Test func `sets the key of a zone of the files`() throws {
    let file = "[[zone]]\nname = \"my card\"\nedge = \"left\"\ndepth = \"50%\"\n"
    for text in ["zone.\"my card\".distance=5mm", "zone.'my card'.distance=5mm"] {
      let reading = try reading([text], of: file)
      #expect(
        reading.isValid && reading.settings.zones.map(\.spec.distanceThreshold) == [.millimeters(5)],
        "\(reading)")
    }
    let spring = try reading(["zone.'my card'.spring={duration=0.3s, bounce=0.2}"], of: file)
    #expect(spring.isValid && spring.settings.zones[0].spec.spring != nil, "\(spring.diagnostics)")
  }

  @Test func `of all swipes names the zones that have their own value`() throws {
    let zone = "[[zone]]\nname = \"card\"\nedge = \"left\"\ndepth = \"50%\"\ndistance = \"9mm\"\n"
    let notes = try reading(["distance=5mm", "slop=1mm"], of: zone).notes
    #expect(
      notes == [
        "--set distance=5mm: zone `card` has its own `distance`; for this zone, set zone.card.distance"
      ])
    #expect(try reading(["distance=5mm", "zone.card.distance=5mm"], of: zone).notes == [])
    #expect(
      try reading(["distance=5mm", "swipe.distance=9mm"]).notes == [
        "--set distance=5mm: --set swipe.distance=9mm replaces it"
      ])
  }

  @Test func `has no effect in an excluded zone, which a note says`() throws {
    let zone = "[[zone]]\nname = \"ex\"\nedge = \"left\"\nexclude = true\n"
    #expect(
      try reading(["zone.ex.distance=5mm"], of: zone).notes == [
        "--set zone.ex.distance=5mm: `distance` has no effect in a zone with `exclude = true`"
      ])
    #expect(try reading([], of: zone).notes == [])
  }

  @Test(arguments: [
    ("zone.a.b.distance=5mm", "`zone.a`: no such zone; write 'zone.\"a.b\".distance=5mm'"),
    ("zone.a.c.distance=5mm", "`zone.a`: no such zone; "),
    ("zone.my_zone.distance=5mm", "did you mean `zone.\"my zone\"`?"),
    (
      "zone[0].distance=5mm",
      "`zone.0`: no such zone; zones have names, not numbers: the zones are a.b, my zone"
    ),
  ])
  func `of a zone whose name needs quotes is named with them`(text: String, says: String) throws {
    let zones = ["a.b", "my zone"].map { "[[zone]]\nname = \"\($0)\"\nedge = \"left\"\ndepth = \"20%\"\n" }
    let diagnostics = try reading([text], of: zones.joined()).diagnostics
    #expect(diagnostics.count == 1 && diagnostics.first?.message.contains(says) == true, "\(diagnostics)")
  }

  private static let wrong: [(text: String, says: [String])] = [
    ("distance=5", ["a length needs a unit", "\"31mm\""]),
    ("distance=5km", ["\"km\" is not a unit of a length"]),
    ("distance=5,5mm", ["a decimal number has a point"]),
    ("distance=\"5mm", ["the quote is not closed"]),
    ("distence=5mm", ["no such key in [swipe] or [[panel]]", "did you mean `distance`?"]),
    ("swipe.distence=5mm", ["no such key in [swipe]", "did you mean `distance`?"]),
    ("swip.distance=5mm", ["`swip`: no such section", "did you mean `swipe`?"]),
    ("swipe.bridge_gaps=1ms", ["it belongs in [[panel]]"]),
    ("panel.points_per_inch=100", ["it belongs in [swipe]"]),
    ("points_per_inch=1", ["must be from 10.0 to 2000.0"]),
    ("panel.bridge_gaps=1s", ["must be from 0.0s to 0.1s"]),
    ("panel.match=x", ["`match` sets nothing"]), ("match=x", ["`match` sets nothing"]),
    ("deceleration_rate=99.8%", ["write 0.998 without quotes and unit"]),
    ("deceleration_rate=0,998", ["a decimal number has a point: write 0.998"]),
    ("commit_if=distance,velocity", ["write an array: [\"distance\", \"velocity\"]"]),
    ("spring={bounce=1}", ["only zones have it: write zone.NAME.spring=VALUE"]),
    ("swipe=5", ["`swipe` is a section: write swipe.KEY=VALUE"]),
    ("zone=5", ["write zone.NAME.KEY=VALUE"]),
    ("zone.distance=5mm", ["the name of the zone is missing: write zone.NAME.distance=VALUE"]),
    ("zone.crad.distance=5mm", ["`zone.crad`: no such zone", "did you mean `zone.card`?"]),
    ("zone.card.distence=5mm", ["no such key in [[zone]]", "did you mean `distance`?"]),
    ("edge=left", ["only zones have it: write zone.NAME.edge=VALUE"]),
    ("socket.path=/x", ["[socket] changes no decision"]), ("path=/x", ["[socket]"]),
    ("commit_if=velocity", ["write an array, even of one word: [\"velocity\"]"]),
    ("commit_if=[velocity,distanse]", ["did you mean \"distance\"?"]),
    ("commit_if=[velocity", ["the [ is not closed"]),
    ("reversal=ignor", ["did you mean \"ignore\"?"]), ("rotation=45", ["write one of 0, 90, 180, 270"]),
    ("slop=40mm", ["every swipe would commit"]), ("slop=11mm", ["every swipe would commit", "0eef"]),
    ("zone.card.distance=1mm", ["every swipe would commit"]),
    ("flick.min.travel=5mm", ["no such key", "did you mean `flick_min_travel`?"]),
    ("distance=15MM", ["the unit is `mm`: write \"15mm\""]),
    ("distance=15px", ["\"px\" is not a unit of a length here, only in a zone"]),
    ("unit=pt", ["no such key", "the keys are enabled, size"]),
  ]

  @Test(arguments: wrong) func `that is wrong is named, with the answer of the file`(
    text: String, says: [String]
  )
    throws
  {
    let file =
      "[[panel]]\nmatch = { vendor = \"0eef\" }\ndistance = \"10mm\"\n"
      + "[[zone]]\nname = \"card\"\nedge = \"left\"\ndepth = \"50%\"\n"
    let diagnostics = try reading([text], of: file).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics[0].isOption && diagnostics[0].description.hasPrefix("--set \(text): "))
    for word in says { #expect(diagnostics[0].message.contains(word), "\(diagnostics[0])") }
  }

  private static let unreadable: [(text: String, says: String)] = [
    ("distance", "the value is missing: write for example distance=200pt"),
    ("distance=", "the value is missing: write for example distance=200pt"),
    ("panel.noise", "the value is missing: write for example panel.noise=0.2mm"),
    ("distance=“5mm”", "the value contains typographic quotes: write distance=5mm"),
    ("=5mm", "the key is missing"), ("", "the key is missing"),
    ("distance=5mm,velocity=3mm/s", "is another setting: repeat --set: --set velocity=3mm/s"),
    ("distance=5mm slop=1mm", "is another setting: repeat --set: --set slop=1mm"),
    ("distance:5mm", "write distance=5mm"), ("distance 5mm", "write distance=5mm"),
    ("[swipe]distance=5mm", "is not a key: write for example swipe.distance=VALUE"),
    ("flick min travel=5mm", "is not a key: write for example flick_min_travel=VALUE"),
    ("zone.my zone.distance=5mm", "write 'zone.\"my zone\".distance=5mm'"),
    ("zone.my zone.distance", "write 'zone.\"my zone\".distance=VALUE'"),
    ("#x=5", "is not a key"), ("a\nb=5", "is not a key"), (".distance=5mm", "is not a key"),
    ("\"\"\"=1", "is not a key"),
  ]

  @Test(arguments: unreadable) func `without a key and a value is refused with the right form`(
    text: String, says: String
  ) {
    let fault = #expect(throws: SettingOption.Fault.self) { try SettingOption(text) }
    #expect(fault?.description.contains(says) == true, "\(fault?.description ?? "")")
  }

  @Test func `is data, whatever it contains`() throws {
    for value in ["5mm\nslop = \"1mm\"", "5mm\"\nslop = \"1mm", "\\", "'", "]", "\u{1b}[31m", "a = 1"] {
      let diagnostics = try reading(["distance=\(value)", "velocity=600pt/s"]).diagnostics
      #expect(diagnostics.count == 1 && diagnostics[0].isOption, "\(diagnostics)")
      #expect(!diagnostics[0].description.contains("\n") && !diagnostics[0].description.contains("\u{1b}"))
    }
  }

  @Test func `that is wrong is reported beside the errors of the files`() throws {
    let diagnostics = try reading(["distance=5"], of: "[swipe]\nslop = 1\n").diagnostics
    #expect(diagnostics.map(\.isOption) == [false, true])
    #expect(diagnostics.map { $0.description.hasPrefix("f:2:8: ") } == [true, false])
  }
}

private var egalax: PanelDescription { `A panel rule`.panel }
