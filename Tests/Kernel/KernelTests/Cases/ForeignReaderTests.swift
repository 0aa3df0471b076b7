import Evdev
import Foundation
import GestureCore
import LinuxIO
import Panels
import Recordings
import Synchronization
import TestKit
import Testing
import VirtualPanels

@Suite(
  .inGuest, .inVirtualTime, .enabled(if: ForeignPlayer.areWanted, Comment(rawValue: ForeignPlayer.comment)))
struct `A recording in a foreign program` {
  /// A panel of one protocol, the suffix of its recording, and what plays the recording.
  struct Passage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let suffix: String
    let player: ForeignPlayer
  }

  static let passages = [
    Passage(testDescription: "evemu, slots", touchProtocol: .slots, suffix: "evemu", player: .evemu),
    Passage(testDescription: "evemu, list, gzip", touchProtocol: .list, suffix: "evemu.gz", player: .evemu),
    Passage(testDescription: "evemu, single", touchProtocol: .single, suffix: "evemu", player: .evemu),
    Passage(testDescription: "libinput, slots", touchProtocol: .slots, suffix: "yml", player: .libinput),
    Passage(
      testDescription: "libinput, list, gzip", touchProtocol: .list, suffix: "yml.gz", player: .libinput),
    Passage(testDescription: "libinput, single", touchProtocol: .single, suffix: "yml", player: .libinput),
  ]

  /// Every key here becomes a comment of the recordings.
  private static let configuration = """
    [[panel]]
    lift_delay = "60ms"
    size = "240mm x 150mm"
    """

  /// Strokes, a rest, a tap in the corner where every value is 0, and two strokes at once.
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
    down 1 0% 0%
    40ms
    up 1
    3000ms
    down 1 60% 60%
    to 1 40% 60% in 70ms
    up 1
    """
  private static let pair = """

    800ms
    down 1 60% 40%
    down 2 66% 40%
    to 1 35% 40% in 80ms
    to 2 41% 40% in 80ms
    up 1
    to 2 60% 45% in 80ms
    up 2
    """

  /// A panel whose every number is different from the others, with a name that YAML must quote.
  private static func panel(_ touchProtocol: TouchProtocol) -> PanelDescription {
    var panel = ScenarioPlayer.panel(touchProtocol)
    // In ASCII, because Python's libevdev writes names in ISO 8859-1.
    panel.name = #"Size: 10" \ "kiosk" # 1"#
    (panel.bus, panel.vendor, panel.product, panel.version) = (24, 0x1234, 0xABCD, 0x0110)
    for (code, flat) in [(EventCode.x, 2), (EventCode.mtPositionX, 4)] {
      panel.axes[code]?.flat = Int32(flat)
    }
    for code in [EventCode.y, EventCode.mtPositionY] { panel.axes[code]?.resolution = 21 }
    return panel
  }

  @Test(arguments: passages)
  func `becomes a panel that sends the recorded frames at the recorded times`(passage: Passage) async throws {
    let folder = try PrivateFolder()
    let description = Self.panel(passage.touchProtocol)
    let text = passage.touchProtocol == .single ? Self.text : Self.text + Self.pair
    let scenario = try Scenario(file: "passage", text: text, expectsLines: false)
    let script = try ScenarioPlayer.script(of: scenario, on: description)
    let panel = VirtualPanel(.events(description), mark: "passage/0")
    try panel.plug()
    let file = folder.file("first.\(passage.suffix)")
    let first = try await Self.record(description.name, to: file, in: folder) {
      try PanelPlayer(script, on: panel).play()
    }
    panel.unplug()
    #expect(first.description == description)
    #expect(first.labels.count >= 4 && first.setup.liftDelay == .milliseconds(60))

    let played = Mutex<Recording?>(nil)
    try await passage.player.play(try await Self.unpacked(file), in: folder) { start in
      let second = try await Self.record(
        description.name, to: folder.file("second.evemu"), in: folder, during: start)
      played.withLock { $0 = second }
    }
    let second = try #require(played.withLock { $0 })
    #expect(second.description == description)
    let (expected, seen) = (Frame.all(of: first), Frame.all(of: second))
    #expect(expected.count > 50)
    // While a finger moves, the script has a frame every 8 ms.
    #expect(expected.count { (7500...8500).contains($0.interval) } > 40)
    #expect(seen.map(\.events) == expected.map(\.events))
    let deviations = zip(seen, expected).map { abs($0.interval - $1.interval) }
    #expect(deviations.max() ?? .max <= ForeignPlayer.precision)
  }

  /// Records the panel of this name for 20 s, while `touches` runs.
  private static func record(
    _ name: String, to file: String, in folder: PrivateFolder, during touches: () throws -> Void
  ) async throws -> Recording {
    let node = try await waiting("udev knows the panel") {
      try PanelScan.nodes().first {
        $0.description.name == name && $0.deviceClass(seat: "seat0").isTouchscreen
      }?.node
    }
    let settings = try folder.write("record.toml", configuration)
    let command = Command(
      .flickctl, "record", node, "-o", file, "--for", "20s", "--label", "flick", "--config", settings,
      "--socket", folder.file("none"))
    let recorder = Task { try await command.run(within: 2000) }
    _ = try await waiting("the recording begins") { () -> Bool? in
      let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      return size ?? 0 > 0 ? true : nil
    }
    try touches()
    let outcome = try await recorder.value
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try RecordingFile.read(file)
  }

  /// The file as foreign programs read it: without gzip.
  private static func unpacked(_ file: String) async throws -> String {
    guard file.hasSuffix(".gz") else { return file }
    let outcome = try await Command(["gzip", "-d", file]).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return String(file.dropLast(".gz".count))
  }
}

/// A frame of a recording, with a time that does not depend on when the recording began.
private struct Frame {
  /// The events, each at the time 0.
  var events: [InputEvent] = []
  /// The time since the frame before, in µs; 0 for the first frame.
  var interval: Int64 = 0

  static func all(of recording: Recording) -> [Frame] {
    var frames: [Frame] = []
    var frame = Frame()
    var last: Instant?
    for event in recording.events {
      let start = Instant(microseconds: 0)
      frame.events.append(InputEvent(instant: start, type: event.type, code: event.code, value: event.value))
      guard event.endsFrame else { continue }
      frame.interval = last.map { (event.instant - $0).microseconds } ?? 0
      last = event.instant
      frames.append(frame)
      frame = Frame()
    }
    return frames
  }
}
