import FlickProtocol
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

/// The cases of Tests/Cases/decisions.json, which also drive FlickClient and flick.js, as zones of
/// flickd.
private struct DecisionCases: Decodable {
  struct Options: Decodable {
    var reversal: String?
    var height: Double?
    var count: Int?
    var detents: [Double]?
  }
  struct Case: Decodable {
    var name: String
    var interaction: String
    var options: Options
    var begin: Int?
    var t: Double
    var v: Double
    var side: String?
    var index: Int?

    var axis: Axis { ["SwipeCard", "CardCarousel"].contains(interaction) ? .x : .y }
    /// The snap points of the content; nil for content that leaves.
    var points: [Double]? {
      options.detents ?? options.count.map { count in (0..<count).map { -296 * Double($0) } }
    }
    /// The zone with the interaction's rule or snap points.
    var zone: ZoneSpec<Double> {
      var zone = ZoneSpec<Double>(name: "content")
      zone.axis = axis
      zone.reversal = options.reversal == "ignore" ? .ignore : .follow
      switch interaction {
      case "DismissibleCard", "DismissibleSheet", "SpringCard": zone.directions = DirectionSet([.down])
      default: break
      }
      switch interaction {
      case "DismissibleSheet":
        zone.commitIf = DecisionRule.CommitCriteria(predicted: true)
        zone.predictedThreshold = (options.height ?? 400) / 2
      case "SwipeCard":
        zone.distanceThreshold = 100
      case "SpringCard":
        zone.commitIf = DecisionRule.CommitCriteria(distance: true, predicted: true)
        zone.predictedThreshold = 500
      default: break
      }
      if let points, let begin {
        zone.snapPoints = points
        zone.offset = points[begin]
      }
      return zone
    }
  }

  /// A row of equal parts, with the snap points of its zone if it has any.
  struct Row: Decodable {
    struct Options: Decodable { var axis: String? }
    var interaction: String
    var options: Options
    var snapPoints: [Double]?
    var maxSteps: Int?
    var wrap: Double?

    var axis: Axis { options.axis == "y" || interaction == "Dial" ? .y : .x }
  }
  struct Stroke: Decodable {
    var row: Int
    var begin: Int
    var t: Double
    var v: Double
    var index: Int
    var target: Double
  }
  struct Refresh: Decodable {
    var distance: Double
    var t: Double
    var v: Double
    var isRefreshing: Bool
  }

  var leaving: [Case]
  var snapping: [Case]
  var rows: [Row]
  var strokes: [Stroke]
  var refreshes: [Refresh]
}

@Suite struct `A zone of flickd` {
  private let cases: DecisionCases

  init() throws {
    cases = try CaseTable("decisions").cases()
  }

  private func evaluate(_ row: DecisionCases.Case) throws -> SwipeEvaluation {
    try evaluate(row.zone, along: row.axis, t: row.t, v: row.v)
  }

  private func evaluate(_ zone: ZoneSpec<Double>, along axis: Axis, t: Double, v: Double) throws
    -> SwipeEvaluation
  {
    let panel = try EvaluatedPanel([zone], unit: .points)
    func pair(_ along: Double) -> (x: Double, y: Double) {
      let along = along * millimetersPerPoint
      return axis == .x ? (along, 0) : (0, along)
    }
    _ = panel.evaluate(.begin, swipe: 1, by: pair(12))
    return panel.evaluate(.end, swipe: 1, by: pair(t), at: pair(v))
  }

  @Test func `dismisses as the interactions do`() throws {
    #expect(cases.leaving.count >= 800)
    for row in cases.leaving {
      let found = try evaluate(row).decision
      let side = found.commit ? found.direction.map { "\($0)" } : nil
      #expect(side == row.side, "\(row.interaction): \(row.name), \(row.options)")
    }
  }

  @Test func `selects the snap point that the interactions select`() throws {
    let rows = cases.snapping.filter { (1...GestureCore.SnapPoints.capacity).contains($0.points?.count ?? 0) }
    #expect(rows.count >= 400)
    for row in rows {
      let found = try #require(try evaluate(row).zone?.snap)
      #expect(found.index == row.index, "\(row.interaction): \(row.name)")
    }
  }
  @Test func `selects the part of a row that the interactions select, in the same direction`() throws {
    let strokes = cases.strokes.filter { cases.rows[$0.row].snapPoints != nil }
    #expect(strokes.count >= 1300)
    for stroke in strokes {
      let row = cases.rows[stroke.row]
      var zone = ZoneSpec<Double>(name: "row")
      zone.axis = row.axis
      zone.snapPoints = row.snapPoints ?? []
      zone.maxSteps = row.maxSteps
      zone.wrap = row.wrap
      zone.offset = zone.snapPoints[stroke.begin]
      let found = try #require(try evaluate(zone, along: row.axis, t: stroke.t, v: stroke.v).zone?.snap)
      #expect(found.index == stroke.index, "\(row) \(stroke)")
      #expect(abs(found.offset / millimetersPerPoint - stroke.target) < 1e-6, "\(row) \(stroke)")
    }
  }

  @Test func `refreshes as the interaction does`() throws {
    #expect(cases.refreshes.count >= 60)
    for row in cases.refreshes {
      var zone = ZoneSpec<Double>(name: "list")
      zone.axis = .y
      zone.directions = DirectionSet([.down])
      zone.commitIf = DecisionRule.CommitCriteria(distance: true)
      zone.distanceThreshold = row.distance
      let found = try evaluate(zone, along: .y, t: row.t, v: row.v).decision
      #expect(found.commit == row.isRefreshing, "\(row)")
    }
  }
}
