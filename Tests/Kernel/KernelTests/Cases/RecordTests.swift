import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest) struct `flickctl record beside flickd` {
  /// A panel of one protocol, and the suffix of the recording.
  struct Glass: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let file: String
  }

  static let glasses = [
    Glass(testDescription: "slots", touchProtocol: .slots, file: "live.evemu"),
    Glass(testDescription: "list", touchProtocol: .list, file: "live.yml"),
    Glass(testDescription: "single", touchProtocol: .single, file: "live.evemu.gz"),
  ]

  private static let panel = """
    [[panel]]
    lift_delay = "60ms"
    size = "240mm x 150mm"

    """

  private static let zones = """
    [[zone]]
    name = "cards"
    axis = "x"
    snap_points = ["0%", "-50%", "-100%"]
    offset = "-50%"
    spring = { duration = "400ms", bounce = 0.15 }
    """

  /// The last silence is a rest only without the lift delay.
  private static let text = """
    down 1 80% 50%
    to 1 40% 50% in 120ms
    up 1
    800ms
    down 1 30% 40%
    to 1 60% 45% in 200ms
    300ms
    up 1
    800ms
    down 1 60% 60%
    to 1 40% 60% in 70ms
    up 1
    800ms
    down 1 60% 70%
    to 1 40% 70% in 70ms
    95ms
    up 1
    """

  @Test(arguments: glasses)
  func `is replayed with the live decisions, snaps and springs`(glass: Glass) async throws {
    let panel = ScenarioPlayer.panel(glass.touchProtocol)
    let scenario = try Scenario(file: "record", text: Self.text, expectsLines: false)
    let folder = try PrivateFolder()
    var stage = Stage(.events(panel))
    stage.configuration = Self.panel + "\n" + Self.zones
    stage.recording = folder.file(glass.file)
    let performance = try await stage.perform(
      try ScenarioPlayer.script(of: scenario, on: panel), as: "recorded, \(glass.testDescription)")
    #expect(performance.swipes.count >= 4)
    #expect(performance.swipes.allSatisfy { $0.contains(#""decision""#) || $0.contains(#""cancel""#) })
    #expect(performance.swipes.contains { $0.contains(#""snap""#) && $0.contains(#""spring""#) })

    // The file contains the lift delay and the size, so the replay needs the zones alone.
    let settings = try folder.write("zones.toml", Self.zones)
    let outcome = try await Command(
      .flickctl, "replay", "--config", settings, "--phases", "end,cancel", folder.file(glass.file)
    ).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(withoutNames(outcome.lines) == withoutNames(performance.swipes))
    let recording = try RecordingFile.read(folder.file(glass.file))
    #expect(recording.setup.liftDelay == .milliseconds(60))
  }
}
