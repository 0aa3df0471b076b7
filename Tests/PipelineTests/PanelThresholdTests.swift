import FlickProtocol
import GestureCore
import Settings
import Testing

@testable import Pipeline

@Suite struct `Thresholds of a panel` {
  private static let text = """
    [swipe]
    distance = "20mm"
    velocity = "100mm/s"
    [[panel]]
    match = { name = "wide" }
    distance = "60mm"
    velocity = "300mm/s"
    slop = "4mm"
    flick_min_travel = "5mm"
    fingers_apart = "70mm"
    fingers_within = "60ms"
    rests_after = "200ms"
    reversal = "ignore"
    [[zone]]
    name = "top"
    rectangle = ["0%", "0%", "100%", "50%"]
    velocity = "50mm/s"
    """

  @Test func `decide its swipes, and not those of other panels`() throws {
    let usual = try EvaluatedPanel(toml: Self.text)
    let wide = try EvaluatedPanel(toml: Self.text, name: "wide")
    let (below, travel) = ((x: 100.0, y: 80.0), (x: 40.0, y: 0.0))
    #expect(usual.swipe(from: below, by: travel).decision.commit)
    #expect(!wide.swipe(from: below, by: travel).decision.commit)
    #expect(usual.swipe(from: below, by: (10, 0), at: (200, 0)).decision.kind == .flick)
    #expect(wide.swipe(from: below, by: (10, 0), at: (200, 0)).decision.kind == .drag)
    #expect(wide.swipe(from: below, by: (40, 0), at: (-400, 0)).decision.direction == .right)
    #expect(usual.swipe(from: below, by: (40, 0), at: (-400, 0)).decision.direction == .left)
  }

  @Test func `provide what its zones do not set`() throws {
    let usual = try EvaluatedPanel(toml: Self.text)
    let wide = try EvaluatedPanel(toml: Self.text, name: "wide")
    for (panel, distance) in [(usual, 20.0), (wide, 60.0)] {
      let evaluation = panel.swipe(from: (100, 20), by: (40, 0), at: (0, 0))
      #expect(evaluation.zone?.name == "top")
      #expect(evaluation.decision.distanceThreshold == distance)
      #expect(evaluation.decision.speedThreshold == 50)
    }
  }

  @Test func `also set when its contacts are swipes, and how far a flick must travel`() throws {
    let setup = try EvaluatedPanel.setup(Self.text, name: "wide")
    let recognition = setup.recognition
    #expect(recognition.slop == 4)
    #expect(setup.rule.travelThreshold == 5)
    #expect(recognition.fingersApart == 70)
    #expect(recognition.fingersWithin == .milliseconds(60))
    #expect(recognition.groupingTimeout == .milliseconds(200))
    #expect(try EvaluatedPanel.setup(Self.text).recognition.fingersApart == 100)
  }
}
