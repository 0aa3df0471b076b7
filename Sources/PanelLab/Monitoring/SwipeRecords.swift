internal import FlickProtocol
internal import GestureCore
internal import Pipeline

/// A swipe at one fact: what the recogniser knew then, and the decision of the rule.
struct SwipeMoment: Equatable {
  /// The time since the landing.
  var time: Interval
  /// The displacement from the landing, in mm.
  var translation: Translation
  /// The velocity with the evidence of its fit.
  var estimate: VelocityEstimate
  /// The time since the newest sample of the fit.
  var age = Interval.zero
  /// The decision if the finger lifted now.
  var decision: Decision
}

/// An ended swipe with its moments.
struct SwipeRecord: Equatable {
  /// The running number of the record, from 1.
  var number = 0
  var fingers: Int
  /// The name of the swipe's zone; nil if it belongs to none.
  var zone: String?
  /// The position where the swipe started, in mm.
  var start: PanelPoint
  /// In order of time, the newest last.
  private(set) var moments: [SwipeMoment] = []
  /// Why the swipe was cancelled; nil if it ended with the decision of its last moment.
  var cancelled: CancelReason?

  /// The largest number of moments.
  static let maxMoments = 480

  /// Adds a moment.
  ///
  /// The newest half stays whole: 1 s at 240 Hz, ten times the window of the velocity. In a longer
  /// swipe, the older half loses every second moment.
  mutating func add(_ moment: SwipeMoment) {
    moments.append(moment)
    guard moments.count > Self.maxMoments else { return }
    let half = Self.maxMoments / 2
    let older = stride(from: 0, to: half, by: 2).map { moments[$0] }
    moments = older + moments[half...]
  }
}

/// The newest swipes with their moments, so that they can be replayed.
struct SwipeRecords: Equatable {
  private var active: [UInt64: SwipeRecord] = [:]
  /// The newest last.
  private(set) var ended: [SwipeRecord] = []
  /// The number of swipes that ended so far.
  private(set) var endedCount = 0

  /// The number of ended swipes that are kept.
  static let maxEnded = 20

  /// The ended swipe with this number; nil if it is not kept.
  subscript(number: Int) -> SwipeRecord? { ended.first { $0.number == number } }

  /// Adds a fact with its evaluation.
  mutating func add(_ fact: borrowing SwipeFact, _ evaluation: SwipeEvaluation) {
    let number = fact.swipe.number
    if case .begin = fact.phase {
      var record = SwipeRecord(fingers: fact.fingers, zone: evaluation.zone?.name, start: fact.start)
      record.add(Self.landing(of: fact, evaluation.decision))
      active[number] = record
    }
    active[number]?.add(
      SwipeMoment(
        time: fact.duration, translation: fact.translation, estimate: fact.estimate, age: fact.age,
        decision: evaluation.decision))
    switch fact.phase {
    case .begin, .update: return
    case .end: break
    case .cancel(let reason): active[number]?.cancelled = reason
    }
    guard var record = active.removeValue(forKey: number) else { return }
    endedCount += 1
    record.number = endedCount
    ended.append(record)
    if ended.count > Self.maxEnded { ended.removeFirst() }
  }

  /// The moment of the landing, which no fact of a swipe reports: a swipe begins behind the slop.
  private static func landing(of fact: borrowing SwipeFact, _ decision: Decision) -> SwipeMoment {
    var decision = decision
    (decision.commit, decision.by) = (false, [])
    (decision.distance, decision.speed, decision.travel, decision.recoil) = (0, 0, 0, nil)
    return SwipeMoment(time: .zero, translation: .zero, estimate: .rest, decision: decision)
  }
}
