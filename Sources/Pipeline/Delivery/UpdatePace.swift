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
    var held: LineStore.Place
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
    for swipe in swipes where swipe.held != LineStore.none { due = min(due ?? swipe.next, swipe.next) }
    return due
  }

  /// Counts an update as sent if one may be sent now; returns whether it may.
  mutating func admit(_ id: SwipeID, now: Int64) -> Bool {
    guard let place = swipes.firstIndex(where: { $0.id == id }) else {
      swipes.append(Swipe(id: id, next: now + interval, held: LineStore.none))
      return true
    }
    guard now >= swipes[place].next else { return false }
    advance(place, now: now)
    return true
  }

  /// Delays an update, and returns the delayed update that it replaces.
  mutating func hold(_ line: LineStore.Place, of id: SwipeID) -> LineStore.Place {
    guard let place = swipes.firstIndex(where: { $0.id == id }) else { return line }
    let before = swipes[place].held
    swipes[place].held = line
    return before
  }

  /// Removes and returns a delayed update that is due; call it until it returns nil.
  mutating func next(now: Int64) -> LineStore.Place? {
    guard let place = swipes.firstIndex(where: { $0.held != LineStore.none && $0.next <= now }) else {
      return nil
    }
    let line = swipes[place].held
    swipes[place].held = LineStore.none
    advance(place, now: now)
    return line
  }

  /// Removes and returns the delayed update of a swipe; `LineStore.none` if there is none.
  mutating func takeHeld(of id: SwipeID) -> LineStore.Place { hold(LineStore.none, of: id) }

  /// Forgets a swipe that has ended.
  mutating func forget(_ id: SwipeID) {
    swipes.removeAll { $0.id == id }
  }

  /// Removes and returns any delayed update; nil when none is left.
  mutating func takeAny() -> LineStore.Place? {
    guard let place = swipes.firstIndex(where: { $0.held != LineStore.none }) else { return nil }
    defer { swipes[place].held = LineStore.none }
    return swipes[place].held
  }

  private mutating func advance(_ place: Int, now: Int64) {
    let next = swipes[place].next + interval
    swipes[place].next = next > now ? next : now + interval
  }
}
