import Foundation
import TestKit
import Testing

@testable import Benchmarks
@testable import GestureCore

@Suite struct `Content that an app draws` {
  /// A report at `milliseconds` of a finger that moves at `speed` mm/s along x from 0.
  private func fact(
    _ phase: SwipePhase = .update, at milliseconds: Int64, speed: Double, window: Interval = .milliseconds(60)
  ) -> SwipeFact {
    let x = speed * Double(milliseconds) / 1000
    return SwipeFact(
      phase: phase, swipe: SwipeID(number: 1), instant: .init(microseconds: milliseconds * 1000), fingers: 1,
      start: PanelPoint(x: 0, y: 0), translation: Translation(x: x, y: 0), excursion: x, travel: x,
      estimate: VelocityEstimate(
        velocity: Velocity(x: speed, y: 0), samples: 3, window: window, confidence: 1),
      age: .zero, duration: .zero, idle: nil)
  }

  private func swipe(_ facts: [SwipeFact]) -> FollowedSwipe {
    var swipe = FollowedSwipe()
    for fact in facts { swipe.add(fact) }
    return swipe
  }

  @Test func `is behind a steady finger by the age of the line, unless the line's age counts`() {
    let facts = (0...60).map { fact($0 == 0 ? .begin : .update, at: 10 * $0, speed: 100) }
    let rows = DisplayReport(swipes: [swipe(facts)]).rows
    #expect(rows.map(\.drawing) == [.translation, .lookahead, .lead])
    #expect(rows.allSatisfy { $0.frames > 100 })
    // 100 mm/s: 16 ms are 1.6 mm, and a line is up to 10 ms old.
    let point = millimetersPerPoint
    #expect(rows[0].p50 > 1.6 / point && rows[0].p95 < 2.6 / point)
    #expect(rows[1].p50 > 0.1 / point && rows[1].p95 < 1 / point)
    #expect(rows[2].p95 < 1e-9)
  }

  @Test func `leads by the window at most, by 100 ms and by 5 m/s`() {
    func lead(_ fact: SwipeFact, after milliseconds: Int64) -> Double {
      let shown = fact.instant + .milliseconds(milliseconds)
      return DisplayReport.position(fact, shown: shown, .lead).x - fact.translation.x
    }
    #expect(abs(lead(fact(at: 10, speed: 200), after: 40) - 8) < 1e-9)
    #expect(abs(lead(fact(at: 10, speed: 200), after: 400) - 12) < 1e-9)
    #expect(abs(lead(fact(at: 10, speed: 200, window: .seconds(1)), after: 400) - 20) < 1e-9)
    #expect(abs(lead(fact(at: 10, speed: -20_000), after: 40) + 200) < 1e-9)
    #expect(lead(fact(at: 10, speed: 200), after: -4) == 0)
  }

  @Test(.ownThread)
  func `has at most the errors of its bars in the demo, as the documents state them`() throws {
    let report = DisplayReport(seconds: 600)
    let rows = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.drawing, $0) })
    let (lead, fixed, none) = try (
      #require(rows[.lead]), #require(rows[.lookahead]), #require(rows[.translation])
    )
    #expect(lead.frames > 10_000)
    #expect(lead.p50 <= 1.8 && lead.p95 <= 14, "\(report.text)")
    #expect(lead.p50 < fixed.p50 && fixed.p50 < none.p50 && lead.p95 < fixed.p95 && fixed.p95 < none.p95)
    #expect(report.figures["display.lead_p95"] == lead.p95)

    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/clients.md"), encoding: .utf8)
    for row in report.rows {
      let name =
        switch row.drawing {
        case .translation: "| `translation` |"
        case .lookahead: "| `lookahead_translation`, `lookahead_ms` 16 |"
        case .lead: "| `translation + velocity · lead` |"
        }
      let stated = page.split(separator: "\n").filter { $0.hasPrefix(name) }
      let expected = String(format: "%@ %.1f pt | %.1f pt |", name, row.p50, row.p95)
      #expect(stated.map(String.init) == [expected])
    }
  }
}
