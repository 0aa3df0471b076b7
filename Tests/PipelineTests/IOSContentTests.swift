import FlickProtocol
import Requests
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

/// Interactions with content on iOS, with iOS's numbers; lengths in pt.
private enum Content: Sendable {
  /// Five cards of 280 with gaps of 16.
  case carousel
  /// A sheet that rests collapsed, half and full.
  case sheet
  /// A card that is dismissed downwards by a displacement of 200, or at 800/s.
  case card
  /// A sheet of 400 that is dismissed if its predicted end is past half its height.
  case halfSheet
  /// A card that leaves sideways after a displacement of 100.
  case sideways
  /// A card that is dismissed by a displacement of 200, or if its predicted end is past 500.
  case spring

  var axis: Axis {
    switch self {
    case .carousel, .sideways: .x
    case .sheet, .card, .halfSheet, .spring: .y
    }
  }

  func zone(at offset: Double) -> ZoneSpec<Double> {
    var zone = ZoneSpec(name: "content")
    zone.axis = axis
    switch self {
    case .carousel:
      zone.snapPoints = [0, -296, -592, -888, -1184]
      zone.offset = offset
    case .sheet:
      zone.snapPoints = [0, -300, -600]
      zone.offset = offset
    case .card:
      zone.directions = DirectionSet([.down])
    case .halfSheet:
      zone.directions = DirectionSet([.down])
      zone.commitIf = DecisionRule.CommitCriteria(predicted: true)
      zone.predictedThreshold = 200
    case .sideways:
      zone.commitIf = DecisionRule.CommitCriteria(distance: true)
      zone.distanceThreshold = 100
    case .spring:
      zone.directions = DirectionSet([.down])
      zone.commitIf = DecisionRule.CommitCriteria(distance: true, predicted: true)
      zone.predictedThreshold = 500
    }
    return zone
  }
}

@Suite struct `The rule on iOS content` {
  /// A swipe along the content's axis, in pt and pt/s, and the user's intention.
  struct Row: Sendable, CustomTestStringConvertible {
    fileprivate var content: Content
    var name: String
    var t: Double
    var v = 0.0
    var from = 0.0
    var commit: Bool
    var by: DecisionRule.CommitCriteria = []
    var direction: Direction?
    /// The snap point.
    var index: Int?
    var testDescription: String { "\(content): \(name)" }
  }

  static let carousel = [
    Row(
      content: .carousel, name: "100 that predict 350 arrive at the next", t: -100, v: -1000, commit: true,
      by: .init(predicted: true), direction: .left, index: 1),
    Row(content: .carousel, name: "100 alone stay", t: -100, commit: false, direction: .left, index: 0),
    Row(
      content: .carousel, name: "100 on, but thrown back, stay", t: -100, v: 1000, commit: false,
      direction: .right, index: 0),
    Row(
      content: .carousel, name: "a throw passes two", t: -100, v: -1700, commit: true,
      by: .init(predicted: true), direction: .left, index: 2),
    Row(
      content: .carousel, name: "a throw beyond the last ends there", t: -200, v: -9000, from: -888,
      commit: true, by: .init(distance: true), direction: .left, index: 4),
    Row(
      content: .carousel, name: "a throw before the first ends there", t: 100, v: 5000, commit: false,
      direction: .right, index: 0),
    Row(
      content: .carousel, name: "a slow way of more than half goes on", t: -149, commit: true,
      by: .init(distance: true), direction: .left, index: 1),
    Row(
      content: .carousel, name: "a slow way of half stays", t: -148, commit: false, direction: .left, index: 0
    ),
  ]

  static let sheet = [
    Row(
      content: .sheet, name: "40 % of the way and a hard flick arrive", t: -120, v: -1000, commit: true,
      by: .init(predicted: true), direction: .up, index: 1),
    Row(
      content: .sheet, name: "40 % of the way alone return", t: -120, commit: false, direction: .up, index: 0),
    Row(
      content: .sheet, name: "40 % and a soft push return", t: -120, v: -100, commit: false, direction: .up,
      index: 0),
    Row(
      content: .sheet, name: "60 % alone arrive", t: -180, commit: true, by: .init(distance: true),
      direction: .up, index: 1),
    Row(
      content: .sheet, name: "60 % and a flick back return", t: -180, v: 1000, commit: false,
      direction: .down, index: 0),
    Row(
      content: .sheet, name: "a fast flick from the bottom opens it wholly", t: -150, v: -1400, commit: true,
      by: .init(predicted: true), direction: .up, index: 2),
    Row(
      content: .sheet, name: "a flick down from half closes it", t: 60, v: 900, from: -300, commit: true,
      by: .init(predicted: true), direction: .down, index: 0),
    Row(
      content: .sheet, name: "a drag that stops near half stays there", t: 60, from: -300, commit: false,
      direction: .down, index: 1),
  ]

  static let cards = [
    Row(
      content: .card, name: "80 fast go", t: 80, v: 1000, commit: true, by: .init(velocity: true),
      direction: .down),
    Row(content: .card, name: "80 slow return", t: 80, v: 100, commit: false, direction: .down),
    Row(
      content: .card, name: "60 % of its way of 400, slowly, go", t: 240, commit: true,
      by: .init(distance: true), direction: .down),
    Row(
      content: .card, name: "40 % of its way of 400, slowly, return", t: 160, commit: false, direction: .down),
    Row(
      content: .card, name: "a fast 100, which the distance alone loses, go", t: 100, v: 1200, commit: true,
      by: .init(velocity: true), direction: .down),
    Row(
      content: .card, name: "far and fast commit by both", t: 240, v: 1000, commit: true,
      by: .init(distance: true, velocity: true), direction: .down),
    Row(
      content: .card, name: "pulled down, then flicked up, returns", t: 240, v: -1000, commit: false,
      by: .init(velocity: true), direction: .up),
    Row(
      content: .card, name: "pulled down, then drifting up, goes", t: 240, v: -200, commit: true,
      by: .init(distance: true), direction: .down),
    Row(
      content: .card, name: "flicked up returns", t: -80, v: -1000, commit: false, by: .init(velocity: true),
      direction: .up),
    Row(
      content: .card, name: "pulled up, then flicked down, goes", t: -30, v: 1000, commit: true,
      by: .init(velocity: true), direction: .down),
    Row(
      content: .card, name: "just over 200 go", t: 200.1, commit: true, by: .init(distance: true),
      direction: .down),
    Row(content: .card, name: "just under 200 return", t: 199.9, v: 799.9, commit: false, direction: .down),
    Row(
      content: .card, name: "just over 800/s go", t: 80, v: 800.1, commit: true, by: .init(velocity: true),
      direction: .down),
  ]

  static let others = [
    Row(
      content: .halfSheet, name: "100 at 500 come to rest past half", t: 100, v: 500, commit: true,
      by: .init(predicted: true), direction: .down),
    Row(content: .halfSheet, name: "100 at 300 do not", t: 100, v: 300, commit: false, direction: .down),
    Row(
      content: .halfSheet, name: "a drag past half goes", t: 201, commit: true, by: .init(predicted: true),
      direction: .down),
    Row(
      content: .halfSheet, name: "a drag past half that is pushed back returns", t: 210, v: -100,
      commit: false, direction: .down),
    Row(
      content: .sideways, name: "101 to the right leave", t: 101, commit: true, by: .init(distance: true),
      direction: .right),
    Row(
      content: .sideways, name: "101 to the left leave", t: -101, commit: true, by: .init(distance: true),
      direction: .left),
    Row(content: .sideways, name: "99 return", t: 99, commit: false, direction: .right),
    Row(
      content: .sideways, name: "99 return however fast", t: 99, v: 2000, commit: false, direction: .right),
    Row(
      content: .spring, name: "201 go", t: 201, commit: true, by: .init(distance: true), direction: .down),
    Row(
      content: .spring, name: "100 that predict 501 go", t: 100, v: 1604, commit: true,
      by: .init(predicted: true), direction: .down),
    Row(
      content: .spring, name: "100 that predict 499 return", t: 100, v: 1596, commit: false, direction: .down),
  ]

  @Test(arguments: carousel + sheet + cards + others)
  func `decides as the user intended`(row: Row) throws {
    let panel = try EvaluatedPanel([row.content.zone(at: row.from)], unit: .points)
    let pt = millimetersPerPoint
    func pair(_ along: Double, _ across: Double) -> (x: Double, y: Double) {
      row.content.axis == .x ? (along * pt, across * pt) : (across * pt, along * pt)
    }
    let found = panel.swipe(by: pair(row.t, 1.5), at: pair(row.v, 20.4))
    #expect(found.decision.commit == row.commit)
    #expect(found.decision.by == row.by)
    #expect(found.decision.direction == row.direction)
    #expect(found.decision.kind == (abs(row.v) > 800 ? .flick : .drag))
    #expect(found.zone?.snap?.index == row.index)
    let landing = row.content.axis == .x ? found.predictedEnd.x : found.predictedEnd.y
    #expect(abs(landing / pt - (row.t + row.v / 4)) < 1e-9)
    if let snap = found.zone?.snap, let spring = found.zone?.spring {
      #expect(abs(spring.displacement / pt - (snap.offset / pt - row.from - row.t)) < 1e-9)
      #expect(abs(spring.velocity / pt - row.v) < 1e-9)
    }
  }

  @Test func `misses throws without the velocity`() throws {
    // The result of comparing only the translation, for the same fingers.
    for row in Self.carousel + Self.sheet where row.by.predicted {
      let panel = try EvaluatedPanel([row.content.zone(at: row.from)], unit: .points)
      let displacement = row.t * millimetersPerPoint
      let still = panel.swipe(by: row.content.axis == .x ? (displacement, 0.2) : (0.2, displacement))
      #expect(!still.decision.commit, "\(row.name)")
    }
  }

  /// τ by a deceleration rate per ms: −1/(1000 ln rate); 1000 · ln 0.998 is about −2.
  static let rates: [(rate: Double, projection: Double)] = [
    (0.998, 0.499_499_83), (0.99, 0.099_499_16), (0.5, 0.001_442_695),
  ]

  @Test(arguments: rates)
  func `projects a deceleration rate like a scroll view`(rate: Double, projection: Double) throws {
    #expect(abs(DecisionRule.projection(decelerationRate: rate) - projection) < 5e-9)
    let request = """
      {"id":1,"request":"subscribe","zones":[{"name":"z","axis":"x","deceleration_rate":\(rate)}]}
      """
    guard case .subscribe(let asked) = try Request(line: Array(request.utf8).span).verb else {
      Issue.record("no subscription")
      return
    }
    let panel = try EvaluatedPanel(try #require(asked.zones))
    let found = panel.swipe(by: (-9.54, 0.2), at: (-223.1, 3.2))
    #expect(abs(found.predictedEnd.x - (-9.54 - projection * 223.1)) < 0.0002)
    #expect(found.projectionMicroseconds == Int64((projection * 1e6).rounded()))
  }
}

@Suite struct `The numbers of iOS` {
  @Test func `in millimetres equal those of the contract`() throws {
    let rule = try EvaluatedPanel.setup("").rule
    #expect((rule.distance.x * 100).rounded() / 100 == 31.17)
    #expect((rule.speed.x * 10).rounded() / 10 == 124.7)
    #expect(rule.distance.x / millimetersPerPoint == 200 && rule.distance.y == rule.distance.x)
    #expect(rule.speed.x / millimetersPerPoint == 800 && rule.speed.y == rule.speed.x)
    #expect(rule.projection == 0.25)
    #expect(rule.commitIf == DecisionRule.CommitCriteria(distance: true, velocity: true))
    #expect(rule.reversal == .follow)
  }

  /// A finger on the panel, and the resulting line; lengths in pt.
  struct Touch: Sendable, CustomTestStringConvertible {
    var name: String
    var displacement: Double
    /// The duration of the movement, in ms.
    var lasting: Double
    /// The time between the last movement and the lift, in ms.
    var liftLate = 8.0
    /// nil if no line is sent.
    var kind: String?
    var commit = false
    var testDescription: String { name }
  }

  static let touches = [
    Touch(name: "80 in 80 ms commit", displacement: 80, lasting: 80, kind: "flick", commit: true),
    Touch(
      name: "80 in 80 ms on a panel that lifts 60 ms late commit", displacement: 80, lasting: 80,
      liftLate: 60,
      kind: "flick", commit: true),
    Touch(
      name: "80 in 80 ms, then held for 300 ms, return", displacement: 80, lasting: 80, liftLate: 300,
      kind: "drag"),
    Touch(name: "80 in 400 ms return", displacement: 80, lasting: 400, kind: "drag"),
    Touch(name: "201 in 800 ms commit", displacement: 201, lasting: 800, kind: "drag", commit: true),
    Touch(name: "199 in 800 ms return", displacement: 199, lasting: 800, kind: "drag"),
    Touch(name: "18 in 16 ms, too short for a velocity, return", displacement: 18, lasting: 16, kind: "drag"),
    Touch(name: "11 pass the slop", displacement: 11, lasting: 80, kind: "drag"),
    Touch(name: "9 are a tap without any message", displacement: 9, lasting: 80, kind: nil),
  ]

  @Test(arguments: touches) func `are applied from the panel to the line`(touch: Touch) throws {
    var glass = try PointGlass(View.made(.positions, [.end, .cancel], unit: .points))
    let finger = PointGlass.Finger(lasting: touch.lasting, liftLate: touch.liftLate) {
      (600, 500 + touch.displacement * $0 / touch.lasting)
    }
    let lines = try glass.touch(finger, at: 5_000_000).map { try JSON($0) }
    #expect(lines.count == (touch.kind == nil ? 0 : 1))
    guard let kind = touch.kind, let end = lines.first else { return }
    #expect(end.decision.kind.text == kind)
    #expect(end.decision.commit == .bool(touch.commit))
    #expect(end.decision.direction == "down")
    #expect(end.decision.distance_threshold == 200)
    #expect(end.decision.speed_threshold == 800)
    #expect(abs(try #require(end.decision.distance.value) - touch.displacement) < 0.06)
    if touch.liftLate > 100 { #expect(end.decision.speed == 0) }
  }
}
