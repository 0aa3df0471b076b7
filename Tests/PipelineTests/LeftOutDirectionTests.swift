import FlickProtocol
import Foundation
import Testing

@testable import GestureCore
@testable import Pipeline

/// The documentation once said that a commit is "an arm held".
@Suite struct `A decision in a direction that its zone excludes` {
  @Test func `names the met criteria, and does not commit`() throws {
    var shade = ZoneSpec(name: "shade")
    shade.axis = .y
    shade.directions = DirectionSet([.down])
    let panel = try EvaluatedPanel([shade])
    let found = panel.swipe(by: (0, 8), at: (0, -400)).decision
    #expect(found.kind == .flick)
    #expect(found.direction == .up)
    #expect(found.by == DecisionRule.CommitCriteria(velocity: true))
    #expect(!found.commit)
  }

  @Test func `is described so in the documentation`() throws {
    let document = try String(contentsOf: Self.document, encoding: .utf8)
    let rows = document.split(separator: "\n")
    let commit = try #require(rows.first { $0.hasPrefix("| `decision.commit` |") })
    #expect(commit.contains("a criterion is met and the direction is allowed"))
    #expect(!document.contains("an arm held"))
  }

  private static let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/protocol.md")
}
