import GestureCore
import Panels
import TestKit

/// Two streams of one panel that differ only in contacts that land in a private zone.
///
/// The zone is the left 40 % of the panel.
struct PrivateStreams {
  static let zone = """
    [[zone]]
    private = true
    rectangle = ["0%", "0%", "40%", "100%"]

    """

  let panel: LibraryPanel
  let streams: [[InputEvent]]

  /// One finger: its path in percent of the panel, from one scan to another, then a rest.
  private struct Finger {
    var number: Int
    var scans: Range<Int>
    var rest: Int
    var start: (x: Double, y: Double)
    var displacement: (x: Double, y: Double)

    func position(_ scan: Int) -> (x: Double, y: Double)? {
      guard scan >= scans.lowerBound, scan < scans.upperBound + rest else { return nil }
      let share = min(1, Double(scan - scans.lowerBound) / Double(max(1, scans.count - 1)))
      return (start.x + displacement.x * share, start.y + displacement.y * share)
    }

    var end: Int { scans.upperBound + rest + 1 }

    func replaces(_ other: Finger) -> Bool { scans.lowerBound == other.end - 1 }
  }

  private static let scans = 600
  /// The scans for which a panel of one contact belongs to the private zone, and to the rest, in
  /// turns.
  private static let turn = 75

  init(on panel: LibraryPanel, _ generator: inout SplitMix64) throws {
    self.panel = panel
    let shown = Self.fingers(on: panel, isPrivate: false, &generator)
    var streams: [[InputEvent]] = []
    for _ in 0..<2 {
      let hidden = Self.fingers(on: panel, isPrivate: true, &generator).filter { hidden in
        // Without tracking ids, a finger that lifts as another lands may be one fast finger.
        panel.touchProtocol != .list || !shown.contains { $0.replaces(hidden) || hidden.replaces($0) }
      }
      streams.append(try Self.events(shown + hidden, on: panel))
    }
    self.streams = streams
  }

  private static func fingers(
    on panel: LibraryPanel, isPrivate: Bool, _ generator: inout SplitMix64
  ) -> [Finger] {
    let isSingle = panel.fingers == 1
    let laneCount = isSingle ? 1 : min(2, panel.fingers / 2)
    var fingers: [Finger] = []
    for lane in 0..<laneCount {
      var scan = Int.random(in: 0..<40, using: &generator)
      while scan < Self.scans - 150 {
        let length = [2, 3, 8, 20, 40].randomElement(using: &generator) ?? 8
        let rest = [0, 0, 0, 2, 12, 24].randomElement(using: &generator) ?? 0
        let finger = finger(
          number: 2 * fingers.count + 100 * lane + (isPrivate ? 1 : 0), scan..<(scan + length), rest,
          isPrivate: isPrivate, keepsApart: panel.touchProtocol == .list, &generator)
        let isInTurn =
          finger.scans.lowerBound / turn % 2 == (isPrivate ? 1 : 0)
          && finger.end / turn == finger.scans.lowerBound / turn
        if !isSingle || isInTurn { fingers.append(finger) }
        scan = finger.end + Int.random(in: 1..<40, using: &generator)
      }
    }
    return fingers
  }

  private static func finger(
    number: Int, _ scans: Range<Int>, _ rest: Int, isPrivate: Bool, keepsApart: Bool,
    _ generator: inout SplitMix64
  ) -> Finger {
    let start = (
      x: Double.random(in: isPrivate ? 2...36 : 46...96, using: &generator),
      y: Double.random(in: 5...95, using: &generator)
    )
    let isTap = Double.random(in: 0..<1, using: &generator) < 0.3
    let reach = isTap ? 0.5 : Double.random(in: 1...40, using: &generator)
    let range = keepsApart ? (isPrivate ? 2.0...36 : 46.0...98) : 1...99
    let x = start.x + .random(in: -reach...reach, using: &generator)
    let y = start.y + .random(in: -reach...reach, using: &generator)
    let displacement = (
      x: min(max(x, range.lowerBound), range.upperBound) - start.x, y: min(max(y, 1), 99) - start.y
    )
    return Finger(number: number, scans: scans, rest: rest, start: start, displacement: displacement)
  }

  private static func events(_ fingers: [Finger], on panel: LibraryPanel) throws -> [InputEvent] {
    var writer = try PanelWriter(panel)
    var events: [InputEvent] = []
    for scan in 0..<Self.scans {
      let down = fingers.compactMap { finger in
        finger.position(scan).map { PanelWriter.Finger(finger.number, writer.point($0.x, $0.y)) }
      }
      events += writer.scan(down, at: Instant(microseconds: 1_000_000) + panel.period * Int64(scan))
    }
    return events
  }
}
