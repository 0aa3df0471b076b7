import FlickProtocol
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@testable import ConfigurationFiles

@Suite struct `A panel rule with keys of [swipe]` {
  private func swipe(_ text: String, vendor: UInt16 = 0x0eef, name: String = "eGalax") -> SwipeSettings {
    var panel = PanelDescription()
    (panel.vendor, panel.name) = (vendor, name)
    let reading = reading(of: text)
    #expect(reading.diagnostics == [])
    return reading.settings.swipe(for: panel, path: nil, serial: nil)
  }

  @Test func `overrides [swipe] for its panels only`() {
    let text = """
      [swipe]
      distance = "20mm"
      velocity = "100mm/s"
      [[panel]]
      match = { vendor = "0eef" }
      velocity = "200mm/s"
      """
    #expect(swipe(text).velocity == 200)
    #expect(swipe(text).distance == .millimeters(20))
    #expect(swipe(text, vendor: 1).velocity == 100)
  }

  @Test func `lets the last rule that sets a key win`() {
    let text = """
      [[panel]]
      velocity = "200mm/s"
      slop = "2mm"
      [[panel]]
      match = { vendor = "0eef" }
      velocity = "300mm/s"
      """
    #expect(swipe(text).velocity == 300)
    #expect(swipe(text).slop == 2)
  }

  @Test func `replaces a projection time by a deceleration rate of a later rule`() {
    let text = """
      [swipe]
      projection = "1s"
      [[panel]]
      deceleration_rate = 0.998
      """
    #expect(abs(swipe(text).projection - 0.4995) < 1e-4)
  }

  @Test func `reads every key of [swipe] except the density as [swipe] does`() {
    for key in SwipeKey.all.filter(\.isPerPanel) {
      let example = key.name == "direction_tolerance" ? "\"10deg\"" : key.example
      let alone = swipe("[[panel]]\n\(key.name) = \(example)")
      #expect(alone == swipe("[swipe]\n\(key.name) = \(example)"), "\(key.name)")
    }
    // Each key with a value other than its default.
    let changed = """
      distance = "20%"
      velocity = "99mm/s"
      slop = "3mm"
      predicted = "77mm"
      commit_if = ["predicted"]
      projection = "1s"
      reversal = "ignore"
      flick_min_travel = "1mm"
      fingers_within = "50ms"
      rests_after = "150ms"
      fingers_apart = "60mm"
      directions = 8
      direction_tolerance = "10deg"
      """
    #expect(changed.split(separator: "\n").count + 1 == SwipeKey.all.filter(\.isPerPanel).count)
    #expect(swipe("[[panel]]\n\(changed)") == swipe("[swipe]\n\(changed)"))
    for line in changed.split(separator: "\n") {
      #expect(swipe("[[panel]]\n\(line)") == swipe("[swipe]\n\(line)"), "\(line)")
      #expect(swipe("[[panel]]\n\(line)") != swipe(""), "\(line)")
    }
  }

  static let bad: [(text: String, line: Int, message: String)] = [
    ("velocity = 200", 2, "a speed needs a unit"), ("distanse = \"2mm\"", 2, "did you mean `distance`?"),
    ("points_per_inch = 100", 2, "it belongs in [swipe]: a point has one length in all messages"),
    ("projection = \"1s\"\ndeceleration_rate = 0.99", 3, "both set τ; keep one"),
    ("distance = \"1mm\"", 2, "1.0 mm is not more than `slop`, 1.56 mm: every swipe would commit"),
    ("slop = \"40mm\"", 2, "31.17 mm is not more than `slop`, 40.0 mm: every swipe would commit"),
    ("slop = \"40mm\"\ndistance = \"40mm\"", 3, "40.0 mm is not more than `slop`, 40.0 mm"),
    ("fingers_within = \"2s\"", 2, "must be from 0.0s to 1.0s"),
    ("rests_after = 300", 2, "a time needs a unit"),
    ("rests_after = \"61s\"", 2, "must be from 0.0s to 60.0s"), ("directions = 6", 2, "write one of 4, 8"),
    ("reversal = \"folow\"", 2, "did you mean \"follow\"?"),
    ("slop = \"4mm\"\n[[panel]]\nmatch = { vendor = \"0eef\" }\ndistance = \"3mm\"", 5, "`slop`, 4.0 mm"),
    ("slop = \"4mm\"\n[[zone]]\nname = \"z\"\ndistance = \"3mm\"", 5, "`slop`, 4.0 mm"),
  ]

  @Test(arguments: bad) func `is checked as [swipe] is`(text: String, line: Int, message: String) {
    let reading = reading(of: "[[panel]]\n\(text)")
    #expect(reading.diagnostics.count == 1, "\(reading.diagnostics)")
    #expect(reading.diagnostics.first?.position.line == line)
    #expect(reading.diagnostics.first?.message.contains(message) ?? false, "\(reading.diagnostics)")
    let swipe = reading.settings.swipe(for: PanelDescription(), path: nil, serial: nil)
    #expect(!swipe.isDistanceWithinSlop)
  }

  @Test func `is not compared with rules for other panels`() {
    let text = """
      [[panel]]
      match = { vendor = "1111" }
      slop = "4mm"
      [[panel]]
      match = { vendor = "0eef" }
      distance = "3mm"
      [[zone]]
      name = "z"
      panel = { vendor = "0eef" }
      distance = "3mm"
      """
    #expect(swipe(text).distance == .millimeters(3))
  }

  @Test func `falls back to [swipe] if rules with different matches contradict each other`() {
    let text = """
      [[panel]]
      match = { name = "e*" }
      slop = "4mm"
      [[panel]]
      match = { vendor = "0eef" }
      distance = "3mm"
      """
    #expect(swipe(text).distance == SwipeSettings().distance)
    #expect(swipe(text).slop == SwipeSettings().slop)
    #expect(swipe(text, name: "other").distance == .millimeters(3))
    #expect(swipe(text, vendor: 1).slop == 4)
  }
}
