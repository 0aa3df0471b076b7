import FlickProtocol
import GestureCore
import Panels
import Pipeline
import TestKit
import Testing

@testable import FlickDaemon

@Suite struct `The counts of a level` {
  /// What `stats` counts of swipes.
  private struct Outcomes: Equatable {
    var (flicks, drags, commits): (Int64, Int64, Int64) = (0, 0, 0)
    var cancels: [String: Int64] = [:]

    init(_ lines: [JSON]) {
      for line in lines {
        if line.phase == "cancel" {
          cancels[line.reason.text ?? "", default: 0] += 1
          continue
        }
        if line.decision.kind == "flick" { flicks += 1 } else { drags += 1 }
        if line.decision.commit == true { commits += 1 }
      }
    }

    init(_ counts: StatsMessage.Panel) {
      (flicks, drags, commits) = (counts.flicks, counts.drags, counts.commits)
      cancels = counts.cancels
    }
  }

  private static let configurations = [
    ("without zones", ""),
    ("with a rule that commits below 5 mm", "[swipe]\nslop = \"1.5mm\"\ndistance = \"2mm\"\n"),
    (
      "with a zone that never commits",
      "[[zone]]\nname = \"never\"\ndistance = \"500mm\"\nvelocity = \"9000mm/s\"\n"
    ),
    (
      "with a zone that commits, where the rule of the panel does not",
      "[[zone]]\nname = \"soon\"\nedge = \"right\"\ndepth = \"60%\"\naxis = \"x\"\ndistance = \"3mm\"\n"
        + "[swipe]\nslop = \"2mm\"\n"
    ),
    (
      "with snap points",
      "[[zone]]\nname = \"cards\"\naxis = \"x\"\nsnap_points = [\"0mm\", \"60mm\", \"120mm\"]\n"
    ),
    ("with a private zone", PrivateStreams.zone),
    ("with a panel that is wholly private", "[[zone]]\nprivate = true\n"),
  ]

  /// Ten swipes: long and short, fast and slow, left and right, and two that slip.
  private static var events: [InputEvent] {
    let displacements: [(x: Double, y: Double, time: Int64)] = [
      (60, 0, 200), (-60, 0, 900), (4, 0, 1500), (3, 0, 1500), (12, 2, 80), (0, 40, 300), (0, -12, 1200),
      (-4, 1, 300), (30, 1, 1500), (2.5, 0, 900),
    ]
    let fingers = displacements.enumerated().flatMap { number, displacement in
      [150.0, 20].enumerated().map { side, x in
        MadeRecording.Finger(
          at: Int64(number * 2 + side) * 2500, from: (x: x, y: 60),
          by: (x: displacement.x, y: displacement.y),
          lasting: displacement.time)
      }
    }
    let whole = MadeRecording(fingers).events
    let lossy = MadeRecording(fingers, dropped: 2600).events.map { event in
      var later = event
      later.instant = event.instant + Interval.seconds(100)
      return later
    }
    return whole + lossy
  }

  @Test(arguments: configurations)
  func `are those of its lines`(name: String, configuration: String) throws {
    let glass = try SharedGlass(
      configuration, on: MadeRecording.description, views: Level.allCases.map { View(level: $0) })
    let lines = try glass.play(Self.events).map { try $0.map { try JSON($0) } }
    for (level, lines) in zip(Level.allCases, lines) {
      let counts = glass.stats(level).panel
      #expect(Outcomes(counts) == Outcomes(lines), "\(name), \(level)")
      #expect(counts.swipes == counts.flicks + counts.drags)
      // Ids without a gap: a connection sees no swipe that was withheld.
      #expect(lines.map(\.swipe_id.value) == (0..<lines.count).map { Double($0 + 1) }, "\(name), \(level)")
      #expect(lines.isEmpty == (name == "with a panel that is wholly private"))
    }
  }
}
