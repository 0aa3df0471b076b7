internal import GestureCore

/// The service's result for one stroke of a person, with default settings.
struct IntentTrial: Sendable {
  let person: HumanStroke
  /// The end of its swipe; nil if it did not pass the slop.
  let end: SwipeFact?

  /// Whether it commits by these criteria.
  func commits(by criteria: DecisionRule.CommitCriteria) -> Bool { decision(by: criteria)?.commit ?? false }

  /// Whether it commits by the default criteria with another minimum travel of a flick, in mm.
  func commits(minTravel: Double) -> Bool {
    guard let end, end.phase == .end else { return false }
    var rule = person.screen.rule(.standard)
    rule.travelThreshold = minTravel
    return rule.decide(end).commit
  }

  /// The decision by these criteria.
  private func decision(by criteria: DecisionRule.CommitCriteria) -> Decision? {
    guard let end, end.phase == .end else { return nil }
    return person.screen.rule(criteria).decide(end)
  }

  /// Whether it must clearly commit: a published speed along an axis exceeds S, or the displacement
  /// exceeds D.
  var isDue: Bool {
    let scale = person.screen.millimetersPerPixel
    let rule = person.screen.rule(.standard)
    guard let first = person.stroke.samples.first, let last = person.stroke.samples.last else { return false }
    let isFar =
      abs(last.x - first.x) * scale > rule.distance.x || abs(last.y - first.y) * scale > rule.distance.y
    return isFar
      || person.references.contains { abs($0.x) * scale > rule.speed.x || abs($0.y) * scale > rule.speed.y }
  }

  /// Whether a far drag or a fast flick exceeds its threshold by at least 5 %.
  ///
  /// A fast flick exceeds S by every published estimate.
  var isClear: Bool {
    let scale = person.screen.millimetersPerPixel
    let rule = person.screen.rule(.standard)
    guard let first = person.stroke.samples.first, let last = person.stroke.samples.last else { return false }
    func largest(_ x: Double, _ y: Double) -> Double { max(abs(x), abs(y)) * scale / 1.05 }
    switch person.meaning {
    case .drag: return largest(last.x - first.x, last.y - first.y) > rule.distance.x
    case .fling, .scroll:
      return !person.references.isEmpty
        && person.references.allSatisfy { largest($0.x, $0.y) > rule.speed.x }
    case .word, .tap: return false
    }
  }

  /// Whether it commits and, as a flick, has the direction of every published speed.
  var isCaught: Bool {
    guard let end, let decision = decision(by: .standard), decision.commit else { return false }
    let velocity = PixelVelocity(x: end.estimate.velocity.x, y: end.estimate.velocity.y)
    return decision.kind == .drag || person.references.allSatisfy { $0.dot(velocity) > 0 }
  }

  /// The displacement from which a drag must not commit against it, in mm: D and 5 %.
  private static let far = 33.0

  /// Whether a drag of at least 33 mm commits against its displacement.
  var isTurnedAround: Bool {
    guard person.meaning == .drag, let end, let decision = decision(by: .standard) else { return false }
    return decision.commit && decision.distance < 0 && end.translation.length >= Self.far
  }

  /// Plays strokes in their order, with one recogniser per screen, which learns from them.
  static func run(_ strokes: [HumanStroke], progress: (Double) -> Void) -> [IntentTrial] {
    var trials: [IntentTrial] = []
    trials.reserveCapacity(strokes.count)
    for screen in RecordedScreen.all(of: strokes) {
      var player = screen.player()
      for person in strokes where person.screen == screen {
        trials.append(IntentTrial(person: person, end: player.play(person.stroke)))
        if trials.count % 1000 == 0 { progress(Double(trials.count) / Double(strokes.count)) }
      }
    }
    progress(1)
    return trials
  }
}

extension DecisionRule.CommitCriteria {
  /// The default criteria: distance or velocity.
  static let standard = DecisionRule.CommitCriteria(distance: true, velocity: true)
}
