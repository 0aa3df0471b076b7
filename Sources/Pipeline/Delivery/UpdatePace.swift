internal import GestureCore

/// Limits the updates of each swipe to a rate that the client set.
///
/// An early update is delayed. A newer update replaces it, and the end of the swipe drops it. The
/// times form a grid that starts at the first update, so a loop that wakes late skips none of them.
///
/// No allocation for up to 64 swipes at a time.
struct UpdatePace {
  private struct Swipe {
    var id: SwipeID
    /// The earliest time of the next update, in µs.
    var next: Int64
    /// Whether an update waits for that time.
    var isDelayed = false
  }

  /// The shortest time between two updates, in µs.
  private let interval: Int64
  private var swipes: [Swipe] = []

  /// Creates a limit of `rate` updates of a swipe per second.
  init(rate: Double) {
    interval = Int64((1_000_000 / rate).rounded())
    swipes.reserveCapacity(64)
  }

  /// When the first delayed update is due, in µs; nil if there is none.
  var due: Int64? {
    var due: Int64?
    for swipe in swipes where swipe.isDelayed { due = min(due ?? swipe.next, swipe.next) }
    return due
  }

  /// Counts an update as sent if one may be sent now, and delays it otherwise; returns whether it
  /// may.
  mutating func admit(_ id: SwipeID, now: Int64) -> Bool {
    guard let index = swipes.firstIndex(where: { $0.id == id }) else {
      swipes.append(Swipe(id: id, next: now + interval))
      return true
    }
    swipes[index].isDelayed = now < swipes[index].next
    if !swipes[index].isDelayed { advance(index, now: now) }
    return !swipes[index].isDelayed
  }

  /// Counts the delayed update of a swipe as sent if it is due; returns whether it is.
  mutating func release(_ id: SwipeID, now: Int64) -> Bool {
    guard let index = swipes.firstIndex(where: { $0.id == id }), swipes[index].isDelayed,
      swipes[index].next <= now
    else { return false }
    swipes[index].isDelayed = false
    advance(index, now: now)
    return true
  }

  /// Whether an update of a swipe waits for its time.
  func isDelayed(_ id: SwipeID) -> Bool { swipes.contains { $0.id == id && $0.isDelayed } }

  /// Forgets a swipe that has ended, and its delayed update.
  mutating func forget(_ id: SwipeID) {
    swipes.removeAll { $0.id == id }
  }

  private mutating func advance(_ index: Int, now: Int64) {
    let next = swipes[index].next + interval
    swipes[index].next = next > now ? next : now + interval
  }
}
