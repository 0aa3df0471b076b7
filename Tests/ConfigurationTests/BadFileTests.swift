import Configuration
import Panels
import Testing

/// One configuration with one mistake, and what must be said of it.
struct BadFile: CustomTestStringConvertible, Sendable {
  var text: String
  var line: Int
  var column: Int
  var words: [String]

  init(_ text: String, at line: Int, _ column: Int, says words: String...) {
    self.text = text
    self.line = line
    self.column = column
    self.words = words
  }

  var testDescription: String { text.replacing("\n", with: "⏎") }

  static let all = [
    // Keys that there are not.
    BadFile(
      "[swipe]\ndistanse = \"200pt\"", at: 2, 1, says: "distanse = \"200pt\"", "did you mean `distance`?"),
    BadFile("[swipe]\nslpo = \"2mm\"", at: 2, 1, says: "did you mean `slop`?"),
    BadFile("[swipe]\nVelocity = \"9mm/s\"", at: 2, 1, says: "did you mean `velocity`?"),
    BadFile("[swipe]\nrotation = 90", at: 2, 1, says: "it belongs in [[panel]]"),
    BadFile("[swipe]\nqqqqqq = 1", at: 2, 1, says: "the keys are distance, velocity, slop"),
    BadFile("[swip]\nslop = \"2mm\"", at: 1, 2, says: "did you mean [swipe]?"),
    BadFile("[network]\nport = 80", at: 1, 2, says: "the sections are [swipe], [[panel]], [socket]"),
    BadFile("[match]\nvendor = \"0eef\"", at: 1, 2, says: "no such section"),
    BadFile("distance = \"200pt\"", at: 1, 1, says: "outside a section", "it belongs in [swipe]"),
    BadFile("distanc = \"200pt\"", at: 1, 1, says: "did you mean `distance` in [swipe]?"),
    BadFile("[[panel]]\nmatch = { vendro = \"0eef\" }", at: 2, 11, says: "did you mean `vendor`?"),
    BadFile("[socket]\npaht = \"/run/x\"", at: 2, 1, says: "did you mean `path`?"),

    // Sections of the wrong shape.
    BadFile("[panel]\nrotation = 90", at: 1, 2, says: "write [[panel]]"),
    BadFile("[[swipe]]\nslop = \"2mm\"", at: 1, 3, says: "write [swipe]"),
    BadFile("swipe = 3", at: 1, 1, says: "write [swipe]"),
    BadFile("panel = [1]", at: 1, 10, says: "write [[panel]]"),
    BadFile("[[panel]]\nmatch = \"0eef\"", at: 2, 9, says: "match = \"0eef\"", "{ vendor = \"0eef\" }"),
    BadFile("[[panel]]\nmatch = {}", at: 2, 9, says: "leave it out to mean every panel"),

    // Limits that contradict each other.
    BadFile(
      "[[panel]]\nsize_limit_landing = \"30mm\"\nsize_limit = \"20mm\"", at: 3, 14,
      says: "`size_limit_landing`, 30.0 mm is more than `size_limit`, 20.0 mm"),
    BadFile("[[panel]]\nsize_limit = 30", at: 2, 14, says: "needs a unit"),

    // Units.
    BadFile(
      "[swipe]\ndistance = 200", at: 2, 12, says: "distance = 200", "needs a unit", "\"200pt\"", "\"12%\""),
    BadFile("[swipe]\ndistance = \"200\"", at: 2, 12, says: "needs a unit"),
    BadFile("[swipe]\nslop = \"10px\"", at: 2, 8, says: "\"px\" is not a unit of a length"),
    BadFile("[swipe]\nslop = \"5%\"", at: 2, 8, says: "\"%\" is not a unit of a length"),
    BadFile(
      "[swipe]\nvelocity = \"800pt\"", at: 2, 12, says: "\"pt\" is not a unit of a speed", "\"800pt/s\""),
    BadFile("[swipe]\nvelocity = 800.5", at: 2, 12, says: "velocity = 800.5", "needs a unit"),
    BadFile("[swipe]\nprojection = 0.25", at: 2, 14, says: "a time needs a unit"),
    BadFile("[swipe]\nprojection = \"fast\"", at: 2, 14, says: "\"fast\"", "not a time"),
    BadFile("[swipe]\ndirection_tolerance = 20", at: 2, 23, says: "an angle needs a unit"),
    BadFile("[swipe]\ndistance = true", at: 2, 12, says: "distance = true", "not a length"),
    BadFile("[swipe]\ndistance = 1979-05-27", at: 2, 12, says: "a date or time"),
    BadFile("[swipe]\ndistance = \"1.2.3mm\"", at: 2, 12, says: "not a length"),
    BadFile("[swipe]\ndistance = \"1e3mm\"", at: 2, 12, says: "\"e3mm\" is not a unit"),
    BadFile("[swipe]\npoints_per_inch = \"163\"", at: 2, 19, says: "without quotes"),

    // Values out of range.
    BadFile("[swipe]\ndistance = \"-5mm\"", at: 2, 12, says: "distance = \"-5mm\"", "must be from 0.1mm"),
    BadFile("[swipe]\ndistance = \"120%\"", at: 2, 12, says: "at most 100%"),
    BadFile("[swipe]\npoints_per_inch = 0", at: 2, 19, says: "must be from 10"),
    BadFile("[swipe]\npoints_per_inch = nan", at: 2, 19, says: "must be from 10"),
    BadFile("[swipe]\ndeceleration_rate = 1", at: 2, 21, says: "must be from 0.5 to 0.9999"),
    BadFile("[swipe]\nprojection = \"1h\"", at: 2, 14, says: "\"h\" is not a unit of a time"),
    BadFile("[[panel]]\nlift_delay = \"5s\"", at: 2, 14, says: "must be from 0.0s to 1.0s"),

    // Words and choices.
    BadFile("[swipe]\nreversal = \"folow\"", at: 2, 12, says: "did you mean \"follow\"?"),
    BadFile("[swipe]\nreversal = \"never\"", at: 2, 12, says: "\"follow\", \"ignore\""),
    BadFile(
      "[swipe]\ncommit_if = [\"distance\", \"velosity\"]", at: 2, 26, says: "did you mean \"velocity\"?"),
    BadFile("[swipe]\ncommit_if = []", at: 2, 13, says: "at least one of \"distance\""),
    BadFile("[swipe]\ncommit_if = \"distance\"", at: 2, 13, says: "write an array"),
    BadFile("[swipe]\ndirections = 6", at: 2, 14, says: "directions = 6", "4, 8"),
    BadFile("[[panel]]\nrotation = 45", at: 2, 12, says: "rotation = 45", "0, 90, 180, 270"),
    BadFile("[[panel]]\nmirror = 1", at: 2, 10, says: "true or false"),
    BadFile("[[panel]]\nmirrored = true", at: 2, 1, says: "did you mean `mirror`?"),
    BadFile("[[panel]]\nmatrix = 1", at: 2, 10, says: "matrix = 1", "six numbers", "\"0 -1 1 1 0 0\""),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, 1]", at: 2, 10, says: "here are 5"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]", at: 2, 10, says: "leave the last row"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, 0, \"1\", 0]", at: 2, 23, says: "'\"1\"' is no decimal number"),
    BadFile("[[panel]]\nmatrix = [1, 0, inf, 0, 1, 0]", at: 2, 17, says: "from -1000 to 1000"),
    BadFile("[[panel]]\nmatrix = [1, 0, 0, nan, 1, 0]", at: 2, 20, says: "from -1000 to 1000"),
    BadFile("[[panel]]\nmatrix = [1, 1, 0, 1, 1, 0]", at: 2, 10, says: "on a line or a point"),
    BadFile("[[panel]]\nmatrix = \"1 0 0 0 1 nan\"", at: 2, 10, says: "'nan' is no decimal number"),
    BadFile("[[panel]]\nmatrix = \"1 0 0 0 1\"", at: 2, 10, says: "here are 5"),
    BadFile("[[panel]]\nenabled = \"yes\"", at: 2, 11, says: "true or false"),
    BadFile("[[panel]]\nsize = \"510mm\"", at: 2, 8, says: "\"510mm x 287mm\""),
    BadFile("[[panel]]\nsize = \"510 x 287\"", at: 2, 8, says: "a number and a unit"),
    BadFile("[[panel]]\nsize = \"510mm x 1mm\"", at: 2, 8, says: "each side must be from 5.0mm"),
    BadFile("[[panel]]\nmatch = { vendor = 3823 }", at: 2, 20, says: "hexadecimal", "\"0eef\""),
    BadFile("[[panel]]\nmatch = { vendor = \"0xeef\" }", at: 2, 20, says: "hexadecimal"),
    BadFile("[[panel]]\nmatch = { name = \"\" }", at: 2, 18, says: "must not be empty"),
    BadFile("[socket]\npath = \"flickd.sock\"", at: 2, 8, says: "absolute"),
    BadFile("[socket]\npath = \"/\(String(repeating: "x", count: 107))\"", at: 2, 8, says: "107 bytes"),

    // Values that contradict each other.
    BadFile("[swipe]\ndistance = \"1mm\"\nslop = \"1mm\"", at: 3, 8, says: "not more than `slop`"),
    BadFile("[swipe]\nslop = \"40mm\"", at: 2, 8, says: "31.17 mm is not more than `slop`, 40.0 mm"),
    BadFile("[swipe]\nslop = \"9mm\"\ndistance = \"50pt\"", at: 3, 12, says: "every swipe would commit"),
    BadFile(
      "[swipe]\ndeceleration_rate = 0.998\nprojection = \"250ms\"", at: 3, 1,
      says: "`projection` and `deceleration_rate`", "keep one"),

    // No TOML.
    BadFile("[swipe]\ndistance = ", at: 2, 12, says: "not TOML"),
    BadFile("[swipe]\nslop = \"2mm\"\nslop = \"3mm\"", at: 3, 8, says: "not TOML"),
    BadFile("[swipe\nslop = \"2mm\"", at: 1, 7, says: "not TOML"),
  ]
}

@Suite struct `A bad configuration` {
  @Test(arguments: BadFile.all)
  func `is told with its place and what would be right`(bad: BadFile) throws {
    let diagnostics = reading(of: bad.text).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics[0].place == TextPlace(line: bad.line, column: bad.column), "\(diagnostics[0])")
    for word in bad.words { #expect(diagnostics[0].message.contains(word), "\(diagnostics[0])") }
    #expect(!diagnostics[0].message.contains("\n"), "a diagnostic is one line")
  }

  @Test func `prints as compilers do`() {
    let diagnostics = reading(of: "[swipe]\ndistance = 200", name: "/etc/flickd/flickd.toml").diagnostics
    let advice = "write for example \"200pt\" or \"31mm\" or \"12%\""
    #expect(
      diagnostics.map(\.description)
        == ["/etc/flickd/flickd.toml:2:12: `distance = 200`: a length needs a unit; \(advice)"])
  }

  @Test func `tells every mistake at once, in reading order`() {
    let first = "[socket]\npath = 3\n[swipe]\nslop = 3\nvelocity = \"1mm\"\n"
    let places = reading(ofFiles: [("a", first), ("b", "x = 1")]).diagnostics.map {
      "\($0.file):\($0.place.line)"
    }
    #expect(places == ["a:2", "a:4", "a:5", "b:1"])
  }

  @Test func `loses only the bad value`() {
    let reading = reading(of: "[swipe]\ndistance = 200\nslop = \"2mm\"\n[socket]\npath = \"/run/s\"")
    #expect(reading.settings.swipe.distance == Settings().swipe.distance)
    #expect(reading.settings.swipe.slop == 2)
    #expect(reading.settings.socket.path == "/run/s")
  }

  @Test func `that is no TOML leaves the other files alone`() {
    let reading = reading(ofFiles: [
      ("a", "[swipe]\nslop = \"2mm\""), ("b", "[swipe"), ("c", "[swipe]\ndirections = 8"),
    ])
    #expect(reading.diagnostics.map(\.file) == ["b"])
    #expect(reading.settings.swipe.slop == 2)
    #expect(reading.settings.swipe.directions == .eight)
  }

  @Test func `whose distance is not more than the slop gets the defaults of both`() {
    let swipe = reading(of: "[swipe]\nslop = \"40mm\"\ndirections = 8").settings.swipe
    #expect(swipe.slop == Settings().swipe.slop)
    #expect(swipe.distance == Settings().swipe.distance)
    #expect(swipe.directions == .eight)
  }

  @Test func `never widens a rule whose match is wrong`() {
    let reading = reading(
      of: "[[panel]]\nmatch = { vendor = \"xyz\" }\nenabled = false\n[[panel]]\nrotation = 90")
    #expect(reading.settings.panels.count == 1)
    #expect(reading.settings.panels.first?.rotation == .quarter)
  }

  @Test(arguments: [[0xff, 0xfe, 0x00], [0x5b, 0xc3], Array("a = \"\u{1}\"".utf8)])
  func `of foreign bytes is one diagnostic`(bytes: [UInt8]) {
    let reading = Settings.read([ConfigurationFile(name: "f", bytes: bytes)])
    #expect(reading.diagnostics.count == 1)
    #expect(reading.settings == Settings())
  }

  @Test func `that is huge is not read`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 65_537)
    let reading = Settings.read([ConfigurationFile(name: "f", bytes: bytes)])
    #expect(reading.diagnostics.map(\.message) == ["the file has 65537 bytes; at most 65536 are read"])
  }

  @Test(arguments: ["[~]", "[~\0swi\0]\nx", "[[~]]", "~ = 1", "\u{2a5}", "é = 1", "a = é", "[é]", "a = 1é"])
  func `with a sign where a key must begin is refused`(text: String) {
    #expect(reading(of: text).diagnostics.count == 1)
  }

  @Test func `that is as deep as a file can be does not take the process down`() {
    let deep = [
      "[" + String(repeating: "a.", count: 32_000) + "a]",
      "a = " + String(repeating: "[", count: 60_000),
      "a = " + String(repeating: "{ a = ", count: 10_000),
    ]
    for text in deep { #expect(reading(of: text).diagnostics.count == 1) }
  }

  @Test func `survives ten thousand random mutations of a good one`() throws {
    let good = Array(
      "[swipe]\ndistance = \"12%\"\ncommit_if = [\"predicted\"]\n[[panel]]\nsize = \"51cm × 287mm\"\n".utf8)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    for _ in 0..<10_000 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let reading = Settings.read([ConfigurationFile(name: "f", bytes: bytes)])
      for diagnostic in reading.diagnostics {
        try #require(diagnostic.place.line >= 1 && diagnostic.place.column >= 1, "seed \(seed)")
        try #require(!diagnostic.message.contains("\n"), "seed \(seed)")
      }
    }
  }
}

/// A small generator that can be seeded (Steele, Lea and Flood 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
