import ConfigurationFiles
import FlickProtocol
import Panels
import Settings
import TestKit
import Testing

@Suite struct `A bad configuration` {
  @Test(arguments: BadFile.all)
  func `is reported with its position and the expected value`(bad: BadFile) throws {
    let diagnostics = Settings.read([ConfigurationFile(name: "f", bytes: bad.bytes)]).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics[0].position == TextPosition(line: bad.line, column: bad.column), "\(diagnostics[0])")
    for word in bad.expectedWords { #expect(diagnostics[0].message.contains(word), "\(diagnostics[0])") }
    let isText = !diagnostics[0].message.unicodeScalars.contains { $0.isUnsafeOnTerminal }
    #expect(isText, "a diagnostic is one line of text")
  }

  @Test func `prints its errors as compilers do`() {
    let diagnostics = reading(of: "[swipe]\ndistance = 200", name: "/etc/flickd/flickd.toml").diagnostics
    let advice = "write for example \"200pt\" or \"31mm\" or \"12%\""
    #expect(
      diagnostics.map(\.description)
        == ["/etc/flickd/flickd.toml:2:12: `distance = 200`: a length needs a unit; \(advice)"])
  }

  @Test func `reports every mistake at once, in reading order`() {
    let first = "[socket]\npath = 3\n[swipe]\nslop = 3\nvelocity = \"1mm\"\n"
    let positions = reading(ofFiles: [("a", first), ("b", "x = 1")]).diagnostics.map {
      "\($0.file):\($0.position.line)"
    }
    #expect(positions == ["a:2", "a:4", "a:5", "b:1"])
  }

  @Test func `loses only the bad value`() {
    let reading = reading(of: "[swipe]\ndistance = 200\nslop = \"2mm\"\n[socket]\npath = \"/run/s\"")
    #expect(reading.settings.swipe.distance == Settings().swipe.distance)
    #expect(reading.settings.swipe.slop == 2)
    #expect(reading.settings.socket.path == "/run/s")
  }

  @Test func `that is not TOML does not affect other files`() {
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
  func `of invalid bytes causes one diagnostic`(bytes: [UInt8]) {
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
  func `with a wrong character at the start of a key is refused`(text: String) {
    #expect(reading(of: text).diagnostics.count == 1)
  }

  @Test func `shows letters beyond ASCII unchanged`() {
    let messages =
      reading(of: "é = \"größe\"").diagnostics.map(\.message)
      + reading(of: "[swipe]\nslop = \"中mm\"\n\"ä\" = 1").diagnostics.map(\.message)
    #expect(messages.count == 3)
    for (message, word) in zip(messages, ["\"é\" is not a key", "\"中mm\"", "`ä = 1`"]) {
      #expect(message.contains(word), "\(message)")
    }
  }

  @Test func `with the deepest possible nesting does not crash the process`() {
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
        try #require(diagnostic.position.line >= 1 && diagnostic.position.column >= 1, "seed \(seed)")
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
