internal import GestureCore

/// The positions and times of the last eight lifts.
struct RecentLifts: Sendable {
  private struct Lift {
    var x: Float = 0
    var y: Float = 0
    var instant = Instant(microseconds: .min / 2)
  }

  private var lifts = InlineArray<8, Lift>(repeating: Lift())
  private var next = 0

  /// Adds a lift, which replaces the oldest one.
  mutating func append(x: Float, y: Float, at instant: Instant) {
    lifts[next] = Lift(x: x, y: y, instant: instant)
    next = (next + 1) % GhostLimits.lifts
  }

  /// Whether a contact lifted near a location in the time before `now`.
  func hasLift(near location: PanelPoint, within time: Interval, before now: Instant) -> Bool {
    for index in lifts.indices where now - lifts[index].instant <= time {
      let x = lifts[index].x - Float(location.x)
      let y = lifts[index].y - Float(location.y)
      if x * x + y * y <= GhostLimits.flickerReach * GhostLimits.flickerReach { return true }
    }
    return false
  }

  /// Whether a contact lifts at `now` within the reach of a swipe from the landing of another
  /// contact.
  func hasLift(beside history: borrowing ContactHistory, at now: Instant) -> Bool {
    for index in lifts.indices where lifts[index].instant == now {
      let location = PanelPoint(x: Double(lifts[index].x), y: Double(lifts[index].y))
      if history.hasLanded(within: GhostLimits.swipeReach, of: location) { return true }
    }
    return false
  }
}
