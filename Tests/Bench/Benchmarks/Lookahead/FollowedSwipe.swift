internal import GestureCore

/// One swipe as its facts told it: what was said while the finger was down, and where it went after
/// that.
struct FollowedSwipe {
  /// Its begin and updates, in their order, and a last one for the end of a finger that rested.
  ///
  /// Of a finger that lifts as it moves nobody knows where it would have been next.
  private(set) var facts: [SwipeFact] = []

  /// Longer than this without a report the way between two places is unknown.
  static let gap = Interval.milliseconds(50)

  /// Takes in the next fact.
  mutating func add(_ fact: SwipeFact) {
    switch fact.phase {
    case .begin, .update: facts.append(fact)
    case .end: if fact.estimate.velocity == .zero { facts.append(fact) }
    case .cancel: break
    }
  }

  /// What subscribers are told while it is under way.
  var lines: some Sequence<SwipeFact> { facts.lazy.filter { $0.phase != .end } }

  /// Where the finger was at a moment, from its start; nil where nobody knows.
  ///
  /// Between two reports it went straight, and where the panel says the same place twice it kept
  /// that.
  func translation(at instant: Instant) -> Translation? {
    guard let first = facts.first, first.instant <= instant else { return nil }
    var (low, high) = (0, facts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if facts[middle].instant <= instant { low = middle } else { high = middle }
    }
    let before = facts[low]
    if before.instant == instant { return before.translation }
    guard high < facts.count else { return nil }
    let after = facts[high]
    if before.translation == after.translation { return after.translation }
    let span = after.instant - before.instant
    guard span <= Self.gap else { return nil }
    let part = (instant - before.instant).seconds / span.seconds
    return Translation(
      x: before.translation.x + part * (after.translation.x - before.translation.x),
      y: before.translation.y + part * (after.translation.y - before.translation.y))
  }
}

/// Follows every swipe that recognisers tell of.
struct SwipeFollower: SwipeSink {
  private var places: [UInt64: Int] = [:]
  /// All swipes, in the order in which they began.
  private(set) var swipes: [FollowedSwipe] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    let number = fact.swipe.number
    if fact.phase == .begin {
      places[number] = swipes.count
      swipes.append(FollowedSwipe())
    }
    guard let place = places[number] else { return }
    swipes[place].add(copy fact)
  }
}
