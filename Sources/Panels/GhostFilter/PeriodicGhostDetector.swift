internal import GestureCore

/// Finds touches that a panel reports at one position at equal intervals, without a finger.
///
/// raspberrypi/linux#7638 describes one: a touch without movement at one point every 12.864 s, so
/// that the screen never sleeps. After two equal intervals, the spot is known. From the third
/// repetition on, a landing at this spot and time is a ghost. A person's taps on one key differ by
/// at least 2 % in their intervals, and by more than a device unit.
///
/// Size: 1 kB.
struct PeriodicGhostDetector: Sendable {
  private struct Spot {
    var x: Float = 0
    var y: Float = 0
    var last = Instant(microseconds: 0)
    var interval = Interval.zero
    /// The number of equal intervals; ``free`` for an unused spot.
    var repetitions = free
  }

  private static var free: Int { -1 }

  private var spots = InlineArray<32, Spot>(repeating: Spot())
  private let reach: Float

  /// Creates a detector without spots, for a glass whose device unit is `step` mm long.
  init(step: Double) {
    reach = max(GhostLimits.spotReach, Float(step) * 2)
  }

  /// Compares a landing with the known spots; returns whether the landing repeats one.
  ///
  /// If so, sets the spot's time to `instant`.
  mutating func match(_ location: PanelPoint, at instant: Instant) -> Bool {
    guard let index = index(at: Float(location.x), Float(location.y)),
      spots[index].repetitions >= GhostLimits.knownIntervals
    else { return false }
    let interval = spots[index].interval
    let since = instant - spots[index].last
    let count = (since.microseconds &+ interval.microseconds / 2) / interval.microseconds
    if count > GhostLimits.missingRepetitions || since < .zero {
      spots[index].repetitions = Self.free
      return false
    }
    guard count >= 1, Self.isEqual(since, interval * count) else { return false }
    spots[index].last = instant
    return true
  }

  /// Removes the spot of a contact that a finger made.
  mutating func removeSpot(of contact: borrowing ContactHistory) {
    guard let index = index(at: contact.x, contact.y) else { return }
    spots[index].repetitions = Self.free
  }

  /// Adds a short touch that did not move.
  mutating func learn(_ contact: borrowing ContactHistory) {
    guard let index = index(at: contact.x, contact.y) else {
      spots[indexToReplace()] = Spot(
        x: contact.x, y: contact.y, last: contact.landed, interval: .zero, repetitions: 0)
      return
    }
    // At a known spot, a touch at another time is a person's.
    guard spots[index].repetitions < GhostLimits.knownIntervals else { return }
    let since = contact.landed - spots[index].last
    if spots[index].repetitions > 0, Self.isEqual(since, spots[index].interval) {
      spots[index].repetitions += 1
    } else {
      spots[index].interval = since
      spots[index].repetitions = since >= GhostLimits.shortestPeriod ? 1 : 0
    }
    spots[index].last = contact.landed
  }

  private static func isEqual(_ interval: Interval, _ other: Interval) -> Bool {
    // Timestamps can be absurd, and so can their differences; so avoid overflow.
    (interval.microseconds &- other.microseconds).magnitude <= other.microseconds.magnitude
      / GhostLimits.periodParts
  }

  private mutating func index(at x: Float, _ y: Float) -> Int? {
    for index in 0..<GhostLimits.spots where spots[index].repetitions != Self.free {
      if abs(spots[index].x - x) <= reach, abs(spots[index].y - y) <= reach { return index }
    }
    return nil
  }

  /// A free spot, or else the spot with the fewest repetitions; of several, the oldest.
  private mutating func indexToReplace() -> Int {
    var least = 0
    for index in 1..<GhostLimits.spots {
      let isLess = spots[index].repetitions < spots[least].repetitions
      let isAsKnown = spots[index].repetitions == spots[least].repetitions
      if isLess || (isAsKnown && spots[index].last < spots[least].last) { least = index }
    }
    return least
  }
}
