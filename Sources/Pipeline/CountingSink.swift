internal import FlickProtocol
internal import GestureCore

/// Counts the swipes that end, and passes every fact to the next sink.
///
/// It owns the next sink while one frame is processed; this costs a move of each sink.
struct CountingSink<Base: SwipeSink & ~Copyable>: SwipeSink, ~Copyable {
  var base: Base
  var swipes: SwipeCounts
  var publicSwipes: SwipeCounts
  let rule: DecisionRule
  let context: PanelZoneContext

  mutating func receive(_ fact: borrowing SwipeFact) {
    count(fact)
    base.receive(fact)
  }

  private mutating func count(_ fact: borrowing SwipeFact) {
    switch fact.phase {
    case .begin, .update:
      break
    case .end:
      let decision = rule.decide(translation: fact.translation, velocity: fact.estimate.velocity)
      swipes.add(decision)
      if isPublic(fact, commit: decision.commit) { publicSwipes.add(decision) }
    case .cancel(let reason):
      swipes.add(reason)
      if isPublic(fact, commit: false) { publicSwipes.add(reason) }
    }
  }

  private func isPublic(_ fact: borrowing SwipeFact, commit: Bool) -> Bool {
    if fact.isWithheld(commit: commit) { return false }
    return !context.isPrivate(fact.start)
  }
}
