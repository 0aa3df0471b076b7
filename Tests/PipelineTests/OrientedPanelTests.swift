import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
import Testing
import VirtualPanels

@testable import Pipeline

/// Keeps each swipe's decision and displacement.
private struct Decisions: SwipeSink, ~Copyable {
  let setup: PanelSetup
  var all: [(decision: Decision, fact: SwipeFact)] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard fact.phase == .end else { return }
    let decision = setup.rule.decide(fact)
    all.append((decision, copy fact))
  }
}

extension Decision {
  /// All values that the user perceives.
  fileprivate var words: String { "\(kind) \(commit) \(direction.map { "\($0)" } ?? "nowhere")" }
}

@Suite struct `A rotated panel` {
  private let identity = PanelIdentity(panelID: "test", source: .replay)

  private func settings(_ toml: String) throws -> Settings {
    let reading = Settings.read([ConfigurationFile(name: "t", bytes: Array(toml.utf8))])
    try #require(reading.diagnostics == [])
    return reading.settings
  }

  private func decisions(
    _ strokes: [PictureStroke], _ laid: LaidGlass, on panel: PanelDescription, settings: Settings,
    identity: PanelIdentity? = nil
  ) throws -> (setup: PanelSetup, all: [(decision: Decision, fact: SwipeFact)]) {
    let scenario = try Scenario(file: "s", text: laid.steps(strokes), expectsLines: false)
    let recording = try ScenarioPlayer.recording(of: scenario, on: panel, size: Scenario.extent)
    let setup = try #require(
      PanelSetup(panel, identity: identity ?? self.identity, settings: settings))
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = Decisions(setup: setup)
    for event in recording.events {
      pipeline.advance(to: event.instant, numbering: &numbering, into: &sink)
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
    return (setup, sink.all)
  }

  @Test(arguments: OddPanel.allCases)
  func `recognises flicks to the right and down, in all eight orientations`(odd: OddPanel) throws {
    let panel = odd.description
    for laid in LaidGlass.all {
      let found = try decisions([.right, .down], laid, on: panel, settings: try settings(laid.toml))
      try #require(found.all.map(\.decision.direction) == [.right, .down], "\(laid)")
      #expect(found.all.allSatisfy { $0.decision.commit && $0.decision.kind == .flick }, "\(laid)")
      // The displacement equals the movement on the picture.
      for (stroke, end) in zip([PictureStroke.right, .down], found.all) {
        let extent = found.setup.geometry.extent
        let (start, location) = (end.fact.start, end.fact.location)
        #expect(abs(start.x - stroke.from.x / 100 * extent.width) < 1, "\(laid)")
        #expect(abs(start.y - stroke.from.y / 100 * extent.height) < 1, "\(laid)")
        #expect(abs(location.x - stroke.to.x / 100 * extent.width) < 1, "\(laid)")
        #expect(abs(location.y - stroke.to.y / 100 * extent.height) < 1, "\(laid)")
      }
    }
  }

  @Test func `is rotated by udev's matrix, or by the configuration's instead`() throws {
    let quarter = try CalibrationMatrix(text: "0 -1 1 1 0 0")
    let stated = PanelIdentity(panelID: "test", source: .live, udevMatrix: quarter)
    let udev = try #require(PanelSetup(tablet(), identity: stated, settings: Settings()))
    #expect(udev.geometry.matrix == quarter)
    #expect(udev.geometry.extent == Extent(width: 100, height: 200))
    #expect(udev.message.width == 100)
    #expect(udev.message.matrix == [0, -1, 1, 1, 0, 0])
    let config = try #require(
      PanelSetup(tablet(), identity: stated, settings: settings("[[panel]]\nmatrix = \"1 0 0 0 1 0\"\n")))
    #expect(config.geometry.matrix == .identity)
    #expect(config.geometry.extent == Extent(width: 200, height: 100))
    #expect(config.message.matrix == nil)
    // Reversed by the rotation: matrix and rotation apply one after the other.
    let both = try #require(
      PanelSetup(tablet(), identity: stated, settings: settings("[[panel]]\nrotation = 270\n")))
    #expect(both.geometry.extent == Extent(width: 200, height: 100))
    #expect(both.geometry.point(x: 100, y: 40) == config.geometry.point(x: 100, y: 40))
  }

  @Test func `reports its orientation in the panel's message`() throws {
    func written(_ toml: String) throws -> String {
      var line = LineWriter()
      try #require(PanelSetup(tablet(), identity: identity, settings: settings(toml))).message
        .writeFields(into: &line)
      return String(decoding: line.bytes, as: UTF8.self)
    }
    #expect(try written("").contains("\"rotation\":0,\"max_contacts\""))
    #expect(
      try written("[[panel]]\nrotation = 90\nmirror = true\nmatrix = [1.05, 0, -0.025, 0, -1, 1]\n")
        .contains("\"rotation\":90,\"mirror\":true,\"matrix\":[1.05,0,-0.025,0,-1,1],\"max_contacts\""))
  }

  @Test func `uses its display's size in the right orientation`() throws {
    var panel = tablet()
    panel.axes[EventCode.mtPositionX] = AxisRange(minimum: 0, maximum: 1080)
    panel.axes[EventCode.mtPositionY] = AxisRange(minimum: 0, maximum: 1920)
    let live = PanelIdentity(panelID: "test", source: .live, displaySize: Extent(width: 344, height: 194))
    let upright = try #require(PanelSetup(panel, identity: live, settings: Settings()))
    #expect(upright.message.scale == "assumed")
    for toml in ["[[panel]]\nrotation = 90\n", "[[panel]]\nmatrix = [0, -1, 1, 1, 0, 0]\n"] {
      let turned = try #require(PanelSetup(panel, identity: live, settings: settings(toml)))
      #expect(turned.message.scale == "edid")
      #expect(turned.geometry.extent == Extent(width: 344, height: 194))
    }
  }
}

@Suite struct `A panel without a resolution` {
  /// Strokes that differ from every threshold by a factor of 1.6 or more, on panels of 120 to 482
  /// mm: the decision does not depend on the size.
  private static let clear: [PictureStroke] = [
    .right, .down, PictureStroke(from: (85, 50), to: (25, 51), in: 64),
    PictureStroke(from: (50, 85), to: (49, 20), in: 64),
    PictureStroke(from: (10, 50), to: (90, 52), in: 8000),
    PictureStroke(from: (60, 50), to: (64, 50), in: 1600),
  ]

  /// The last value and the units a millimetre of both axes of real panels, from the recordings of
  /// github.com/bentiss/hid-devices.
  ///
  /// By these units the panels measure 205 to 482 mm.
  private static let panels: [(name: String, x: (Int32, Int32), y: (Int32, Int32))] = [
    ("3M MicroTouch", (32767, 68), (32767, 109)), ("Acer T230H", (1919, 4), (1079, 4)),
    ("Atmel maXTouch", (4095, 15), (4095, 28)), ("DATA MODUL easyMaxTouch", (4095, 20), (4095, 26)),
    ("ELAN", (3648, 14), (2048, 14)), ("ILITEK", (5826, 26), (3266, 26)),
    ("IRTOUCHSYS", (32767, 107), (32767, 142)), ("LUMIO CrystalTouch", (32767, 87), (32767, 109)),
    ("N-trig DuoSense", (9600, 37), (7200, 49)), ("Synaptics", (3132, 10), (1777, 10)),
  ]

  private func described(_ index: Int) -> PanelDescription {
    let (name, x, y) = Self.panels[index]
    var panel = tablet()
    panel.name = name
    panel.axes[EventCode.mtPositionX] = AxisRange(minimum: 0, maximum: x.0, resolution: x.1)
    panel.axes[EventCode.mtPositionY] = AxisRange(minimum: 0, maximum: y.0, resolution: y.1)
    return panel
  }

  private func mute(_ panel: PanelDescription) -> PanelDescription {
    var mute = panel
    for code in mute.axes.keys { mute.axes[code]?.resolution = 0 }
    return mute
  }

  private func reported(
    _ events: [InputEvent], on panel: PanelDescription, settings: Settings = Settings()
  ) throws -> (setup: PanelSetup, all: [(decision: Decision, fact: SwipeFact)]) {
    let identity = PanelIdentity(panelID: "p", source: .replay)
    let setup = try #require(PanelSetup(panel, identity: identity, settings: settings))
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = Decisions(setup: setup)
    for event in events {
      pipeline.advance(to: event.instant, numbering: &numbering, into: &sink)
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
    return (setup, sink.all)
  }

  private func settings(size: Extent) -> Settings {
    var rule = PanelRule()
    rule.size = size
    var settings = Settings()
    settings.panels = [rule]
    return settings
  }

  @Test(arguments: panels.indices)
  func `decides as with one, and reports that the size is assumed`(index: Int) throws {
    let panel = described(index)
    let scenario = try Scenario(file: "s", text: LaidGlass.all[0].steps(Self.clear), expectsLines: false)
    let events = try ScenarioPlayer.recording(of: scenario, on: panel).events
    let known = try reported(events, on: panel)
    let guessed = try reported(events, on: mute(panel))
    #expect(known.setup.message.scale == "kernel")
    #expect(guessed.setup.message.scale == "assumed")
    #expect(known.all.count == Self.clear.count)
    #expect(guessed.all.map(\.decision.words) == known.all.map(\.decision.words))
    // Every length is the true one times the assumed scale, each axis by its own.
    let ratio = (
      x: guessed.setup.geometry.extent.width / known.setup.geometry.extent.width,
      y: guessed.setup.geometry.extent.height / known.setup.geometry.extent.height
    )
    for (one, other) in zip(known.all, guessed.all) {
      let (exact, guess) = (one.fact.translation, other.fact.translation)
      #expect(abs(guess.x - exact.x * ratio.x) < 1e-9)
      #expect(abs(guess.y - exact.y * ratio.y) < 1e-9)
    }
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `of the recordings decides as with one, once its size is configured`() throws {
    var checked = 0
    var compared = 0
    for file in Set(try ContactRow.all().map(\.file)).sorted() {
      let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
      let known = try reported(recording.events, on: recording.description)
      guard known.setup.message.scale == "kernel", !known.all.isEmpty else { continue }
      checked += 1
      let panel = mute(recording.description)
      let stated = try reported(
        recording.events, on: panel, settings: settings(size: known.setup.geometry.size))
      #expect(stated.setup.message.scale == "config")
      #expect(stated.all.map(\.decision) == known.all.map(\.decision), "\(file)")
      #expect(stated.all.map(\.fact.translation) == known.all.map(\.fact.translation), "\(file)")
      // Without a size only the scale is lost: each swipe begins at the same fraction of the panel.
      // Checked with single fingers, because the scale does decide which fingers are near enough to
      // form one swipe.
      var single = Settings()
      single.swipe.fingersApart = 0
      let sized = try reported(recording.events, on: recording.description, settings: single)
      let guessed = try reported(recording.events, on: panel, settings: single)
      #expect(guessed.setup.message.scale == "assumed")
      let sides = (sized.setup.geometry.extent, guessed.setup.geometry.extent)
      guard guessed.all.count == sized.all.count else { continue }
      compared += 1
      for (one, other) in zip(sized.all, guessed.all) {
        #expect(
          abs(one.fact.start.x / sides.0.width - other.fact.start.x / sides.1.width) < 1e-9, "\(file)")
        #expect(
          abs(one.fact.start.y / sides.0.height - other.fact.start.y / sides.1.height) < 1e-9, "\(file)")
      }
    }
    #expect(checked >= 10)
    #expect(compared >= checked / 2, "\(compared) of \(checked)")
  }
}
