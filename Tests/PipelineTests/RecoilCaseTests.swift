import FlickProtocol
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

/// The swipes with a path of Tests/Cases/decisions.json, which also drive flick.js, on zones of
/// flickd.
///
/// Their lengths count as mm.
private struct PathCases: Decodable {
  struct Options: Decodable {
    var axis: String?
    var reversal: String?
    var snapPoints: [Double]?
  }
  struct Component: Decodable {
    var length: Double
    var hasTurned: Bool
  }
  struct Case: Decodable {
    var name: String
    var options: Options
    var path: [[Double]]
    var v: [Double]
    var travel: Double
    var retreat: [String: Component]
    var kind: String
    var direction: String?
    var commit: Bool
    var speed: Double
    var recoil: [String: Double]?
    var noCommit: String?
    var index: Int?
    var initialVelocity: Double?

    var zone: ZoneSpec<Double> {
      var zone = ZoneSpec<Double>(name: "content")
      zone.axis = options.axis.map { $0 == "y" ? .y : .x }
      zone.reversal = options.reversal == "ignore" ? .ignore : .follow
      (zone.distanceThreshold, zone.speedThreshold, zone.flickMinTravel) = (200, 800, 40)
      zone.snapPoints = options.snapPoints ?? []
      zone.spring = .perceived(duration: 0.5, bounce: 0)
      return zone
    }
  }

  var paths: [Case]
}

@Suite struct `A swipe with a path` {
  private let cases: [PathCases.Case]

  init() throws {
    cases = try CaseTable("decisions").cases(PathCases.self).paths
    #expect(cases.count >= 800)
  }

  private func retreat(_ row: PathCases.Case, along axis: Int) throws -> Retreat.Component {
    var turns = TurnDetector()
    for position in row.path { turns.report(position[axis], slop: 10) }
    return turns.retreat(at: try #require(row.path.last)[axis])
  }

  @Test func `goes back by the stated length since the stated turn`() throws {
    for row in cases {
      for (axis, name) in ["x", "y"].enumerated() {
        let (found, stated) = (try retreat(row, along: axis), try #require(row.retreat[name]))
        #expect(found == .init(length: stated.length, hasTurned: stated.hasTurned), "\(row.name), \(name)")
      }
    }
  }

  @Test func `has a velocity against its displacement only if it went back`() throws {
    for row in cases {
      let end = try #require(row.path.last)
      let panel = try EvaluatedPanel([row.zone])
      _ = panel.evaluate(.begin, swipe: 1, by: row.options.axis == "y" ? (0, 12) : (12, 0))
      let found = panel.evaluate(
        .end, swipe: 1, by: (end[0], end[1]), at: (row.v[0], row.v[1]), travel: row.travel,
        retreat: Retreat(x: try retreat(row, along: 0), y: try retreat(row, along: 1)))
      let decision = found.decision
      #expect("\(decision.kind)" == row.kind, "\(row)")
      #expect(decision.direction.map { "\($0)" } == row.direction, "\(row)")
      #expect(decision.commit == row.commit && decision.noCommit?.word == row.noCommit, "\(row)")
      #expect(decision.speed == row.speed, "\(row)")
      #expect(decision.recoil == row.recoil.map { .init(x: $0["x"], y: $0["y"]) }, "\(row)")
      let spring = try #require(found.zone?.spring)
      if let index = row.index {
        #expect(found.zone?.snap?.index == index && spring.velocity == row.initialVelocity, "\(row)")
      }
      #expect(abs(spring.velocity) == abs(row.speed), "\(row)")
    }
  }
}
