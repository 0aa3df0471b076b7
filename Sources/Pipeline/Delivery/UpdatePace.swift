internal import GestureCore

/// Spreads the updates of each swipe, for a subscriber that wants no more than so many a second.
///
/// An update that comes early is held; a newer one takes its place, and the end of the swipe its
/// reason. The moments lie on a grid that starts with the first update, so that a loop which wakes
/// late loses none of them.
///
/// No allocation for up to 64 swipes at a time.
struct UpdatePace {
  private struct Swipe {
    var id: SwipeID
    /// When the next update may be sent, in µs.
    var next: Int64
    var held: LineStore.Place
  }

  /// The least time between two updates, in µs.
  private let interval: Int64
  private var swipes: [Swipe] = []

  /// Creates the pace of at most so many updates of a swipe in a second.
  init(rate: Double) {
    interval = Int64((1_000_000 / rate).rounded())
    swipes.reserveCapacity(64)
  }

  /// When the first of the held updates is due, nil without any.
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

  /// Holds an update in place of the one that was held before, which is returned.
  mutating func hold(_ line: LineStore.Place, of id: SwipeID) -> LineStore.Place {
    guard let place = swipes.firstIndex(where: { $0.id == id }) else { return line }
    let before = swipes[place].held
    swipes[place].held = line
    return before
  }

  /// Takes a held update that is due; call it until it has none.
  mutating func next(now: Int64) -> LineStore.Place? {
    guard let place = swipes.firstIndex(where: { $0.held != LineStore.none && $0.next <= now }) else {
      return nil
    }
    let line = swipes[place].held
    swipes[place].held = LineStore.none
    advance(place, now: now)
    return line
  }

  /// Takes the update that is held of this swipe; `LineStore.none` without one.
  mutating func takeHeld(of id: SwipeID) -> LineStore.Place {
    hold(LineStore.none, of: id)
  }

  /// Forgets a swipe that has ended.
  mutating func forget(_ id: SwipeID) {
    swipes.removeAll { $0.id == id }
  }

  /// Takes any held update, to forget it; nil when none is left.
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
