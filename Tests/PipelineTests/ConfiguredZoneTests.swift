import FlickProtocol
import Recordings
import Settings
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

@Suite struct `A configured zone` {
  @Test func `has the configured position`() throws {
    let panel = try EvaluatedPanel(
      toml: """
        [[zone]]
        name = "drawer"
        rectangle = ["10%", "20mm", "50%", "30%"]
        """)
    // 20…120 mm × 20…50 mm.
    for (x, y, isInside) in [
      (20.0, 20.0, true), (120, 50, true), (19.9, 30, false), (120.1, 30, false), (60, 19.9, false),
      (60, 50.1, false),
    ] {
      #expect((panel.swipe(from: (x, y), by: (40, 0)).zone != nil) == isInside, "\(x), \(y)")
    }
  }

  @Test func `resolves fractions of its extent, pixels of the surface and its own rule`() throws {
    let panel = try EvaluatedPanel(
      toml: """
        [[panel]]
        surface = "2000px x 1000px"

        [[zone]]
        name = "drawer"
        rectangle = ["0%", "0%", "1000px", "100%"]
        axis = "x"
        directions = ["right"]
        distance = "25%"
        velocity = "5000px/s"
        reversal = "ignore"
        deceleration_rate = 0.998
        """)
    let found = panel.swipe(from: (99, 50), by: (26, 0), at: (10, 0))
    #expect(found.decision.distanceThreshold == 25)
    #expect(found.decision.speedThreshold == 500)
    #expect(found.decision.commit)
    #expect(found.projectionMicroseconds == 499_500)
    #expect(!panel.swipe(from: (99, 50), by: (-26, 0)).decision.commit)
    #expect(panel.swipe(from: (101, 50), by: (26, 0)).zone == nil)
  }

  @Test func `snaps, and uses its spring`() throws {
    let panel = try EvaluatedPanel(
      toml: """
        [[zone]]
        name = "cards"
        snap_points = ["0%", "-50%", "-100%"]
        offset = "-50%"
        max_steps = 1
        spring = { response = "300ms", damping_fraction = 0.7 }
        """)
    let found = try #require(panel.swipe(by: (-60, 0), at: (-900, 0)).zone)
    #expect(found.snap == ZoneSnap(from: 1, index: 2, steps: 1, offset: -200))
    #expect(found.spring?.spring == Spring(response: 0.3, dampingFraction: 0.7))
    #expect(panel.swipe(by: (1, 40)).zone == nil, "without an axis, snap points lie along x")
  }

  @Test func `lies only on the panels that match`() throws {
    let toml = "[[zone]]\nname = \"z\"\npanel = { name = \"tab*\" }\n"
    let tablet = try EvaluatedPanel(toml: toml)
    #expect(tablet.swipe(by: (40, 0)).zone?.name == "z")
    let other = try EvaluatedPanel(toml: toml, name: "screen")
    #expect(other.swipe(by: (40, 0)).zone == nil)
  }

  @Test func `in pixels is skipped if the panel has no surface`() throws {
    let toml = """
      [[panel]]
      match = { name = "tab*" }
      surface = "200px × 100px"

      [[zone]]
      name = "z"
      rectangle = ["0px", "0px", "200px", "100px"]
      """
    let tablet = try EvaluatedPanel(toml: toml)
    #expect(tablet.swipe(by: (40, 0)).zone?.name == "z")
    let other = try EvaluatedPanel(toml: toml, name: "screen")
    #expect(other.swipe(by: (40, 0)).zone == nil)
  }

  /// A zone along an edge, and positions just inside and just outside.
  private static let edges: [(toml: String, inside: [(Double, Double)], outside: [(Double, Double)])] = [
    ("edge = \"left\"\ndepth = \"5mm\"", [(4.9, 50)], [(5.1, 50)]),
    ("edge = \"right\"\ndepth = \"5mm\"", [(195.1, 99)], [(194.9, 50)]),
    ("edge = \"top\"\ndepth = \"5%\"", [(150, 4.9)], [(150, 5.1)]),
    ("edge = \"bottom\"", [(150, 97)], [(150, 96.8)]),
    ("edge = \"top_left\"\ndepth = \"8mm\"", [(7.9, 7.9)], [(8.1, 1), (1, 8.1)]),
    ("edge = \"top_right\"\ndepth = \"8mm\"", [(192.1, 7.9)], [(191.9, 1), (199, 8.1)]),
    ("edge = \"bottom_left\"\ndepth = \"8mm\"", [(7.9, 92.1)], [(8.1, 99), (1, 91.9)]),
    ("edge = \"bottom_right\"\ndepth = \"10%\"", [(180.1, 90.1)], [(179.9, 99), (199, 89.9)]),
    ("edge = \"left\"\ndepth = \"900mm\"", [(0, 0), (200, 100)], []),
  ]

  @Test(arguments: edges.indices) func `along an edge matches swipes that start there`(row: Int) throws {
    let (toml, inside, outside) = Self.edges[row]
    let panel = try EvaluatedPanel(toml: "[[zone]]\nname = \"side\"\n\(toml)")
    for position in inside {
      #expect(panel.swipe(from: position, by: (3, 4)).zone?.name == "side", "\(position)")
    }
    for position in outside { #expect(panel.swipe(from: position, by: (3, 4)).zone == nil, "\(position)") }
  }
}

@Suite struct `A private zone` {
  private static let pad = """
    [[zone]]
    private = true
    axis = "y"
    rectangle = ["50mm", "20mm", "100mm", "60mm"]
    """

  @Test func `applies to any start in it, even over other zones`() throws {
    let inner = "\n[[zone]]\nname = \"inner\"\nrectangle = [\"90mm\", \"40mm\", \"20mm\", \"20mm\"]\n"
    let setup = try EvaluatedPanel.setup(Self.pad + inner)
    for (x, y, isPrivate) in [
      (100.0, 50.0, true), (50, 20, true), (150, 80, true), (49.9, 50, false), (100, 80.1, false),
    ] {
      #expect(setup.isPrivate(PanelPoint(x: x, y: y)) == isPrivate, "\(x), \(y)")
    }
  }

  @Test func `can lie along an edge`() throws {
    let setup = try EvaluatedPanel.setup("[[zone]]\nprivate = true\nedge = \"right\"\ndepth = \"10mm\"\n")
    #expect(setup.isPrivate(PanelPoint(x: 191, y: 50)))
    #expect(!setup.isPrivate(PanelPoint(x: 189, y: 50)))
  }

  @Test func `is not known to the evaluator`() throws {
    let panel = try EvaluatedPanel(toml: Self.pad)
    #expect(panel.swipe(by: (0, 40)).zone == nil)
  }

  @Test func `is the whole panel if its position cannot be resolved`() throws {
    let toml = """
      [[panel]]
      match = { name = "other" }
      surface = "200px x 100px"
      [[zone]]
      private = true
      rectangle = ["0px", "0px", "10px", "10px"]
      """
    #expect(try EvaluatedPanel.setup(toml).isPrivate(PanelPoint(x: 190, y: 90)))
    #expect(try !EvaluatedPanel.setup(toml, name: "other").isPrivate(PanelPoint(x: 190, y: 90)))
  }

  @Test func `keeps its contacts and swipes out of all counts`() throws {
    let recording = MadeRecording([
      .init(at: 0, from: (60, 60), by: (60, 0), lasting: 300),
      .init(at: 1000, from: (10, 60), by: (60, 0), lasting: 300),
    ])
    var settings = Settings()
    settings.zones = [ZoneSettings()]
    settings.zones[0].spec.isPrivate = true
    settings.zones[0].spec.rectangle = ZoneRectangle(
      x: .millimeters(50), y: .millimeters(50), width: .millimeters(20), height: .millimeters(20))
    let file = Recording(
      name: "made", format: .evemu, description: MadeRecording.description, events: recording.events)
    let panel = try #require(RecordedPanel.panels(for: [file], settings: settings).first)
    let playback = Playback(panel)
    var numbering = SwipeNumbering()
    var sink = CountedDecisions(panel.setup)
    _ = playback.play(through: nil, numbering: &numbering, into: &sink)
    #expect([sink.all.decided, sink.belowPositions.decided] == [1, 1])
    #expect([playback.counts.message.contacts, playback.counts.touches] == [1, 2])
  }
}

/// Evaluates every fact and keeps the ends.
private struct ZoneSink: SwipeSink, ~Copyable {
  var evaluator: ZoneEvaluator
  let setup: PanelSetup
  var ends: [SwipeEvaluation] = []

  init(plans: [ZoneSettings], setup: PanelSetup) {
    evaluator = ZoneEvaluator(zones: plans)
    self.setup = setup
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    let evaluation = evaluator.evaluate(fact, of: setup)
    if fact.phase == .end { ends.append(evaluation) }
  }
}

@Suite struct `Two zones under two hands` {
  @Test func `stay separate from kernel events to decisions`() throws {
    var settings = Settings()
    var cards = ZoneSettings()
    cards.spec.name = "cards"
    cards.spec.rectangle = ZoneRectangle(
      x: .panel(x: 0, y: 0), y: .panel(x: 0, y: 0), width: .panel(x: 0.5, y: 0.5), height: .panel(x: 1, y: 1))
    cards.spec.axis = .x
    cards.spec.snapPoints = [.millimeters(0), .millimeters(-50)]
    var list = ZoneSettings()
    list.spec.name = "list"
    list.spec.rectangle = ZoneRectangle(
      x: .panel(x: 0.5, y: 0.5), y: .panel(x: 0, y: 0), width: .panel(x: 0.5, y: 0.5),
      height: .panel(x: 1, y: 1))
    list.spec.axis = .y
    list.spec.distanceThreshold = .millimeters(30)
    settings.zones = [cards, list]

    // Together: a card is flicked away on the left while the list is dragged on the right; then
    // both repeat.
    let recording = MadeRecording([
      .init(at: 0, from: (70, 60), by: (-60, 0), lasting: 250, liftShare: 0.5),
      .init(at: 40, from: (180, 30), by: (0, 50), lasting: 900),
      .init(at: 2000, from: (60, 60), by: (40, 0), lasting: 900),
      .init(at: 2010, from: (180, 30), by: (0, 20), lasting: 1200),
      .init(at: 4000, from: (160, 60), by: (40, 0), lasting: 600),
    ])
    let file = Recording(
      name: "made", format: .evemu, description: MadeRecording.description, events: recording.events)
    let panel = try #require(RecordedPanel.panels(for: [file], settings: settings).first)
    var sink = ZoneSink(plans: settings.publicZones, setup: panel.setup)
    var numbering = SwipeNumbering()
    _ = Playback(panel).play(through: nil, numbering: &numbering, into: &sink)

    try #require(sink.ends.count == 5)
    let names = sink.ends.map { $0.zone?.name }
    #expect(names == ["cards", "list", "cards", "list", nil])
    #expect(sink.ends[0].zone?.snap == ZoneSnap(from: 0, index: 1, steps: 1, offset: -50))
    #expect(sink.ends[1].decision.commit)
    #expect(sink.ends[1].zone?.snap == nil)
    #expect(sink.ends[2].zone?.snap == ZoneSnap(from: 1, index: 0, steps: -1, offset: 0))
    #expect(!sink.ends[3].decision.commit)
    #expect(sink.ends[4].decision.direction == .right)
  }
}
