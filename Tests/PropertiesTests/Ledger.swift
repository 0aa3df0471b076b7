import GestureCore

/// Checks facts: every swipe begins once, is updated while it is active, ends or is cancelled once,
/// and all its numbers are finite; every contact lands once, then begins swipes, is lifted or is
/// lost.
struct Ledger: SwipeSink, ~Copyable {
  let rule: DecisionRule
  /// The swipes that began and have not ended.
  private(set) var open: [UInt64] = []
  private(set) var fault: String?
  private(set) var begins = 0
  private(set) var cancels = 0
  private(set) var ends: [Decision] = []
  private var last: UInt64 = 0
  /// The contacts of which nothing was reported after their landing.
  private var landed: Set<UInt64> = []
  /// The contacts that have begun a swipe, and were not lifted or lost outside of one.
  private var begun: Set<UInt64> = []

  init(rule: DecisionRule) {
    self.rule = rule
  }

  var flicks: Int { ends.count { $0.kind == .flick } }
  var commits: Int { ends.count { $0.commit } }

  mutating func forgetEnds() {
    ends.removeAll(keepingCapacity: true)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    let number = fact.swipe.number
    let velocity = fact.estimate.velocity
    let numbers =
      fact.translation.x + fact.translation.y + velocity.x + velocity.y + fact.excursion
      + fact.estimate.confidence
    if !numbers.isFinite { complain("swipe \(number) is not finite") }
    switch fact.phase {
    case .begin:
      if number <= last { complain("swipe \(number) began again") }
      last = max(last, number)
      open.append(number)
      begins += 1
    case .update:
      if !open.contains(number) { complain("swipe \(number) was updated and is not open") }
    case .end:
      close(number)
      let decision = rule.decide(fact)
      if !(decision.speed + decision.distance).isFinite { complain("decision \(number) is not finite") }
      ends.append(decision)
    case .cancel:
      close(number)
      cancels += 1
    }
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    let number = fact.contact.number
    let (wasLanded, wasBegun) = (landed.remove(number) != nil, begun.remove(number) != nil)
    switch fact.change {
    case .landed:
      if wasLanded || wasBegun { complain("contact \(number) landed again") }
      landed.insert(number)
      return
    case .begun: begun.insert(number)
    case .lifted, .lost: break
    }
    if !wasLanded, !wasBegun { complain("contact \(number) is not on the panel") }
  }

  /// Complains of contacts of which nothing was reported after their landing.
  mutating func end() {
    if !landed.isEmpty { complain("contacts \(landed) neither began a swipe nor ended") }
  }

  private mutating func close(_ number: UInt64) {
    guard let index = open.firstIndex(of: number) else { return complain("swipe \(number) ended unopened") }
    open.remove(at: index)
  }

  private mutating func complain(_ text: String) {
    if fault == nil { fault = text }
  }
}
