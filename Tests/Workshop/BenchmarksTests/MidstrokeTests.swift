import Foundation
import TestKit
import Testing

@testable import Benchmarks
@testable import GestureCore

@Suite struct `A central cubic` {
  private func samples(_ x: (Double) -> Double) -> [Stroke.Sample] {
    (0..<21).map { Stroke.Sample(time: Double($0) * 10_000, x: x(Double($0) * 0.01), y: 7) }
  }

  @Test func `is exact for a cubic, with no error of its own`() throws {
    let cubic = try #require(CentralCubic(through: samples { 40 + 300 * $0 + 2000 * $0 * $0 * $0 }, at: 10))
    #expect(abs(cubic.velocity.x - (300 + 6000 * 0.01)) < 1e-6)
    #expect(abs(cubic.velocity.y) < 1e-6)
    #expect(cubic.standardError < 1e-6)
  }

  @Test func `states the error that noise causes`() throws {
    var numbers = SeededNumbers(seed: 3)
    var square = 0.0
    var stated = 0.0
    for _ in 0..<400 {
      let cubic = try #require(CentralCubic(through: samples { 300 * $0 + 0.5 * numbers.bell() }, at: 10))
      square += (cubic.velocity.x - 300) * (cubic.velocity.x - 300)
      stated += cubic.standardError * cubic.standardError
    }
    #expect(abs(stated / square - 1) < 0.2, "seed 3")
  }

  @Test func `needs positions on both sides`() {
    let line = samples { 300 * $0 }
    #expect(CentralCubic(through: line, at: 1) == nil)
    #expect(CentralCubic(through: line, at: 2) != nil)
    #expect(CentralCubic(through: line, at: 18) != nil)
    #expect(CentralCubic(through: line, at: 19) == nil)
  }
}

@Suite struct `The midstroke report` {
  /// Fingers that move 26 px every 10 ms, 500 mm/s; each second position is off by `jump` px.
  static func steady(fingers: Int = 3, jump: Double = 0) throws -> LookaheadSet {
    let samples = (0..<30).map {
      Stroke.Sample(time: Double($0) * 10_000, x: Double($0) * 26 + Double($0 % 2) * jump, y: 50)
    }
    let stroke = HumanStroke(
      name: "steady", meaning: .drag, stroke: Stroke(samples: samples, release: samples.last?.time),
      screen: try #require(RecordedScreen(device: "ipad")))
    return LookaheadSet("steady", Array(repeating: stroke, count: fingers))
  }

  @Test func `finds no error at constant speed`() throws {
    let report = MidstrokeReport([try Self.steady()])
    let row = try #require(report.rows.first)
    #expect(row.ours.count == 3 * MidstrokeReport.positionsPerSwipe)
    for error in [row.ours, row.lsq2, row.meanOfThree, row.truth] { #expect(try #require(error.p99) < 0.1) }
    #expect(report.text.contains("steady"))
  }

  /// Regression: on an optical panel that confuses two fingers, the truth's error was seven times
  /// the speed, and counted as an error of the estimate.
  @Test(arguments: [(10, true), (400, false)])
  func `judges nothing where the truth knows no direction`(jump: Double, isJudged: Bool) throws {
    #expect(MidstrokeReport([try Self.steady(jump: jump)]).rows.isEmpty != isJudged)
  }

  /// Regression: of 13 to 23 positions, only the first 12 were judged.
  @Test(arguments: [(0, []), (3, [0, 1, 2]), (20, [0, 1, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18])])
  func `judges positions of the whole swipe`(count: Int, judged: [Int]) {
    #expect(MidstrokeReport.judged(of: count) == judged)
  }

  @Test func `leaves out panels with few positions, and has no mean without panels`() throws {
    let report = MidstrokeReport([try Self.steady(fingers: 1)])
    #expect(report.figures == ["midstroke_panels.panels": 0])
    #expect(report.text.contains("geometric mean"))
  }
}
