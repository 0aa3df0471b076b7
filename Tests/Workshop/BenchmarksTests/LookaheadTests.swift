import Foundation
import Panels
import TestKit
import Testing

@testable import Benchmarks
@testable import GestureCore

@Suite struct `A followed swipe` {
  /// A fact of a finger that is `x` mm from its start at `milliseconds`, and moves at `speed` mm/s
  /// along x.
  private func fact(_ phase: SwipePhase, at milliseconds: Int64, x: Double, speed: Double = 100) -> SwipeFact
  {
    SwipeFact(
      phase: phase, swipe: SwipeID(number: 1), instant: Instant(microseconds: milliseconds * 1000),
      fingers: 1,
      start: PanelPoint(x: 0, y: 0), translation: Translation(x: x, y: -x), excursion: x, travel: x,
      estimate: VelocityEstimate(
        velocity: Velocity(x: speed, y: 0), samples: 3, window: .milliseconds(30), confidence: 1),
      age: .zero, duration: .zero, idle: nil)
  }

  private func followed(_ facts: [SwipeFact]) -> FollowedSwipe {
    var swipe = FollowedSwipe()
    for fact in facts { swipe.add(fact) }
    return swipe
  }

  private func x(_ swipe: FollowedSwipe, at milliseconds: Int64) -> Double? {
    swipe.translation(at: Instant(microseconds: milliseconds * 1000))?.x
  }

  @Test func `is interpolated between two reports, and unknown before and after them`() {
    let swipe = followed([
      fact(.begin, at: 10, x: 2), fact(.update, at: 20, x: 4), fact(.update, at: 30, x: 5),
    ])
    let positions = [9, 10, 15, 20, 25, 30, 31].map { x(swipe, at: $0) }
    #expect(positions == [nil, 2, 3, 4, 4.5, 5, nil])
    #expect(swipe.translation(at: Instant(microseconds: 15_000))?.y == -3)
    #expect(followed([]).translation(at: Instant(microseconds: 0)) == nil)
  }

  @Test func `is unknown in a gap of more than 50 ms, unless its position is unchanged`() {
    let swipe = followed([
      fact(.begin, at: 0, x: 2), fact(.update, at: 50, x: 3), fact(.update, at: 101, x: 4),
      fact(.update, at: 900, x: 4),
    ])
    #expect([25, 75, 500].map { x(swipe, at: $0) } == [2.5, nil, 4])
  }

  @Test func `is known up to the lift only if the finger rested`() {
    let moving = followed([fact(.begin, at: 0, x: 2), fact(.end, at: 40, x: 2)])
    #expect(x(moving, at: 20) == nil)
    let resting = followed([fact(.begin, at: 0, x: 2), fact(.end, at: 400, x: 2, speed: 0)])
    #expect(x(resting, at: 399) == 2)
    #expect(Array(resting.lines).count == 1, "an end predicts nothing")
    let cancelled = followed([fact(.begin, at: 0, x: 2), fact(.cancel(.palm), at: 400, x: 2, speed: 0)])
    #expect(x(cancelled, at: 1) == nil)
  }
}

@Suite struct `The lookahead report` {
  /// A stroke along x, with a sample every 10 ms at these positions in px.
  private static func set(_ name: String, _ positions: [Double]) throws -> LookaheadSet {
    let samples = positions.enumerated().map { Stroke.Sample(time: Double($0) * 10_000, x: $1, y: 50) }
    let stroke = HumanStroke(
      name: name, meaning: .drag, stroke: Stroke(samples: samples, release: samples.last?.time),
      screen: try #require(RecordedScreen(device: "ipad")))
    return LookaheadSet(name, [stroke])
  }

  /// Twenty lines of a finger that moves 26 px every 10 ms, 500 mm/s.
  static func steady() throws -> LookaheadSet { try set("steady", (0..<30).map { Double($0) * 26 }) }

  @Test func `finds no error at constant speed, and the whole displacement as lag`() throws {
    let report = LookaheadReport([try Self.steady()])
    #expect(report.rows.map(\.milliseconds) == [8, 16, 33, 50])
    for row in report.rows {
      let lag = try #require(row.lag.p50)
      #expect(abs(lag - 2.6 * 25.4 / 132 * Double(row.milliseconds)) < 1e-9)
      #expect(try #require(row.ratio(\.p50)) < 0.01)
      // 29 lines from the begin on; the true positions after the last ones are unknown.
      #expect(row.error.count == 29 - Int((row.milliseconds + 9) / 10))
    }
    #expect(report.text.contains("steady"))
  }

  @Test func `has the worst set of each lookahead as a figure`() throws {
    // The finger moves back and forth by 25 mm every 50 ms.
    let out: [Double] = [0, 25, 50, 75, 100]
    let back: [Double] = [125, 100, 75, 50, 25]
    let positions = Array(repeating: out + back, count: 6).flatMap { $0 }
    let shaking = try Self.set("shaking", positions)
    let both = LookaheadReport([try Self.steady(), shaking]).figures
    let worse = LookaheadReport([shaking]).figures
    #expect(both["lookahead.p50_50_over_lag"] == worse["lookahead.p50_50_over_lag"])
    #expect(try #require(worse["lookahead.p50_50_over_lag"]) > 1)
    #expect(both["lookahead.lines"] == 24)
    #expect(LookaheadReport([]).figures == ["lookahead.lines": 0])
    // Without movement the lag is zero, so there is no ratio.
    #expect(LookaheadReport([LookaheadSet("none", [HumanStroke]())]).figures == ["lookahead.lines": 0])
  }

  @Test func `predicts with the velocity that clients receive`() throws {
    let line = try #require(try Self.steady().swipes.first?.facts.last)
    let ahead = line.translation(after: .milliseconds(20))
    #expect(abs(ahead.x - line.translation.x - 0.02 * line.estimate.velocity.x) < 1e-12)
    #expect(abs(ahead.x - line.translation.x - 0.02 * 2600 * 25.4 / 132) < 0.1)
  }
}

@Suite struct `A folder of recordings` {
  /// A folder with one recording and one table.
  static func made() throws -> PrivateFolder {
    let folder = try PrivateFolder()
    for name in ["evdev", "evdev/a", "human"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try folder.write("evdev/a/one.evemu", MadeRecording.oneFinger.bytes)
    try folder.write("evdev/a/README", "no recording\n")
    let rows = (0..<40).map {
      "a,u,phone-dpr3.5,1,\($0 * 8333),\($0 * 12),20,\($0 == 0 ? "D" : "M"),scroll\n"
    }
    let flings = rows.joined() + "a,u,phone-dpr3.5,1,333000,468,20,U,scroll\n"
    for (name, text) in MadeTables.all(flings: "\(MadeTables.head)\n\(flings)") {
      try folder.write("human/\(name)", text)
    }
    try folder.write("human/other.csv", "what\n")
    return folder
  }

  @Test func `has a set for the panels and one for each meaning`() throws {
    let folder = try Self.made()
    let sets = try LookaheadFolder.read(folder.path)
    #expect(sets.map(\.name) == ["panels", "flings"])
    #expect(sets.map(\.swipes.count) == [3, 1])
  }

  @Test func `is rejected if it is missing or has a malformed file`() throws {
    let folder = try Self.made()
    let damaged = try folder.write("evdev/a/two.evemu", "E: 0.0 0003 0000 x\n")
    let bad = try #require(throws: FileError.self) { try LookaheadFolder.read(folder.path) }
    #expect(bad.fault == .bad && bad.path == damaged)
    let absent = folder.file("absent")
    #expect(try #require(throws: FileError.self) { try LookaheadFolder.read(absent) }.fault == .missing)
  }
}
