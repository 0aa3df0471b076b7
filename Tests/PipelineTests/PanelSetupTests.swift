import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
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

/// The settings of a file, with an entry of the library or the shipped entries.
func settings(_ text: String = "", library: String? = nil) throws -> Settings {
  let shipped = try ShippedLibrary.files().map { ConfigurationFile(name: $0.path, bytes: $0.bytes) }
  let entry = library.map { [ConfigurationFile(name: "entry.toml", bytes: Array($0.utf8))] }
  let reading = Settings.read(
    [ConfigurationFile(name: "test.toml", bytes: Array(text.utf8))], library: entry ?? shipped)
  #expect(reading.diagnostics == [])
  return reading.settings
}

@Suite struct `A panel's setup` {
  private let identity = PanelIdentity(panelID: "test", source: .replay)

  @Test func `uses the configuration's defaults for rule and recogniser`() throws {
    let setup = try #require(PanelSetup(tablet(), identity: identity, settings: Settings()))
    #expect(setup.recognition.slop == 10 * millimetersPerPoint)
    #expect(setup.rule.travelThreshold == 6)
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
      try #require(PanelSetup(rafi, identity: identity, settings: settings())).recognition.liftDelay == nil)
    (rafi.vendor, rafi.product) = (0x05bd, 0x0107)
    let known = try #require(PanelSetup(rafi, identity: identity, settings: settings()))
    #expect(known.recognition.liftDelay == .milliseconds(87))
    #expect(known.message.liftDelayMicroseconds == 87_000)
    #expect(known.message.liftDelaySource == "library")
    let text = "[[panel]]\nlift_delay = \"0s\"\n"
    let stated = try #require(PanelSetup(rafi, identity: identity, settings: settings(text)))
    #expect(stated.recognition.liftDelay == .zero)
    #expect(stated.message.liftDelaySource == "config")
  }

  /// Every key of the library that describes a panel.
  private static let entry = """
    [[panel]]
    match = { name = "tab*" }
    size = "300mm x 150mm"
    surface = "1920px x 960px"
    matrix = [-1, 0, 1, 0, 1, 0]
    mirror = true
    rotation = 180
    lift_delay = "40ms"
    noise = "0.3mm"
    size_limit = "30mm"
    size_limit_landing = "22mm"
    distance = "33mm"
    """

  @Test func `uses a library entry before udev, the kernel and memory`() throws {
    var identity = PanelIdentity(
      panelID: "test", source: .live, udevSize: Extent(width: 210, height: 105),
      udevMatrix: try CalibrationMatrix(text: "1 0 0 0 -1 1"))
    identity.remembered = LearnedValues(liftDelay: .milliseconds(99))
    let setup = try #require(
      PanelSetup(tablet(), identity: identity, settings: settings(library: Self.entry)))
    #expect(setup.geometry.size == Extent(width: 300, height: 150) && setup.geometry.scale == .library)
    #expect(setup.message.scale == "library")
    #expect(setup.geometry.matrix.numbers == [-1, 0, 1, 0, 1, 0])
    #expect(setup.geometry.orientation == Orientation(isMirrored: true, rotation: .half))
    #expect(setup.recognition.liftDelay == .milliseconds(40))
    #expect(setup.recognition.rememberedLiftDelay == nil)
    #expect(setup.recognition.positionNoise == 0.3)
    #expect(setup.sizeLimit == SizeLimit(landing: 22, anyTime: 30))
    #expect(setup.surface == Extent(width: 1920, height: 960))
    #expect(setup.rule.distance == DecisionRule.Threshold(x: 33, y: 33))
  }

  @Test func `uses a rule before a library entry`() throws {
    let rule = """
      [[panel]]
      size = "100mm x 50mm"
      surface = "800px x 400px"
      matrix = [1, 0, 0, 0, 1, 0]
      mirror = false
      rotation = 0
      lift_delay = "7ms"
      noise = "0.1mm"
      size_limit = "20mm"
      size_limit_landing = "12mm"
      distance = "11mm"
      """
    let live = PanelIdentity(panelID: "test", source: .live)
    let both = try #require(
      PanelSetup(tablet(), identity: live, settings: settings(rule, library: Self.entry)))
    let own = try #require(PanelSetup(tablet(), identity: live, settings: settings(rule)))
    #expect(both == own)
    #expect(both.message.liftDelaySource == "config" && both.message.scale == "config")
  }

  @Test func `is nil for a panel that the library disables, unless a rule enables it`() throws {
    let entry = "[[panel]]\nmatch = { name = \"tablet\" }\nenabled = false\n"
    #expect(PanelSetup(tablet(), identity: identity, settings: try settings(library: entry)) == nil)
    let enabled = try settings("[[panel]]\nenabled = true\n", library: entry)
    #expect(PanelSetup(tablet(), identity: identity, settings: enabled) != nil)
  }

  @Test func `of a recording with flickd's values is that of the live panel, whatever the library became`()
    throws
  {
    for before in [Self.entry, ""] {
      let live = try #require(
        PanelSetup(tablet(), identity: identity, settings: settings(library: before)))
      for after in [Self.entry, "", Self.entry.replacing("40ms", with: "50ms")] {
        var replayed = identity
        replayed.recorded = live.recorded()
        let setup = try #require(
          PanelSetup(tablet(), identity: replayed, settings: settings(library: after)))
        #expect(setup.geometry == live.geometry)
        #expect(setup.recognition.liftDelay == live.recognition.liftDelay)
        #expect(setup.recognition.positionNoise == live.recognition.positionNoise)
        #expect(setup.message.liftDelaySource == live.message.liftDelaySource)
      }
    }
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
