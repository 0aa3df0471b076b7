internal import GestureCore

/// Finds touches that repeat: points that a panel reports at one place, one interval after another, touched by nobody.
///
/// raspberrypi/linux#7638 has one: a touch without length at one point every 12.864 s, so that a screen never sleeps.
/// After two equal intervals the place is named; from its third repetition on a landing there at its time is due. A
/// person's taps on one key are 2 % and more apart in their intervals, and not at one device unit.
///
/// Size: 1 kB.
struct PeriodicGhostDetector: Sendable {
  private struct Place {
    var x: Float = 0
    var y: Float = 0
    var last = Instant(microseconds: 0)
    var interval = Interval.zero
    /// How many equal intervals were seen; ``free`` for an unused place.
    var repetitions = free
  }

  private static var free: Int { -1 }
  /// So many equal intervals name a phantom.
  private static let named = 2
  /// Shorter intervals are people's, and machines'.
  private static let shortest = Interval.seconds(1)
  /// An interval is equal within this part of it.
  private static let tolerance: UInt64 = 100
  /// So many repetitions may be missing before a named place is forgotten.
  private static let greatestGap: Int64 = 4
  /// A place is the same within two device units, or this length in mm where they are finer.
  private static let leastReach: Float = 0.3

  private var places = InlineArray<32, Place>(repeating: Place())
  private let reach: Float

  /// Starts with no place, on a glass where a device unit is `step` mm long.
  init(step: Double) {
    reach = max(Self.leastReach, Float(step) * 2)
  }

  /// Whether a landing here and now is a phantom that was named; then its phase is that of this landing.
  mutating func isDue(_ location: PanelPoint, at instant: Instant) -> Bool {
    guard let place = place(at: Float(location.x), Float(location.y)), places[place].repetitions >= Self.named
    else { return false }
    let interval = places[place].interval
    let since = instant - places[place].last
    let count = (since.microseconds &+ interval.microseconds / 2) / interval.microseconds
    if count > Self.greatestGap || since < .zero {
      places[place].repetitions = Self.free
      return false
    }
    guard count >= 1, Self.isEqual(since, interval * count) else { return false }
    places[place].last = instant
    return true
  }

  /// Takes in how a phantom went on: one that stays or moves is a finger, and the place loses its name.
  mutating func confirm(_ contact: borrowing ContactHistory, isPoint: Bool) {
    guard !isPoint, let place = place(at: contact.x, contact.y) else { return }
    places[place].repetitions = Self.free
  }

  /// Takes in a short touch that did not move.
  mutating func learn(_ contact: borrowing ContactHistory) {
    guard let place = place(at: contact.x, contact.y) else {
      let place = leastKnown()
      places[place] = Place(
        x: contact.x, y: contact.y, last: contact.landed, interval: .zero, repetitions: 0)
      return
    }
    // At a named place this one came at another time: it is somebody's.
    guard places[place].repetitions < Self.named else { return }
    let since = contact.landed - places[place].last
    let isRepetition = places[place].repetitions > 0 && Self.isEqual(since, places[place].interval)
    if isRepetition {
      places[place].repetitions += 1
    } else {
      places[place].interval = since
      places[place].repetitions = since >= Self.shortest ? 1 : 0
    }
    places[place].last = contact.landed
  }

  private static func isEqual(_ interval: Interval, _ other: Interval) -> Bool {
    // Stamps may be absurd, and their differences too: nothing here may overflow.
    (interval.microseconds &- other.microseconds).magnitude <= other.microseconds.magnitude / tolerance
  }

  private mutating func place(at x: Float, _ y: Float) -> Int? {
    for place in 0..<32 where places[place].repetitions != Self.free {
      if abs(places[place].x - x) <= reach, abs(places[place].y - y) <= reach { return place }
    }
    return nil
  }

  /// A free place, else the one with the fewest repetitions, of these the oldest.
  private mutating func leastKnown() -> Int {
    var least = 0
    for place in 1..<32 {
      let isLess = places[place].repetitions < places[least].repetitions
      let isAsKnown = places[place].repetitions == places[least].repetitions
      if isLess || (isAsKnown && places[place].last < places[least].last) { least = place }
    }
    return least
  }
}
