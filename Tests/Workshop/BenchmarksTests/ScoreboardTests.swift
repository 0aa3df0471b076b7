import Foundation
import TestKit
import Testing

@testable import Benchmarks

@Suite struct `The rules of others` {
  /// A stroke to the right on a tablet with 1024 × 768 pixels, 132 in an inch, at 125 Hz.
  private struct Case: CustomTestStringConvertible {
    let rule: PublishedRule
    let displacement, step: Double
    var hold = 8.0
    let isTaken: Bool

    init(_ rule: PublishedRule, _ displacement: Double, by step: Double, hold: Double = 8, _ isTaken: Bool) {
      (self.rule, self.displacement, self.step, self.hold, self.isTaken) = (
        rule, displacement, step, hold, isTaken
      )
    }

    var testDescription: String {
      "\(rule.rawValue): \(displacement) px in steps of \(step), held for \(hold) ms"
    }
  }

  @Test(arguments: [
    // 125 px in less than 800 ms.
    Case(.lisgd, 126, by: 6, true), Case(.lisgd, 120, by: 6, false), Case(.lisgd, 126, by: 1, false),
    // 500 px/s in the mean, and 15 px.
    Case(.haosKiosk, 66, by: 6, true), Case(.haosKiosk, 66, by: 3, false),
    Case(.haosKiosk, 14, by: 14, false),
    // 153.6 px in less than 0.9 s.
    Case(.bodgestr, 156, by: 6, true), Case(.bodgestr, 150, by: 6, false),
    Case(.bodgestr, 156, by: 1, false),
    // 38.4 and 46.1 px.
    Case(.touchegg, 86, by: 2, true), Case(.touchegg, 84, by: 2, false),
    // 300 px/s after 16 px, or 512 px.
    Case(.libadwaita, 66, by: 6, true), Case(.libadwaita, 66, by: 2, false),
    Case(.libadwaita, 14, by: 7, false), Case(.libadwaita, 520, by: 2, true),
    Case(.libadwaita, 500, by: 2, false),
    // 75 px/s after 15 px, forgotten after 50 ms.
    Case(.flickable, 16, by: 1, true), Case(.flickable, 14, by: 1, false),
    Case(.flickable, 16, by: 1, hold: 60, false), Case(.flickable, 520, by: 2, hold: 60, true),
    // 330 px/s after 20.6 px, or 614 px.
    Case(.viewPager, 24, by: 4, true), Case(.viewPager, 24, by: 2, false), Case(.viewPager, 16, by: 4, false),
    Case(.viewPager, 620, by: 2, true), Case(.viewPager, 520, by: 2, false),
  ])
  private func `have the limits of their descriptions`(example: Case) throws {
    let stroke = try MadeStrokes.stroke(
      "", .drag, displacement: example.displacement, step: example.step, hold: example.hold)
    #expect(example.rule.takes(stroke) == example.isTaken)
  }

  @Test(arguments: [PublishedRule.libadwaita, .flickable, .viewPager])
  private func `return content that is thrown back`(rule: PublishedRule) throws {
    var stroke = try MadeStrokes.stroke("", .drag, displacement: 624, step: 12)
    #expect(rule.takes(stroke))
    let last = try #require(stroke.stroke.samples.last)
    for step in 1...20 {
      stroke.stroke.samples.append(
        Stroke.Sample(time: last.time + Double(step) * 8000, x: last.x - Double(step) * 10, y: last.y))
    }
    stroke.stroke.release = last.time + 168_000
    #expect(!rule.takes(stroke))
  }

  @Test func `accept only the directions that they know`() throws {
    // 22° from an axis is between two of eight directions, 40° between an axis and a diagonal.
    for (degrees, taken) in [(14.0, [true, true]), (22, [false, true]), (40, [true, false])] {
      var stroke = try MadeStrokes.stroke("", .drag, displacement: 240, step: 6)
      stroke.stroke.samples = stroke.stroke.samples.map {
        let angle = degrees * .pi / 180
        return Stroke.Sample(
          time: $0.time, x: 200 + ($0.x - 200) * cos(angle), y: 300 + ($0.x - 200) * sin(angle))
      }
      #expect([PublishedRule.lisgd, .bodgestr].map { $0.takes(stroke) } == taken, "\(degrees)°")
    }
  }

  @Test func `count what they catch, miss and mistake`() throws {
    let board = IntentReport(try MadeStrokes.all()).scoreboard
    #expect(Set(board.rows.map(\.name)) == Set(["flickd"] + PublishedRule.allCases.map(\.rawValue)))
    let caught = board.rows.dropFirst().map(\.caught.count)
    #expect(caught == caught.sorted(by: >))
    let ours = try #require(board.rows.first)
    #expect(ours.name == "flickd")
    // The fling and two drags of three commit, and one tap of three is thrown.
    #expect(ours.caught == Share(3, of: 4))
    #expect(ours.taps == Share(1, of: 3))
    let touchegg = try #require(board.rows.first { $0.name == "touchegg" })
    #expect(touchegg.caught == Share(2, of: 4))
    #expect(touchegg.taps == Share(0, of: 3))
    #expect(board.better.isEmpty)
    #expect(board.text.contains("touchegg: 11 % of the panel's shorter side"))
  }

  @Test func `stand in docs/intent.md in the same words`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/intent.md"), encoding: .utf8)
    for row in IntentReport([]).scoreboard.rows {
      let name = row.name == "flickd" ? "**flickd**" : row.name
      #expect(text.contains("| \(name) | \(row.rule) |"), "\(row.name)")
    }
  }
}
