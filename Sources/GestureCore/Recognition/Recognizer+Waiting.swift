/// How a finger that lands near a swipe that has begun joins it, so that the content never freezes.
///
///     waits    lifted or lost after less than 60 ms   → it never was: nothing is reported
///              60 ms old                              → its landing is reported, and it can join
///              the swipe ends                         → goes on without it, as if it landed now, from its start
///     all that can join take part, and they and the swipe's fingers move by the slop
///                                                     → cancel (`fingers`); in the same frame the next swipe begins
///                                                       with all of them, whose displacement counts from when the
///                                                       last one took part
///     all take part, and two move against each other  → cancel (`pinch`); all are dead until they lift
///
/// The swipe goes on with its own fingers until then, so a finger that rests beside it changes no
/// decision.
extension Recognizer {
  /// The age from which a further contact counts: panels report splash and knuckles for 20 to 50
  /// ms.
  static var furtherAfter: Interval { .milliseconds(60) }

  /// The leader of the active swipe that a finger belongs to or waits beside.
  ///
  /// `mutating` only to avoid a copy.
  mutating func swipe(of index: Int) -> Int? {
    if tracks[index].state == .waiting { return fingers[index].host }
    let leader = fingers[index].leader
    return tracks[leader].state == .swiping ? leader : nil
  }

  /// Whether an unassigned finger is so near to an active swipe that it would wait beside it.
  mutating func isBesideSwipe(_ index: Int) -> Bool {
    nearest(to: index).map { swipe(of: $0) != nil } ?? false
  }

  /// Whether a finger belongs to a leader's swipe, or to the next one if `withWaiting`.
  mutating func isFinger(_ index: Int, of leader: Int, withWaiting: Bool) -> Bool {
    guard ids[index] != 0 else { return false }
    if fingers[index].leader == leader { return true }
    return withWaiting && tracks[index].state == .waiting && fingers[index].host == leader
      && fingers[index].hasWaited
  }

  /// Lets an unassigned finger wait beside a swipe.
  mutating func wait(
    _ index: Int, beside host: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    tracks[index].state = .waiting
    tracks[host].waiting += 1
    fingers[index].host = host
    fingers[index].hasWaited = false
    if instant - fingers[index].landed >= Self.furtherAfter { count(index, at: instant, into: &sink) }
  }

  /// Lets a finger that has waited join the next swipe.
  mutating func count(_ index: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable) {
    fingers[index].hasWaited = true
    emitLanding(index, at: instant, into: &sink)
    restart(fingers[index].host)
  }

  /// Ends a swipe if it and the fingers that can join it have moved together, or against each
  /// other.
  ///
  /// Returns whether the swipe has ended.
  @discardableResult
  mutating func proceed(
    _ leader: Int, at instant: Instant, scanned: Instant, numbering: inout SwipeNumbering,
    into sink: inout some SwipeSink & ~Copyable
  ) -> Bool {
    var count = 0
    for index in 0..<end where isFinger(index, of: leader, withWaiting: true) {
      // The slots decide whether a lift in this frame comes first.
      if fingers[index].isLeaving { return false }
      count += 1
    }
    guard count > tracks[leader].fingers else { return false }
    let isPinch = isPinch(leader, withWaiting: true)
    let centroid = centroid(of: leader, withWaiting: true)
    guard isPinch || centroid.displacement > settings.slop else { return false }
    guard allTakePart(beside: leader) else {
      // Otherwise the content would jump by this displacement if they take part later.
      restart(leader)
      return false
    }
    if fingers[leader].isReported {
      fingers[leader].isReported = false
      tracks[leader].report(
        self.centroid(of: leader).location, instant, scanned: scanned, restDelay: settings.restDelay,
        slop: settings.slop)
    }
    emit(.cancel(isPinch ? .pinch : .fingers), leader, at: instant, into: &sink)
    if isPinch { emitWaiting(.lost(.pinch), beside: leader, at: instant, into: &sink) }
    adopt(by: leader)
    if isPinch {
      giveUp(leader)
    } else {
      tracks[leader].regroup(centroid, fingers: count, instant, scanned: scanned, slop: settings.slop)
      begin(leader, as: numbering.next(), at: instant, into: &sink)
    }
    return true
  }

  /// Whether each finger that waits has moved by at least half as far as the fastest finger.
  ///
  /// One that only rests, or drifts while it rests, has no part in the swipe beside it.
  private mutating func allTakePart(beside leader: Int) -> Bool {
    var largest = 0.0
    var smallest = Double.infinity
    for index in 0..<end where isFinger(index, of: leader, withWaiting: true) {
      let distance = (fingers[index].location - fingers[index].next).length
      largest = max(largest, distance)
      if fingers[index].leader != leader { smallest = min(smallest, distance) }
    }
    return smallest >= largest / 2
  }

  /// Lets the displacement of the next swipe count from here.
  private mutating func restart(_ leader: Int) {
    for index in 0..<end where isFinger(index, of: leader, withWaiting: true) {
      fingers[index].next = fingers[index].location
    }
  }

  /// Reports the same fact of each finger that can join a leader's fingers.
  private mutating func emitWaiting(
    _ change: ContactFact.Change, beside leader: Int, at instant: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    for index in 0..<end where isFinger(index, of: leader, withWaiting: true) {
      if fingers[index].leader != leader { emitFinger(change, index, at: instant, into: &sink) }
    }
  }

  /// Adds the fingers that can join to a leader's fingers.
  private mutating func adopt(by leader: Int) {
    for index in 0..<end where isFinger(index, of: leader, withWaiting: true) {
      fingers[index].start = fingers[index].next
      tracks[leader].joined = max(tracks[leader].joined, fingers[index].landed)
      guard fingers[index].leader != leader else { continue }
      fingers[index].leader = leader
      fingers[index].isReported = false
      tracks[index].state = .vacant
      tracks[leader].waiting -= 1
    }
    tracks[leader].landed = tracks[leader].joined
  }

  /// Lets the fingers go on that wait beside a swipe which ends.
  mutating func release(waitingBeside leader: Int) {
    guard tracks[leader].waiting > 0 else { return }
    tracks[leader].waiting = 0
    for index in 0..<end where ids[index] != 0 && tracks[index].state == .waiting {
      guard fingers[index].host == leader else { continue }
      tracks[index].state = .touching
      fingers[index].isNew = true
    }
  }
}
