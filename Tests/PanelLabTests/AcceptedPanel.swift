import GestureCore
import Panels
import Recordings
import TestKit

/// Recordings of every station on a made panel without a fault.
enum AcceptedPanel {
  private static let panel = MadePanel(
    rate: 120, size: Extent(width: 217, height: 136), unitsPerMillimetre: 100)

  /// The bytes of each station's recording, by its word.
  static func recordings() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (station, bytes) in try FaultyPanel.recordings(.none) { files[station] = bytes }
    files["hands-off"] = quiet
    files["taps"] = try made { touches in
      for _ in 0..<6 {
        touches.play(0.1) { _ in PanelPoint(x: 100, y: 60) }
        touches.lift()
        touches.wait(200)
      }
    }
    files["horizontal"] = try made { $0.line { PanelPoint(x: 40 + 50 * $0, y: 70) } }
    files["vertical"] = try made { $0.line { PanelPoint(x: 90, y: 20 + 40 * $0) } }
    files["diagonal"] = try made { $0.line { PanelPoint(x: 30 + 40 * $0, y: 20 + 40 * $0) } }
    files["edges"] = try made { touches in
      let (middle, size) = (touches.middle, panel.size)
      for target in [
        PanelPoint(x: 0, y: middle.y), PanelPoint(x: middle.x, y: 0), PanelPoint(x: size.width, y: middle.y),
        PanelPoint(x: middle.x, y: size.height),
      ] {
        touches.play(0.5) { middle + (target - middle) * min(1, $0 / 0.4) }
        touches.lift()
        touches.wait(200)
      }
    }
    files["two-fingers"] = try made { $0.pairs() }
    files["drumming"] = try made { touches in
      for index in 0..<14 {
        touches.play(0.1) { _ in PanelPoint(x: index % 2 == 0 ? 80 : 120, y: 60) }
        touches.lift()
        touches.wait(50)
      }
    }
    files["many-fingers"] = try made { touches in
      for _ in 0..<30 {
        touches.scan((0..<10).map { PanelWriter.Finger($0 + 1, PanelPoint(x: 12 + 20 * Double($0), y: 50)) })
      }
      touches.lift()
    }
    return files
  }

  private static func made(_ make: (inout MadeTouches) -> Void) throws -> [UInt8] {
    var touches = try MadeTouches(panel)
    make(&touches)
    return EvemuWriter.write(device, events: touches.events)
  }

  private static var device: PanelDescription {
    var device = panel.device
    device.name = "Example panel"
    return device
  }

  /// What `flickctl record` writes of an untouched panel: the begin and the end.
  private static var quiet: [UInt8] {
    let ends = [1, 16].map { seconds in
      InputEvent(
        instant: Instant(microseconds: seconds * 1_000_000), type: EventCode.syn, code: EventCode.synReport,
        value: 0)
    }
    return EvemuWriter.write(device, events: ends)
  }
}

extension MadeTouches {
  fileprivate mutating func line(_ position: (Double) -> PanelPoint) {
    play(2, position)
    lift()
  }

  /// A resting finger beside which another lands, moves away and returns, three times.
  fileprivate mutating func pairs() {
    for _ in 0..<4 {
      play(0.4) { _ in PanelPoint(x: 80, y: 60) }
      for index in 0...60 {
        let distance = 12 + Double((index - 30).magnitude)
        scan(PanelPoint(x: 80, y: 60), PanelPoint(x: 80 + distance, y: 60))
      }
      lift()
      wait(200)
    }
  }
}
