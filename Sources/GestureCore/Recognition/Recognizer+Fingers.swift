/// How several fingers form one swipe, and how they separate.
///
///     a finger lands     near another, soon after it    → joins that swipe
///                        near another, but later        → the same, and every finger's displacement restarts
///                        near a swipe that has begun    → waits beside it, see `Recognizer+Waiting.swift`
///                        near one that rests            → a swipe of its own; the other one goes on by itself
///                        near no other finger           → a swipe of its own
///     one lifts          its swipe has begun            → end; the other fingers are dead until they lift
///                        it has not                     → the other fingers continue
///     two move           against each other             → cancel (`pinch`); all are dead until they lift
///
/// "Near" and "soon" are settings: 100 mm and 100 ms. A group rests if it has not begun 300 ms
/// after its last landing, also a setting. A finger is assigned to a swipe only when it lands. So
/// two people whose hands meet later keep two swipes.
extension Recognizer {
  /// The maximum number of fingers of one swipe.
  static var maxFingers: Int { 10 }

  /// Adds the fingers that landed in this frame to the swipes of near fingers.
  ///
  /// The closest pair joins first, so the order of the contacts in a frame does not matter; that
  /// order depends on which slots were free. In a row of three, the last finger can join the first
  /// through the one between them.
  mutating func gather(at instant: Instant, scanned: Instant, into sink: inout some SwipeSink & ~Copyable) {
    while let (index, nearest) = nextPair() {
      fingers[index].isNew = false
      if let nearest, let host = swipe(of: nearest) {
        wait(index, beside: host, at: instant, into: &sink)
      } else {
        emitLanding(index, at: instant, into: &sink)
        if let nearest { join(index, to: nearest, at: instant, scanned: scanned) }
      }
    }
  }

  /// The unassigned finger that is closest to an assigned one, or any unassigned finger if none is
  /// near.
  private mutating func nextPair() -> (index: Int, nearest: Int?)? {
    var next: (index: Int, nearest: Int?)?
    var minDistance = Double.infinity
    for index in 0..<end where ids[index] != 0 && fingers[index].isNew {
      guard let nearest = nearest(to: index) else {
        if next == nil { next = (index, nil) }
        continue
      }
      let distance = (fingers[nearest].location - fingers[index].location).length
      if distance < minDistance { (next, minDistance) = ((index, nearest), distance) }
    }
    return next
  }

  /// Adds a finger that has just landed to another finger, whose swipe has not begun.
  private mutating func join(_ index: Int, to nearest: Int, at instant: Instant, scanned: Instant) {
    let leader = fingers[nearest].leader
    if fingers[index].landed - fingers[nearest].landed > settings.fingersWithin {
      for other in 0..<end where ids[other] != 0 && fingers[other].leader == leader {
        fingers[other].start = fingers[other].location
      }
      tracks[leader].landed = instant
      tracks[leader].idle = .zero
    }
    fingers[index].leader = leader
    tracks[index].state = .vacant
    follow(leader, at: instant, scanned: scanned)
  }

  /// Removes a lifted or lost finger from its swipe.
  mutating func leave(
    _ index: Int, with phase: SwipePhase, at instant: Instant, scanned: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    let leader = fingers[index].leader
    if tracks[leader].state == .swiping {
      emit(phase, leader, at: instant, into: &sink)
      giveUp(leader)
    } else if tracks[leader].state == .touching || tracks[leader].state == .waiting {
      // A contact that lands and lifts in one frame is a tap, unless it is beside a swipe.
      if fingers[index].isNew, fingers[index].landed == instant, !isBesideSwipe(index) {
        emitLanding(index, at: instant, into: &sink)
      }
      let outcome: ContactFact.Change = if case .cancel(let reason) = phase { .lost(reason) } else { .lifted }
      emitFinger(outcome, index, at: instant, into: &sink)
    }
    if tracks[index].state == .waiting { tracks[fingers[index].host].waiting -= 1 }
    let isShared = tracks[leader].state == .touching && tracks[leader].fingers > 1
    release(index)
    if isShared { follow(handedOn(from: leader), at: instant, scanned: scanned) }
  }

  /// Reports the same fact of each finger of a swipe, or possible swipe.
  mutating func emitFingers(
    _ change: ContactFact.Change, of leader: Int, at instant: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    for index in 0..<end where ids[index] != 0 && fingers[index].leader == leader {
      emitFinger(change, index, at: instant, into: &sink)
    }
  }

  /// Reports the landing of a finger, unless it is reported already.
  mutating func emitLanding(
    _ index: Int, at instant: Instant, into sink: inout some SwipeSink & ~Copyable
  ) {
    guard !fingers[index].isReportedLanding else { return }
    fingers[index].isReportedLanding = true
    markCompany()
    sink.receive(
      ContactFact(
        change: .landed, contact: Contact.ID(number: fingers[index].contact), instant: instant,
        location: fingers[index].start))
  }

  mutating func emitFinger(
    _ change: ContactFact.Change, _ index: Int, at instant: Instant,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    guard fingers[index].isReportedLanding else { return }
    sink.receive(
      ContactFact(
        change: change, contact: Contact.ID(number: fingers[index].contact), instant: instant,
        location: fingers[index].location))
  }

  /// Separates the fingers of a swipe; each is dead until it lifts.
  ///
  /// Fingers that wait beside the swipe go on without it.
  mutating func giveUp(_ leader: Int) {
    if tracks[leader].state == .waiting { tracks[fingers[leader].host].waiting -= 1 }
    release(waitingBeside: leader)
    for index in 0..<end where ids[index] != 0 && fingers[index].leader == leader {
      fingers[index].leader = index
      // A finger that has waited is not assigned again.
      fingers[index].isNew = false
      tracks[index].state = .dead
    }
  }

  /// The index that leads a leader's fingers: its own, or one of these fingers if the leader has
  /// lifted.
  private mutating func handedOn(from leader: Int) -> Int {
    guard ids[leader] == 0 else { return leader }
    var heir: Int?
    for index in 0..<end where ids[index] != 0 && fingers[index].leader == leader {
      if heir == nil {
        tracks[index].landed = tracks[leader].landed
        tracks[index].idle = tracks[leader].idle
        tracks[index].isAlone = false
        heir = index
      }
      fingers[index].leader = heir ?? index
    }
    return heir ?? leader
  }

  /// Restarts a leader's track with its current fingers.
  private mutating func follow(_ leader: Int, at instant: Instant, scanned: Instant) {
    var count = 0
    tracks[leader].joined = fingers[leader].landed
    for index in 0..<end where ids[index] != 0 && fingers[index].leader == leader {
      count += 1
      tracks[leader].joined = max(tracks[leader].joined, fingers[index].landed)
    }
    // Set before `centroid(of:)`, which divides by this count.
    tracks[leader].fingers = count
    let centroid = centroid(of: leader)
    tracks[leader].follow(centroid, fingers: count, instant, scanned: scanned, slop: settings.slop)
  }

  /// The finger closest to one that has just landed, if it is near and its swipe can have another
  /// finger.
  mutating func nearest(to newcomer: Int) -> Int? {
    var nearest: Int?
    var minDistance = settings.fingersApart
    for index in 0..<end where ids[index] != 0 && !fingers[index].isNew {
      guard canJoin(swipe(of: index) ?? fingers[index].leader, at: fingers[newcomer].landed) else { continue }
      let distance = (fingers[index].location - fingers[newcomer].location).length
      if distance <= minDistance {
        minDistance = distance
        nearest = index
      }
    }
    return nearest
  }

  /// Whether a finger that lands at `instant` may belong to this leader's swipe.
  private mutating func canJoin(_ leader: Int, at instant: Instant) -> Bool {
    guard tracks[leader].fingers + tracks[leader].waiting < Self.maxFingers else { return false }
    return switch tracks[leader].state {
    case .swiping: true
    case .touching: instant - tracks[leader].joined <= settings.groupingTimeout
    case .vacant, .waiting, .lifted, .dead: false
    }
  }

  /// The centroid of a leader's fingers.
  ///
  /// Independent of the order of the indexes, which depends on which slots were free.
  mutating func centroid(of leader: Int) -> Centroid {
    guard tracks[leader].fingers > 1 else {
      return Centroid(start: fingers[leader].start, location: fingers[leader].location)
    }
    return centroid(of: leader, withWaiting: false)
  }

  /// The centroid of a leader's fingers, or of the fingers of the next swipe.
  mutating func centroid(of leader: Int, withWaiting: Bool) -> Centroid {
    var start = Translation.zero
    var location = Translation.zero
    var count = 0
    for index in 0..<end where isFinger(index, of: leader, withWaiting: withWaiting) {
      start = start + Self.summand(withWaiting ? fingers[index].next : fingers[index].start)
      location = location + Self.summand(fingers[index].location)
      count += 1
    }
    let share = 1 / Double(count)
    let origin = PanelPoint(x: 0, y: 0)
    return Centroid(start: origin + start * share, location: origin + location * share)
  }

  /// A position rounded to a grid of 2⁻²⁰ mm, on which sums are exact.
  private static func summand(_ position: PanelPoint) -> Translation {
    let grid = 1_048_576.0
    return Translation(x: (position.x * grid).rounded() / grid, y: (position.y * grid).rounded() / grid)
  }

  /// Whether two of a leader's fingers have moved against each other more than together.
  ///
  /// For displacements a and b: |a − b|/2 > |a + b|/2 + slop, which needs a·b < 0. The slop
  /// excludes noise and the path of the first finger before the second one lands.
  mutating func isPinch(_ leader: Int, withWaiting: Bool = false) -> Bool {
    guard tracks[leader].fingers > 1 || withWaiting else { return false }
    var displacements = InlineArray<10, Translation>(repeating: .zero)
    var count = 0
    for index in 0..<end where isFinger(index, of: leader, withWaiting: withWaiting) {
      let displacement = fingers[index].location - (withWaiting ? fingers[index].next : fingers[index].start)
      for earlier in 0..<count
      where displacements[earlier].x * displacement.x + displacements[earlier].y * displacement.y < 0 {
        let (against, together) = (
          (displacements[earlier] - displacement).length, (displacements[earlier] + displacement).length
        )
        if against > together + 2 * settings.slop { return true }
      }
      displacements[count] = displacement
      count += 1
    }
    return false
  }
}
