import Configuration
import FlickProtocol
import GestureCore
import Panels
import Testing

@testable import Pipeline

/// A protocol B panel of 200 × 100 mm with ten slots.
func tablet() -> PanelDescription {
  var panel = PanelDescription()
  panel.name = "tablet"
  panel.properties = 2
  panel.axes = [
    EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
    EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 4000, resolution: 20),
    EventCode.mtPositionY: AxisRange(minimum: 0, maximum: 2000, resolution: 20),
    EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
  ]
  return panel
}

@Suite struct `A panel's setup` {
  private let identity = PanelIdentity(panelID: "test", source: .replay)

  @Test func `uses the configuration's defaults for rule and recogniser`() throws {
    let setup = try #require(PanelSetup(tablet(), identity: identity, settings: Settings()))
    #expect(setup.recognition.slop == 10 * millimetersPerPoint)
    #expect(setup.rule.flickMinTravel == 6)
    #expect(setup.rule == DecisionRule(predicted: .init(x: 100, y: 50)))
    #expect(setup.message.width == 200)
    #expect(setup.message.height == 100)
    #expect(setup.message.scale == "kernel")
    #expect(setup.message.maxContacts == 10)
    #expect(setup.message.source.value == .replay)
  }

  @Test func `follows the file, including panel rules`() throws {
    let file = ConfigurationFile(
      name: "test.toml",
      bytes: Array(
        """
        [swipe]
        distance = "10%"
        velocity = "500mm/s"
        commit_if = ["predicted"]
        deceleration_rate = 0.998
        directions = 8

        [[panel]]
        match = { name = "tab*" }
        size = "300mm x 150mm"
        rotation = 90
        lift_delay = "40ms"
        """.utf8))
    let reading = Settings.read([file])
    #expect(reading.diagnostics == [])
    let setup = try #require(PanelSetup(tablet(), identity: identity, settings: reading.settings))
    #expect(setup.geometry.extent == Extent(width: 150, height: 300))
    #expect(setup.rule.distance == DecisionRule.Threshold(x: 15, y: 30))
    #expect(setup.rule.commitIf == DecisionRule.CommitCriteria(predicted: true))
    #expect(abs(setup.rule.projection - 0.49949983) < 1e-6)
    #expect(setup.rule.speed == DecisionRule.Threshold(x: 500, y: 500))
    #expect(setup.recognition.liftDelay == .milliseconds(40))
    #expect(setup.message.liftDelayMicroseconds == 40_000)
    #expect(setup.message.scale == "config")
    #expect(setup.message.rotation == 90)
  }

  @Test func `knows a panel's lift delay by its ids, unless configured`() throws {
    var rafi = tablet()
    #expect(
      try #require(PanelSetup(rafi, identity: identity, settings: Settings())).recognition.liftDelay == nil)
    (rafi.vendor, rafi.product) = (0x05bd, 0x0107)
    let known = try #require(PanelSetup(rafi, identity: identity, settings: Settings()))
    #expect(known.recognition.liftDelay == .milliseconds(87))
    #expect(known.message.liftDelayMicroseconds == 87_000)
    let file = ConfigurationFile(name: "test.toml", bytes: Array("[[panel]]\nlift_delay = \"0s\"\n".utf8))
    let stated = try #require(PanelSetup(rafi, identity: identity, settings: Settings.read([file]).settings))
    #expect(stated.recognition.liftDelay == .zero)
  }

  @Test func `is nil for a panel that the configuration disables`() {
    let file = ConfigurationFile(
      name: "test.toml", bytes: Array("[[panel]]\nmatch = { name = \"tablet\" }\nenabled = false\n".utf8))
    #expect(PanelSetup(tablet(), identity: identity, settings: Settings.read([file]).settings) == nil)
  }

  @Test func `expects more noise on a coarse grid`() throws {
    var coarse = tablet()
    coarse.axes[EventCode.mtPositionX]?.maximum = 200
    coarse.axes[EventCode.mtPositionY]?.maximum = 100
    coarse.axes[EventCode.mtPositionX]?.resolution = 1
    coarse.axes[EventCode.mtPositionY]?.resolution = 1
    let fine = try #require(PanelSetup(tablet(), identity: identity, settings: Settings()))
    let other = try #require(PanelSetup(coarse, identity: identity, settings: Settings()))
    #expect(abs(fine.recognition.positionNoise - 0.0617) < 0.001)
    #expect(abs(other.recognition.positionNoise - 0.296) < 0.001)
  }

  static let edges: [(x: Double, y: Double, edge: Edge?)] = [
    (100, 50, nil), (3.1, 50, .left), (3.2, 50, nil), (198, 50, .right), (100, 2, .top), (100, 99, .bottom),
    (1, 2, .left), (2, 1, .top),
  ]

  @Test(arguments: edges) func `knows the edge of a position`(x: Double, y: Double, edge: Edge?)
    throws
  {
    let setup = try #require(PanelSetup(tablet(), identity: identity, settings: Settings()))
    #expect(setup.edge(of: PanelPoint(x: x, y: y)) == edge)
  }

  @Test func `names recordings, and numbers equal names`() {
    let recording = Recording(name: "a.events", format: .evemu, description: tablet(), events: [])
    let other = Recording(name: "b.events", format: .evemu, description: tablet(), events: [])
    let panels = RecordedPanel.panels(for: [recording, other, recording], settings: Settings())
    #expect(
      panels.map(\.setup.message.panelID) == ["replay:a.events", "replay:b.events", "replay:a.events#2"])
  }
}
