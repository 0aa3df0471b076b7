internal import FlickProtocol
internal import Foundation
public import GestureCore
public import Recordings

/// Writes ends and cancels in the words of a scenario.
public struct Narrator: SwipeSink, ~Copyable {
  /// The words so far.
  public private(set) var lines: [String] = []
  private let rule: DecisionRule

  /// Creates a narrator that decides by a rule.
  public init(rule: DecisionRule) {
    self.rule = rule
  }

  public mutating func receive(_ fact: borrowing SwipeFact) {
    switch fact.phase {
    case .begin, .update: break
    case .cancel(let reason): lines.append("cancel \(reason.word)")
    case .end:
      let decision = rule.decide(fact)
      var words = ["end", decision.kind.word, decision.direction?.word ?? "nowhere"]
      words.append(decision.commit ? "commit" : "return")
      let arms = [decision.by.distance ? "distance" : nil, decision.by.velocity ? "velocity" : nil]
      let by = arms.compactMap { $0 }.joined(separator: ", ")
      if !by.isEmpty { words.append("by \(by)") }
      lines.append(words.joined(separator: " "))
    }
  }
}

extension Scenario {
  /// The tests' scenarios that a recording can represent: it cannot represent a panel that is
  /// removed and returns.
  public static func recordable() throws -> [Scenario] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try all(in: tests.appending(path: "Scenarios").path)
      .filter { !$0.expected.contains("cancel unplugged") }
  }
}
