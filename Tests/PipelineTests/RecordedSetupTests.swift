import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
import Testing

@testable import Pipeline

@Suite struct `A recording of flickd` {
  private func settings(_ toml: String) throws -> Settings {
    let reading = Settings.read([ConfigurationFile(name: "c.toml", bytes: Array(toml.utf8))])
    #expect(reading.isValid, "\(reading.diagnostics)")
    return reading.settings
  }

  private func replayed(_ setup: RecordedSetup, _ toml: String = "") throws -> PanelSetup {
    var recording = Recording(
      name: "r", format: .evemu, description: MadeRecording.description,
      events: MadeRecording.oneFinger.events)
    recording.setup = setup
    return try #require(
      RecordedPanel.panels(for: [recording], settings: try settings(toml)).first
    ).setup
  }

  private static let configured = """
    [[panel]]
    match = { serial = "S1" }
    size = "300mm x 200mm"
    rotation = 90
    mirror = true
    lift_delay = "55ms"
    bridge_gaps = "50ms"
    """

  private func live(_ toml: String, matrix: String? = nil) throws -> PanelSetup {
    let identity = PanelIdentity(
      panelID: "p", path: "pci-1", serial: "S1", node: "/dev/input/event5", source: .live,
      udevSize: Extent(width: 250, height: 150),
      udevMatrix: try matrix.map { try CalibrationMatrix(text: $0) })
    return try #require(
      PanelSetup(MadeRecording.description, identity: identity, settings: try settings(toml)))
  }

  @Test(arguments: ["", configured]) func `is replayed with the values of the live panel`(toml: String) throws
  {
    let live = try live(toml, matrix: "0 -1 1 1 0 0")
    let recorded = live.recorded()
    for config in [toml, ""] {
      let replay = try replayed(recorded, config)
      #expect(replay.geometry == live.geometry)
      #expect(replay.recognition == live.recognition)
    }
    #expect(recorded.liftDelaySource == (toml.isEmpty ? nil : .config))
    #expect(recorded.serial == "S1" && recorded.path == "pci-1")
  }

  @Test func `is replayed with the lift delay that flickd had learned`() throws {
    let recorded = try live("").recorded(learned: .milliseconds(38))
    #expect(recorded.liftDelaySource == .learned)
    #expect(try replayed(recorded).recognition.liftDelay == .milliseconds(38))
    #expect(try live(Self.configured).recorded(learned: .milliseconds(38)).liftDelay == .milliseconds(55))
  }

  @Test func `is replayed with the lift delay that flickd remembered, and learns as flickd did`() throws {
    let recorded = try live("").recorded(learned: .milliseconds(38), from: .remembered)
    #expect(recorded.liftDelaySource == .remembered)
    let replay = try replayed(recorded)
    #expect(replay.recognition.liftDelay == nil)
    #expect(replay.recognition.rememberedLiftDelay == .milliseconds(38))
    #expect(replay.message.liftDelaySource == "remembered" && replay.message.liftDelayMicroseconds == 38_000)
    #expect(try replayed(recorded, "[[panel]]\nlift_delay = \"7ms\"").message.liftDelaySource == "config")
  }

  @Test func `yields to the configuration of the replay`() throws {
    let recorded = try live(Self.configured).recorded()
    let replay = try replayed(
      recorded,
      "[[panel]]\nsize = \"100mm x 60mm\"\nrotation = 0\nmirror = false\nlift_delay = \"7ms\"\nmatrix = \"1 0 0 0 1 0\""
    )
    #expect(replay.geometry.size == Extent(width: 100, height: 60))
    #expect(replay.geometry.scale == .config)
    #expect(replay.geometry.orientation == Orientation())
    #expect(replay.recognition.liftDelay == .milliseconds(7))
    #expect(replay.recognition.positionNoise != recorded.noise)
  }
}
