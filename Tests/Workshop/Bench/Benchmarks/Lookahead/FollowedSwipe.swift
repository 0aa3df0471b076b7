internal import GestureCore

/// The facts of one swipe while the finger was down, and its later positions.
struct FollowedSwipe {
  /// Its begin and updates, in their order, and a last fact for the end of a finger that rested.
  ///
  /// If a finger lifts while it moves, its next position is unknown.
  private(set) var facts: [SwipeFact] = []

  /// After a longer time without a report, the path between two positions is unknown.
  static let gap = Interval.milliseconds(50)

  mutating func add(_ fact: SwipeFact) {
    switch fact.phase {
    case .begin, .update: facts.append(fact)
    case .end: if fact.estimate.velocity == .zero { facts.append(fact) }
    case .cancel: break
    }
  }

  /// The facts that clients receive during the swipe.
  var lines: some Sequence<SwipeFact> { facts.lazy.filter { $0.phase != .end } }

  /// The displacement of the finger at a moment; nil if unknown.
  ///
  /// Between two reports it is interpolated linearly. If the panel reports the same position twice,
  /// the finger stayed there.
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

/// Follows every swipe that recognisers report.
struct SwipeFollower: SwipeSink {
  private var indices: [UInt64: Int] = [:]
  /// All swipes, in the order in which they began.
  private(set) var swipes: [FollowedSwipe] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    let number = fact.swipe.number
    if fact.phase == .begin {
      indices[number] = swipes.count
      swipes.append(FollowedSwipe())
    }
    guard let index = indices[number] else { return }
    swipes[index].add(copy fact)
  }
}
