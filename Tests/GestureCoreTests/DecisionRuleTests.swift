import TestKit
import Testing

@testable import GestureCore

@Suite struct `The decision rule` {
  private let rule = DecisionRule(predicted: DecisionRule.Threshold(x: 100, y: 60))
  /// D in mm and S in mm/s by default.
  private let distance = 200 * millimetersPerPoint
  private let speed = 800 * millimetersPerPoint

  private func decide(_ rule: DecisionRule, _ tx: Double, _ ty: Double, _ vx: Double, _ vy: Double)
    -> Decision
  {
    rule.decide(translation: Translation(x: tx, y: ty), velocity: Velocity(x: vx, y: vy), travel: .infinity)
  }

  /// One row: translation and velocity in units of D and S, and the expected result.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var t: (x: Double, y: Double)
    var v: (x: Double, y: Double)
    var kind: Decision.Kind
    var commit: Bool
    var direction: Direction?
    var by: DecisionRule.CommitCriteria
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "long slow drag", t: (1.01, 0), v: (0, 0), kind: .drag, commit: true, direction: .right,
      by: .init(distance: true)),
    Row(
      name: "a little too short", t: (0.99, 0), v: (0, 0), kind: .drag, commit: false, direction: .right,
      by: .init()),
    Row(
      name: "short fast flick", t: (0.2, 0), v: (1.01, 0), kind: .flick, commit: true, direction: .right,
      by: .init(velocity: true)),
    Row(
      name: "a little too slow", t: (0.2, 0), v: (0.99, 0), kind: .drag, commit: false, direction: .right,
      by: .init()),
    Row(
      name: "long and fast", t: (-2, 0), v: (-3, 0), kind: .flick, commit: true, direction: .left,
      by: .init(distance: true, velocity: true)),
    Row(
      name: "pull down, then flick up", t: (0, 1.5), v: (0, -2), kind: .flick, commit: true, direction: .up,
      by: .init(velocity: true)),
    Row(
      name: "drag out, drift back", t: (0, 1.5), v: (0, -0.5), kind: .drag, commit: true, direction: .down,
      by: .init(distance: true)),
    Row(
      name: "y by projection", t: (0.5, 0.3), v: (0.1, 1.5), kind: .flick, commit: true, direction: .down,
      by: .init(velocity: true)),
    Row(
      name: "exactly at both thresholds", t: (1, 0), v: (1, 0), kind: .drag, commit: false, direction: .right,
      by: .init()),
    Row(
      name: "x wins a tie", t: (1.2, 1.2), v: (0, 0), kind: .drag, commit: true, direction: .right,
      by: .init(distance: true)),
    Row(
      name: "nothing at all", t: (0, 0), v: (0, 0), kind: .drag, commit: false, direction: nil, by: .init()),
  ]

  @Test(arguments: rows) func `follows the table`(row: Row) {
    let found = decide(rule, row.t.x * distance, row.t.y * distance, row.v.x * speed, row.v.y * speed)
    #expect(found.kind == row.kind)
    #expect(found.commit == row.commit)
    #expect(found.direction == row.direction)
    #expect(found.by == row.by)
    #expect(found.distanceThreshold == distance)
    #expect(found.speedThreshold == speed)
  }

  @Test(arguments: rows) func `decides along an axis as for a swipe along it`(row: Row) {
    let (t, v) = (row.t.x * distance, row.v.x * speed)
    var expected = decide(rule, t, 0, v, 0)
    // What only a path has.
    (expected.travel, expected.travelThreshold, expected.noCommit) = (0, 0, nil)
    #expect(rule.decide(along: .x, translation: t, velocity: v, end: t + rule.projection * v) == expected)
  }

  @Test(arguments: [(axis: Axis.x, threshold: 100.0), (.y, 60)])
  func `along an axis, compares the predicted end that it is given`(axis: Axis, threshold: Double) {
    var rule = rule
    rule.commitIf = .init(predicted: true)
    func commits(_ end: Double) -> Bool {
      rule.decide(along: axis, translation: threshold / 2, velocity: 0, end: end).commit
    }
    #expect(!commits(threshold))
    #expect(commits(threshold.nextUp))
  }

  @Test func `assigns a flick against the displacement a negative distance`() {
    let found = decide(rule, 0, 40, 0, -300)
    #expect(found.distance == -40)
    #expect(found.speed == 300)
  }

  @Test func `does not commit in a direction that is not allowed`() {
    var downOnly = rule
    downOnly.axis = .fixed(.y)
    downOnly.allowed = DirectionSet()
    downOnly.allowed.insert(.down)
    #expect(!decide(downOnly, 0, 40, 0, -300).commit)
    #expect(decide(downOnly, 0, 40, 0, -300).direction == .up)
    #expect(decide(downOnly, 0, 40, 0, -10).commit)
  }

  @Test func `in the textbook form uses the sign of the displacement`() {
    var textbook = rule
    textbook.reversal = .ignore
    let found = decide(textbook, 0, 40, 0, -300)
    #expect(found.kind == .flick)
    #expect(found.direction == .down)
    #expect(found.speed == -300)
    #expect(found.by == DecisionRule.CommitCriteria(distance: true))
    #expect(!decide(textbook, 0, 20, 0, -300).commit)
  }

  @Test func `commits by the predicted end if that criterion is set`() {
    var projected = rule
    projected.commitIf = DecisionRule.CommitCriteria(predicted: true)
    #expect(decide(projected, 80, 0, 81, 0).by == DecisionRule.CommitCriteria(predicted: true))
    #expect(!decide(projected, 80, 0, 79, 0).commit)
    #expect(!decide(projected, 99, 0, 0, 0).commit)
  }

  /// One row of the reasons: translation in mm, velocity in mm/s, travel in mm.
  struct Reason: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var t: (x: Double, y: Double)
    var v: (x: Double, y: Double) = (0, 0)
    var travel = 50.0
    var reason: Decision.NoCommit?
    var kind = Decision.Kind.drag
  }

  static let reasons = [
    Reason(testDescription: "a flick of 6 mm commits", t: (6, 0), v: (200, 0), travel: 6, kind: .flick),
    Reason(
      testDescription: "one of less does not", t: (5.9, 0), v: (200, 0), travel: 5.9, reason: .shortTravel),
    Reason(
      testDescription: "less, and too slow", t: (5.9, 0), v: (120, 0), travel: 5.9, reason: .belowThresholds),
    Reason(testDescription: "far enough", t: (32, 0)),
    Reason(testDescription: "not far enough", t: (30, 0), reason: .belowThresholds),
    Reason(testDescription: "nowhere", t: (0, 0), reason: .direction),
    Reason(testDescription: "in a direction that is not allowed", t: (0, 32), reason: .direction),
    Reason(
      testDescription: "so, and short", t: (0, 4), v: (0, 500), travel: 4, reason: .direction),
    Reason(
      testDescription: "far away and back: it travelled", t: (1, 0), v: (-200, 0), travel: 6, kind: .flick),
  ]

  @Test(arguments: reasons) func `has the first reason that applies`(row: Reason) {
    var rule = rule
    rule.allowed = DirectionSet()
    rule.allowed.insert(.left)
    rule.allowed.insert(.right)
    let found = rule.decide(
      translation: Translation(x: row.t.x, y: row.t.y), velocity: Velocity(x: row.v.x, y: row.v.y),
      travel: row.travel)
    #expect(found.noCommit == row.reason)
    #expect(found.commit == (row.reason == nil))
    #expect(found.kind == row.kind)
    #expect((found.travel, found.travelThreshold) == (row.travel, 6))
    if row.travel < 6 { #expect(found.speed == 0) }
  }

  @Test func `has the predicted end only if its criterion is set`() {
    #expect(decide(rule, 10, 0, 100, 0).predicted == nil)
    var projected = rule
    projected.commitIf = DecisionRule.CommitCriteria(predicted: true)
    let found = decide(projected, -10, 0, -100, 0)
    #expect(found.predicted == 35)
    #expect(found.predictedThreshold == 100)
    // Below the minimum travel, the predicted end is the displacement.
    let short = projected.decide(
      translation: Translation(x: -4, y: 0), velocity: Velocity(x: -900, y: 0), travel: 4)
    #expect(short.predicted == 4)
    #expect(short.noCommit == .shortTravel)
  }

  @Test func `counts the velocity at any travel if the minimum is 0`() {
    var rule = rule
    rule.travelThreshold = 0
    #expect(
      rule.decide(translation: Translation(x: 2, y: 0), velocity: Velocity(x: 200, y: 0), travel: 0).commit)
  }

  @Test func `predicts the end from 0.25 s of the velocity`() {
    let end = rule.predictedEnd(
      translation: Translation(x: -61.2, y: 1.5), velocity: Velocity(x: -1432, y: 20.4))
    #expect(abs(end.x + 419.2) < 1e-9)
    #expect(abs(end.y - 6.6) < 1e-9)
  }

  static let eight: [(x: Double, y: Double, direction: Direction)] = [
    (50, 0, .right), (50, 19, .right), (50, 22, .rightDown), (50, 50, .rightDown), (22, 50, .rightDown),
    (19, 50, .down),
    (0, 50, .down), (-40, 40, .leftDown), (-50, 0, .left), (-40, -40, .leftUp), (0, -50, .up),
    (40, -40, .rightUp),
  ]

  @Test(arguments: eight) func `finds the nearest of eight`(x: Double, y: Double, direction: Direction) {
    var rule = rule
    rule.axis = .nearestOfEight(cosineOfTolerance: 0)
    let found = decide(rule, x, y, 0, 0)
    #expect(found.direction == direction)
    #expect(found.commit)
    #expect(found.distance > 0)
  }

  @Test func `has no direction beyond the tolerance`() {
    var rule = rule
    // cos 10°
    rule.axis = .nearestOfEight(cosineOfTolerance: 0.984_807_753)
    #expect(decide(rule, 50, 8, 0, 0).direction == .right)
    #expect(decide(rule, 50, 10, 0, 0).direction == nil)
    #expect(!decide(rule, 50, 10, 0, 0).commit)
    #expect(decide(rule, 50, 50, 0, 0).direction == .rightDown)
  }

  @Test(arguments: 0..<20) func `keeps its invariants on random swipes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let t = (Double.random(in: -90...90, using: &random), Double.random(in: -90...90, using: &random))
      let v = (Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random))
      let found = decide(rule, t.0, t.1, v.0, v.1)
      let mirrored = decide(rule, -t.0, -t.1, -v.0, -v.1)
      #expect((found.kind == .flick) == (found.speed > found.speedThreshold), "seed \(seed)")
      #expect(
        found.commit == (found.distance > found.distanceThreshold || found.speed > found.speedThreshold))
      if found.kind == .flick {
        #expect(found.commit, "a flick always commits in its own direction, seed \(seed)")
      }
      #expect(
        mirrored.commit == found.commit && mirrored.kind == found.kind
          && mirrored.direction != found.direction)
    }
  }
}
