/// How several fingers come to be one swipe, and cease to be.
///
///     a finger lands     near another, soon after it    → it comes to its swipe; if that has begun it is cancelled
///                                                         (`fingers`), and begins anew with all
///                        near another, but later        → the same, and every finger's way counts from there on
///                        near nobody                    → a swipe of its own
///     one lifts          its swipe has begun            → end, and the others are dead until they lift
///                        it has not                     → the others go on without it
///     two move           against each other             → `pinch`, and all are dead until they lift
///
/// Near and soon are settings: 100 mm and 100 ms. Whose swipe a finger is part of is settled when
/// it lands, so two people whose hands meet afterwards stay two.
extension Recognizer {
  /// The most fingers of one swipe.
  static var mostFingers: Int { 10 }

  /// Brings the fingers that have landed in this frame to the swipes of those near them.
  ///
  /// The nearest first, so that the order in which a frame tells of them, which is that of the
  /// slots that were free, does not matter: of three in a row the last is as near to the first as
  /// the one between them makes it.
  mutating func gather(at instant: Instant, scanned: Instant, into sink: inout some SwipeSink & ~Copyable) {
    while let (place, nearest) = nextPair() {
      fingers[place].isNew = false
      if let nearest { join(place, to: nearest, at: instant, scanned: scanned, into: &sink) }
    }
  }

  /// Of the fingers that are not settled yet the one that is nearest to a settled one, or any if
  /// none is near.
  private mutating func nextPair() -> (place: Int, nearest: Int?)? {
    var next: (place: Int, nearest: Int?)?
    var least = Double.infinity
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].isNew {
      guard let nearest = nearest(to: place) else {
        if next == nil { next = (place, nil) }
        continue
      }
      let distance = (fingers[nearest].location - fingers[place].location).length
      if distance < least { (next, least) = ((place, nearest), distance) }
    }
    return next
  }

  /// Brings a finger that has just landed to the swipe of another one.
  private mutating func join(
    _ place: Int, to nearest: Int, at instant: Instant, scanned: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    let leader = fingers[nearest].leader
    if tracks[leader].state == .swiping { tell(.cancel(.fingers), leader, at: instant, into: &sink) }
    if instant - fingers[nearest].landed > settings.fingersWithin {
      for other in 0..<Self.capacity where ids[other] != 0 && fingers[other].leader == leader {
        fingers[other].start = fingers[other].location
      }
      tracks[leader].landed = instant
      tracks[leader].idle = .zero
    }
    fingers[place].leader = leader
    tracks[place].state = .vacant
    follow(leader, at: instant, scanned: scanned)
  }

  /// Takes a finger off the glass and out of its swipe.
  mutating func leave(
    _ place: Int, with phase: SwipePhase, at instant: Instant, scanned: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    let leader = fingers[place].leader
    if tracks[leader].state == .swiping {
      tell(phase, leader, at: instant, into: &sink)
      giveUp(leader)
    }
    let isShared = tracks[leader].state == .touching && tracks[leader].fingers > 1
    release(place)
    if isShared { follow(handedOn(from: leader), at: instant, scanned: scanned) }
  }

  /// Leaves every finger of a swipe to itself, dead until it lifts.
  mutating func giveUp(_ leader: Int) {
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].leader == leader {
      fingers[place].leader = place
      tracks[place].state = .dead
    }
  }

  /// The place that leads the fingers of a leader: its own, or one of theirs if it has gone.
  private mutating func handedOn(from leader: Int) -> Int {
    guard ids[leader] == 0 else { return leader }
    var heir: Int?
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].leader == leader {
      if heir == nil {
        tracks[place].landed = tracks[leader].landed
        tracks[place].idle = tracks[leader].idle
        tracks[place].isAlone = false
        heir = place
      }
      fingers[place].leader = heir ?? place
    }
    return heir ?? leader
  }

  /// Has a leader's track go on with the fingers that it leads now.
  private mutating func follow(_ leader: Int, at instant: Instant, scanned: Instant) {
    var count = 0
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].leader == leader { count += 1 }
    // The middle is that of so many.
    tracks[leader].fingers = count
    let middle = middle(of: leader)
    tracks[leader].follow(middle, fingers: count, instant, scanned: scanned)
  }

  /// The finger nearest to one that has just landed, if that is near and may have another with it.
  private mutating func nearest(to newcomer: Int) -> Int? {
    var nearest: Int?
    var least = settings.fingersApart
    for place in 0..<Self.capacity where ids[place] != 0 && !fingers[place].isNew {
      let leader = fingers[place].leader
      guard tracks[leader].state == .touching || tracks[leader].state == .swiping,
        tracks[leader].fingers < Self.mostFingers
      else { continue }
      let distance = (fingers[place].location - fingers[newcomer].location).length
      if distance <= least {
        least = distance
        nearest = place
      }
    }
    return nearest
  }

  /// The middle of a leader's fingers; the same whatever the order of their places, which is that
  /// of the slots that were free.
  mutating func middle(of leader: Int) -> Centroid {
    guard tracks[leader].fingers > 1 else {
      return Centroid(start: fingers[leader].start, location: fingers[leader].location)
    }
    var start = Translation.zero
    var location = Translation.zero
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].leader == leader {
      start = start + Self.summand(fingers[place].start)
      location = location + Self.summand(fingers[place].location)
    }
    let share = 1 / Double(tracks[leader].fingers)
    let origin = PanelPoint(x: 0, y: 0)
    return Centroid(start: origin + start * share, location: origin + location * share)
  }

  /// A place on a grid of 2⁻²⁰ mm, on which sums are exact.
  private static func summand(_ place: PanelPoint) -> Translation {
    let grid = 1_048_576.0
    return Translation(x: (place.x * grid).rounded() / grid, y: (place.y * grid).rounded() / grid)
  }

  /// Whether two of a leader's fingers have moved against each other more than together, and by
  /// more than the slop: two that land one after the other differ by what the first has gone, and
  /// noise must not make a pinch of it.
  ///
  /// For ways a and b that is |a − b|/2 > |a + b|/2 + slop, which takes a·b < 0.
  mutating func isPinch(_ leader: Int) -> Bool {
    guard tracks[leader].fingers > 1 else { return false }
    var ways = InlineArray<10, Translation>(repeating: .zero)
    var count = 0
    for place in 0..<Self.capacity where ids[place] != 0 && fingers[place].leader == leader {
      let way = fingers[place].location - fingers[place].start
      for earlier in 0..<count where ways[earlier].x * way.x + ways[earlier].y * way.y < 0 {
        let (against, together) = ((ways[earlier] - way).length, (ways[earlier] + way).length)
        if against > together + 2 * settings.slop { return true }
      }
      ways[count] = way
      count += 1
    }
    return false
  }
}
