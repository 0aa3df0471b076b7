import TestKit
import Testing

@testable import GestureCore

/// The cases of Tests/Cases/contacts.json, which drive the recogniser of flick.js too.
@Suite struct `Several contacts, by the cases of contacts.json,` {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    /// `page` if only a page can do it.
    var only: String?
    var touches: [Touch]
    var expect: [Line]

    var testDescription: String { name }
  }

  /// A contact with its path of [ms, x, y] in mm.
  struct Touch: Decodable, Sendable {
    var id: UInt64
    var path: [[Double]]
    var lift: Double?
    var lost: Double?

    /// Its reports: one every 8 ms between two different positions, and one at the second position.
    var reports: [(time: Double, report: Contact.Report, x: Double, y: Double)] {
      var reports = [(path[0][0], Contact.Report.landed, path[0][1], path[0][2])]
      for (from, to) in zip(path, path.dropFirst()) where from[1] != to[1] || from[2] != to[2] {
        for time in stride(from: from[0] + 8, to: to[0], by: 8) {
          let part = (time - from[0]) / (to[0] - from[0])
          reports.append(
            (time, .moved, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part))
        }
        reports.append((to[0], .moved, to[1], to[2]))
      }
      let last = path[path.count - 1]
      if let lift { reports.append((lift, .lifted, last[1], last[2])) }
      if let lost { reports.append((lost, .lost(.palm), last[1], last[2])) }
      return reports
    }
  }

  /// An expected line; without updates, which are not listed.
  struct Line: Decodable, Sendable {
    enum CodingKeys: String, CodingKey {
      case phase, fingers, reason, commit
      case time = "t_ms"
      case translation = "translation_mm"
    }

    var phase: String
    var fingers: Int
    var reason: String?
    var time: Double?
    var translation: [Double]?
    var commit: Bool?
  }

  private static func rows() throws -> [Row] {
    let groups: [String: [Row]] = try CaseTable("contacts").cases()
    return groups.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.only != "page" }
  }

  @Test(arguments: try rows()) func `make the swipes of the case`(row: Row) throws {
    var glass = Glass()
    let reports = row.touches.flatMap { touch in touch.reports.map { (touch.id, $0) } }
    for time in Set(reports.map(\.1.time)).sorted() {
      let frame = reports.filter { $0.1.time == time }
      glass.frame(at: time, frame.map { ($0.0, $0.1.report, $0.1.x, $0.1.y) })
    }
    let facts = glass.log.facts.filter { $0.phase != .update }
    try #require(facts.map { Self.words($0).phase } == row.expect.map(\.phase))
    for (fact, line) in zip(facts, row.expect) { compare(fact, line) }
  }

  private func compare(_ fact: SwipeFact, _ line: Line) {
    #expect(fact.fingers == line.fingers)
    if let time = line.time { #expect(Double(fact.instant.microseconds) / 1000 == time) }
    if let reason = line.reason { #expect(Self.words(fact).reason == reason) }
    if let commit = line.commit { #expect(Self.rule.decide(fact).commit == commit) }
    guard let translation = line.translation else { return }
    #expect((fact.translation - Translation(x: translation[0], y: translation[1])).length < 1e-5)
  }

  private static var rule: DecisionRule {
    DecisionRule(predicted: DecisionRule.Threshold(x: 100, y: 100))
  }

  private static func words(_ fact: SwipeFact) -> (phase: String, reason: String?) {
    switch fact.phase {
    case .begin: ("begin", nil)
    case .update: ("update", nil)
    case .end: ("end", nil)
    case .cancel(.fingers): ("cancel", "fingers")
    case .cancel(.pinch): ("cancel", "pinch")
    case .cancel: ("cancel", "lost")
    }
  }
}
