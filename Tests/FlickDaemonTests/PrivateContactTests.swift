import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Recordings
import TestKit
import Testing

@testable import FlickDaemon

@Suite struct `A contact that lands in a private zone` {
  private static let configuration =
    PrivateStreams.zone + """
      [swipe]
      slop = "1.5mm"
      distance = "2mm"

      [[zone]]
      name = "cards"
      axis = "x"
      rectangle = ["50%", "0%", "50%", "50%"]
      spring = { duration = "500ms", bounce = 0.1 }
      distance = "20mm"

      """

  private static var views: [View] {
    let all: Phases = [.begin, .update, .end, .cancel, .press, .release]
    var positions = View(level: .positions, phases: all)
    positions.owner = 0
    var motion = View(level: .motion, phases: all)
    motion.owner = 1
    motion.lookahead = .milliseconds(16)
    var zoned = View(level: .motion, phases: [.begin, .end, .cancel])
    zoned.zones = []
    zoned.owner = 2
    return [
      positions, motion, zoned, View(level: .positions), View(level: .motion), View(level: .decisions),
    ]
  }

  private static var panels: [LibraryPanel] {
    LibraryPanel.all.filter { panel in
      // A clock whose time is in the frame of another contact says nothing about this one, and the
      // writer repeats an unchanged pressure, which the kernel drops.
      let isOdd = panel.contactGap != nil || panel.fingers > 1 && panel.device.axes[EventCode.pressure] != nil
      return !isOdd && panel.extent.width > 60 && panel.extent.height > 40
    }
  }

  @Test func `changes no byte on a connection, no count, no learned value and no recording`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    var (lines, touches) = (0, Int64(0))
    for seed in first..<(first + 60) {
      var generator = SplitMix64(seed: seed)
      let panel = try #require(Self.panels.randomElement(using: &generator))
      let streams = try PrivateStreams(on: panel, &generator)
      let glasses = try streams.streams.map { _ in
        try SharedGlass(Self.configuration, on: panel.device, views: Self.views)
      }
      let reported = try zip(glasses, streams.streams).map { try $0.play($1) }
      for view in Self.views.indices {
        let differing = zip(reported[0][view], reported[1][view]).first { $0 != $1 }
        let isEqual = reported[0][view] == reported[1][view]
        try #require(
          isEqual,
          "seed \(seed), \(panel), view \(view): \(differing.map { "\($0)" } ?? "another number of lines")")
      }
      for level in Level.allCases {
        let (one, other) = (glasses[0].stats(level), glasses[1].stats(level))
        try #require(one.panel == other.panel, "seed \(seed), \(panel)")
        try #require(one.message == other.message, "seed \(seed), \(panel)")
      }
      let recordings = streams.streams.map { Self.recording($0, on: glasses[0].setup) }
      let differing = zip(recordings[0], recordings[1]).first { $0 != $1 }
      let isEqual = recordings[0] == recordings[1]
      try #require(
        isEqual,
        "seed \(seed), \(panel): \(differing.map { "\($0)" } ?? "another length")")
      lines += reported[0].reduce(0) { $0 + $1.count }
      touches += abs(glasses[0].touches - glasses[1].touches)
    }
    #expect(lines > 1000 && touches > 60, "\(lines) lines, \(touches) touches are too few to conclude from")
  }

  private static func recording(_ events: [InputEvent], on setup: PanelSetup) -> [InputEvent] {
    let filter = RecordingFilter(
      setup.description, geometry: setup.geometry, registers: [], down: [], privateAreas: setup.privateAreas)
    return events.flatMap { filter.consume($0)?.events ?? [] }
  }

  @Test func `leaves no gap in the ids, and each level counts its own swipes`() throws {
    // Swipes by 60 mm outside the zone and in it, and one of 3 mm that does not commit.
    let strokes: [MadeRecording.Finger] = [
      .init(at: 0, from: (150, 100), by: (40, 0), lasting: 200),
      .init(at: 1000, from: (10, 100), by: (60, 0), lasting: 200),
      .init(at: 2000, from: (150, 100), by: (0, 3), lasting: 2000),
      .init(at: 5000, from: (10, 100), by: (0, 20), lasting: 200),
      .init(at: 6000, from: (150, 100), by: (40, 0), lasting: 200),
    ]
    let views = [Level.positions, .motion, .decisions].map { View(level: $0) }
    let glass = try SharedGlass(PrivateStreams.zone, on: MadeRecording.description, views: views)
    let lines = try glass.play(MadeRecording(strokes).events).map { try $0.map { try JSON($0) } }
    #expect(lines.map { $0.map(\.swipe_id) } == [[1, 2, 3], [1, 2], [1, 2]])
    // The time since the tap and not since the contact in the private zone.
    #expect(lines[1].last?.idle_us == lines[0].last?.idle_us)
    #expect(glass.touches == 5)
    #expect(glass.stats(.positions).panel.contacts == 3)
  }
}
