internal import GestureCore
internal import Panels
internal import Pipeline
internal import Settings

/// One swipe of a recording, as the recogniser reported it: for a picture.
struct StrokeTrace {
  /// One fact of the swipe along the direction of its displacement.
  struct Point {
    /// The time from the landing, in ms.
    var time: Double
    /// The displacement, in mm.
    var position: Double
    /// The velocity of the estimate, in mm/s.
    var speed: Double
    /// Whether the rule would commit at this time.
    var commits: Bool
  }

  /// The file of the recording.
  var file: String
  /// The number of the swipe in this recording, as `flickctl replay` counts.
  var number: UInt64
  var points: [Point]
  /// The estimate at the lift.
  var estimate: VelocityEstimate
  /// The speed at the lift, in mm/s.
  var speed: Double
  /// The time from the last movement to the lift, in ms.
  var silence: Double
  /// The decision at the lift.
  var decision: Decision
  /// The thresholds of the rule along x, in mm and mm/s.
  var thresholds: (distance: Double, speed: Double)

  /// Whether two traces are of one swipe.
  func isSame(as other: StrokeTrace) -> Bool { file == other.file && number == other.number }

  /// When the finger lifted, in ms from the landing.
  var lift: Double { points.last?.time ?? 0 }
  /// The last time from which on the rule would commit until the lift; nil if it does not commit.
  var decided: Double? {
    guard decision.commit else { return nil }
    let before = points.lastIndex { !$0.commits }
    return points.indices.contains((before ?? -1) + 1) ? points[(before ?? -1) + 1].time : lift
  }

  /// The longest swipe that is kept: the memory of a page is bounded.
  static let maxPoints = 600
}

/// Keeps the swipes of recordings that a page shows: few of all, chosen by what they show.
struct StrokeChoice: SwipeSink {
  private(set) var fastest: StrokeTrace?
  private(set) var drag: StrokeTrace?
  private(set) var uncertain: StrokeTrace?
  private var file = ""
  /// A speed with this confidence needs no picture of its uncertainty.
  private static let certain = 0.9
  private var rule: DecisionRule
  private var open: [UInt64: [(time: Double, translation: Translation, velocity: Velocity, commits: Bool)]] =
    [:]

  init(rule: DecisionRule) { self.rule = rule }

  /// Plays a recording of a panel.
  mutating func add(_ panel: RecordedPanel, file: String) {
    self.file = file
    rule = panel.setup.rule
    open = [:]
    var numbering = SwipeNumbering()
    _ = Playback(panel, isPrivateIncluded: true).play(through: nil, numbering: &numbering, into: &self)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    let id = fact.swipe.number
    if case .cancel = fact.phase {
      open[id] = nil
      return
    }
    let isEnd = fact.phase == .end
    if isEnd || open[id, default: []].count < StrokeTrace.maxPoints {
      let time = fact.duration.seconds * 1000
      let commits = rule.decide(fact).commit
      open[id, default: []].append((time, fact.translation, fact.estimate.velocity, commits))
    }
    guard isEnd, let facts = open.removeValue(forKey: id) else { return }
    let decision = rule.decide(fact)
    let end = fact.translation
    let length = max(end.length, 1e-9)
    let (x, y) = (end.x / length, end.y / length)
    let points = facts.map { one in
      StrokeTrace.Point(
        time: one.time, position: one.translation.x * x + one.translation.y * y,
        speed: one.velocity.x * x + one.velocity.y * y,
        commits: one.commits)
    }
    choose(
      StrokeTrace(
        file: file, number: id, points: points, estimate: fact.estimate, speed: fact.estimate.velocity.length,
        silence: fact.age.seconds * 1000, decision: decision,
        thresholds: (rule.distance.x, rule.speed.x)))
  }

  private mutating func choose(_ stroke: StrokeTrace) {
    // A last report that jumped aside is fast too, but shows no flick.
    let isStraight = (stroke.points.last?.speed ?? 0) > 0.8 * stroke.speed
    if isStraight, stroke.speed > fastest?.speed ?? 0 { fastest = stroke }
    let travelled = stroke.points.last?.position ?? 0
    if stroke.speed < stroke.thresholds.speed, travelled > drag?.points.last?.position ?? 0 { drag = stroke }
    if stroke.speed > 0, stroke.estimate.confidence < Self.certain,
      stroke.estimate.confidence < uncertain?.estimate.confidence ?? 2
    {
      uncertain = stroke
    }
  }

  /// The chosen strokes, each with the reason of its choice.
  var chosen: [(why: String, stroke: StrokeTrace)] {
    var chosen: [(why: String, stroke: StrokeTrace)] = []
    for (why, stroke) in [
      ("the fastest at its lift", fastest), ("the longest drag", drag),
      ("the least certain speed", uncertain),
    ] {
      guard let stroke, !chosen.contains(where: { $0.stroke.isSame(as: stroke) }) else { continue }
      chosen.append((why, stroke))
    }
    return chosen
  }
}
