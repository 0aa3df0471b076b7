public import GestureCore

/// Takes contacts that no finger made out of a panel's frames: interference, water, a bad charger.
///
/// A contact that goes where no finger can is cancelled as a `ghost`, and so is a movement too short for a hand, at its
/// lift. Each such contact, and each tap that is shorter than fingers tap, raises the panel's level of doubt; time and
/// contacts that last as fingers do lower it:
///
///     event                                                level
///     impossible step or turns                             + 3      + ½ where the next position takes it back
///     one turn at speed, lived below 300 ms                + 1½
///     moved for less than 80 ms where one just left        + 1
///     lived below 25 ms                                    + 1      + ¼ where another contact is or just was
///     lived below 40 ms                                    + ¼      + ⅒ there
///     lived for 40 ms or more                              − ⅒
///     a second passes                                      − 1
///
///               level above 8 / every contact is cancelled
///         open ─────────────────────────────────────────────▶ closed: what lands is dead at birth
///           ▲                                                   │ ▲──┘ implausible: it stays closed
///           └───────────────────────────────────────────────────┘
///                 2 s without an implausible contact / level 4
///
/// From 4 on a movement must last 80 ms to be believed, and from 1½ on it must neither turn at speed nor be a piece of
/// another. People reach 3.4 on the worst of the recorded panels, an infrared frame that flickers, and 1.2 with ten
/// fingers on a good one.
///
/// A touch that repeats is found by ``PeriodicGhostDetector``. Same frames, same verdicts; O(contacts) a frame, no
/// allocation, 8 kB.
public struct GhostFilter: ~Copyable, Sendable {
  /// How many contacts were cancelled, or dead at birth.
  public private(set) var ghosts: UInt64 = 0

  private var watched = InlineArray<64, ContactHistory>(repeating: ContactHistory())
  private var departures = InlineArray<8, Departure>(repeating: Departure())
  private var nextDeparture = 0
  private var periodicGhosts: PeriodicGhostDetector
  private var level = 0.0
  private var isClosed = false
  /// When something implausible was last seen.
  private var implausible = Instant(microseconds: 0)
  private var now = Instant(microseconds: 0)

  /// Where and when a contact left.
  private struct Departure {
    var x: Float = 0
    var y: Float = 0
    var instant = Instant(microseconds: .min / 2)
  }

  // Levels, as in the table above.
  private static let closing = 8.0
  private static let reopening = 4.0
  private static let doubt = 4.0
  private static let impossible = 3.0
  private static let turn = 1.5
  private static let wild = 0.5
  private static let piece = 1.0
  private static let greatest = 12.0
  /// How long a panel that was closed has to be calm: longer than the pauses within the bursts of a charger's ripple.
  private static let calm = Interval.seconds(2)
  /// Of 26,044 taps and strokes of people 0.4 % last below 20 ms, 1 % below 25 and 5 % below 40; a finger that moves on
  /// the way needs 24.
  private static let flash = Interval.milliseconds(25)
  private static let tap = Interval.milliseconds(40)
  private static let shortestMovement = Interval.milliseconds(20)
  private static let doubtfulMovement = Interval.milliseconds(80)
  private static let turningMovement = Interval.milliseconds(300)
  /// A movement is more than this, in mm: a fingertip that rolls makes as much, and it is too little for a flick.
  private static let movement: Float = 3
  /// A finger that flickers lands so near to itself in so short a time, and beside the other fingers of its hand, in mm.
  private static let nearness: Float = 20
  private static let handspan: Float = 30
  private static let flicker = Interval.milliseconds(150)
  /// Fingers that land so near to each other are one swipe, in mm.
  private static let oneSwipe: Float = 100
  /// A finger that has lifted is not back sooner: people tap at most some ten times a second.
  private static let torn = Interval.milliseconds(60)

  /// Creates the watch over a panel that nobody touches, on whose glass a device unit is `step` mm long.
  public init(step: Double) {
    periodicGhosts = PeriodicGhostDetector(step: step)
  }

  /// Takes out of a frame what is told of contacts that are no fingers; their last line is `lost(.ghost)`.
  public mutating func filter(_ frame: inout ContactFrame) {
    pass(to: frame.instant)
    let wasClosed = isClosed
    var kept = 0
    for line in 0..<frame.count {
      var contact = frame.contact(at: line)
      guard isTold(&contact) else { continue }
      frame.replace(at: kept, with: contact)
      kept += 1
    }
    frame.removeAll(from: kept)
    loseLeaps(&frame)
    putLossesFirst(&frame)
    if level > Self.closing { isClosed = true }
    if isClosed, !wasClosed { cancelAll(&frame) }
  }

  // MARK: One contact

  /// Whether a line of a frame is told, after it was made what it says of a finger.
  private mutating func isTold(_ contact: inout Contact) -> Bool {
    if contact.report == .landed { return land(contact) }
    guard let place = place(of: contact.id.number) else { return true }
    let wasDead = watched[place].isDead
    if case .lost = contact.report {
      watched[place].number = 0
      return !wasDead
    }
    let isLast = contact.report == .lifted
    var isGhost = false
    switch watched[place].move(to: contact.location, at: now, isCalm: level < Self.turn, isLast: isLast) {
    case .possible: break
    case .wild:
      raise(by: wasDead ? 0 : Self.wild)
      guard isLast else { return false }
      contact.location = watched[place].told
    case .impossible:
      raise(by: wasDead ? 0 : Self.impossible)
      isGhost = true
    }
    if isLast, !lift(place) { isGhost = true }
    if wasDead { return false }
    if isGhost {
      contact.report = .lost(.ghost)
      watched[place].isDead = true
      ghosts &+= 1
    }
    return true
  }

  /// Gives up what has leapt, and done nothing else, near a contact that lifts: the first lift of several fingers decides
  /// for all of them, and of a leap it is not known before the next position that no finger made it.
  private mutating func loseLeaps(_ frame: inout ContactFrame) {
    for place in 0..<64 where watched[place].number != 0 && !watched[place].isDead {
      guard watched[place].isLeapOfNoFinger, hasLift(near: place) else { continue }
      raise(by: Self.impossible)
      watched[place].isDead = true
      ghosts &+= 1
      let lost = Contact(
        id: Contact.ID(number: watched[place].number), report: .lost(.ghost), location: watched[place].told)
      var line = 0
      while line < frame.count, frame.contact(at: line).id != lost.id { line += 1 }
      if line < frame.count { frame.replace(at: line, with: lost) } else { frame.append(lost) }
    }
  }

  /// Puts what is told of ghosts before what lifts, which would decide for a swipe of both.
  private mutating func putLossesFirst(_ frame: inout ContactFrame) {
    var first = 0
    for line in 0..<frame.count where frame.contact(at: line).report == .lost(.ghost) {
      let lost = frame.contact(at: line)
      for position in (first..<line).reversed() {
        frame.replace(at: position + 1, with: frame.contact(at: position))
      }
      frame.replace(at: first, with: lost)
      first += 1
    }
  }

  /// Whether a contact lifts in this frame within the reach of a hand from where another landed.
  private mutating func hasLift(near place: Int) -> Bool {
    for departure in 0..<8 where departures[departure].instant == now {
      let location = PanelPoint(x: Double(departures[departure].x), y: Double(departures[departure].y))
      if watched[place].hasLanded(within: Self.oneSwipe, of: location) { return true }
    }
    return false
  }

  /// Watches a contact that lands, and says whether it is told.
  private mutating func land(_ contact: Contact) -> Bool {
    let isPhantom = periodicGhosts.isDue(contact.location, at: now)
    if isPhantom || isClosed { ghosts &+= 1 }
    guard let place = place(of: 0) else { return !isPhantom && !isClosed }
    let isNear = isNearOthers(contact.location)
    watched[place].land(contact, at: now)
    watched[place].isNear = isNear
    watched[place].isTorn = hasDeparture(within: Self.torn, contact.location)
    watched[place].isPhantom = isPhantom
    watched[place].isDead = isPhantom || isClosed
    return !watched[place].isDead
  }

  /// A contact leaves; says whether what it did can be a finger's.
  private mutating func lift(_ place: Int) -> Bool {
    let life = watched[place].life(at: now)
    let hasMoved = watched[place].excursion > Self.movement
    let isLive = !watched[place].isDead
    departures[nextDeparture] = Departure(x: watched[place].x, y: watched[place].y, instant: now)
    nextDeparture = (nextDeparture + 1) % 8
    defer { watched[place].number = 0 }
    // A stamp that went back says nothing of how long it was down.
    guard life >= .zero, !watched[place].hasBrokenStamps else { return true }
    let isPoint = life < Self.tap && !hasMoved
    // Two places are no movement, but a panel of 25 frames a second has no more of a flick.
    let isLeap = watched[place].isOneLeap
    let isBrief = life < Self.shortestMovement || (watched[place].places <= 2 && life < Self.tap)
    let isDoubtful = level >= Self.doubt && life < Self.doubtfulMovement
    // One turn is a wrong position, or the glass's edge along which a finger slid on; one after the other, it is neither.
    let hasTurned = watched[place].turns > 0 && life < Self.turningMovement
    let isRestless = hasTurned && level >= Self.turn
    // No finger is back so soon and so near, moves, and is gone again; another finger may be, but not one after the other.
    let isPiece = hasMoved && watched[place].isTorn && life < Self.doubtfulMovement
    if isLive, isPiece { raise(by: Self.piece) }
    let isTorn = isPiece && level >= Self.turn
    if isLive, isLeap { raise(by: Self.impossible) } else if isLive, hasTurned { raise(by: Self.turn) }
    if watched[place].isPhantom {
      periodicGhosts.confirm(watched[place], isPoint: isPoint)
    } else {
      if isPoint { periodicGhosts.learn(watched[place]) }
      weigh(life, isNear: watched[place].isNear)
    }
    return !(isLive && hasMoved && (isLeap || isBrief || isDoubtful || isRestless || isTorn))
  }

  private mutating func place(of number: UInt64) -> Int? {
    for place in 0..<64 where watched[place].number == number { return place }
    return nil
  }

  private mutating func isNearOthers(_ location: PanelPoint) -> Bool {
    for place in 0..<64 where watched[place].number != 0 {
      if watched[place].isWithin(Self.handspan, of: location) { return true }
    }
    return hasDeparture(within: Self.flicker, location)
  }

  private mutating func hasDeparture(within time: Interval, _ location: PanelPoint) -> Bool {
    for place in 0..<8 where now - departures[place].instant <= time {
      let across = departures[place].x - Float(location.x)
      let down = departures[place].y - Float(location.y)
      if across * across + down * down <= Self.nearness * Self.nearness { return true }
    }
    return false
  }

  // MARK: The level

  private mutating func pass(to instant: Instant) {
    // A stamp that goes back is no time that passed.
    if instant > now { level = max(0, level - (instant - now).seconds) }
    now = instant
    guard isClosed, now - implausible >= Self.calm || now < implausible else { return }
    isClosed = false
    level = Self.reopening
  }

  private mutating func weigh(_ life: Interval, isNear: Bool) {
    if life < Self.flash {
      raise(by: isNear ? 0.25 : 1)
    } else if life < Self.tap {
      raise(by: isNear ? 0.1 : 0.25)
    } else {
      level = max(0, level - 0.1)
    }
  }

  private mutating func raise(by evidence: Double) {
    level = min(level + evidence, Self.greatest)
    implausible = now
  }

  /// The panel closes: every line of the frame that tells of a contact becomes its loss, and the others that are down
  /// are lost as well.
  private mutating func cancelAll(_ frame: inout ContactFrame) {
    var kept = 0
    var landed: UInt64 = 0
    for line in 0..<frame.count {
      var contact = frame.contact(at: line)
      let number = contact.id.number
      switch contact.report {
      case .landed:
        // Nobody was told of it yet. If it lifts at once, its lift is the next line.
        landed = number
        bury(number)
        ghosts &+= 1
        continue
      case .moved, .still, .lifted:
        if number == landed { continue }
        contact.report = .lost(.ghost)
        bury(number)
        ghosts &+= 1
      case .lost:
        if number == landed { continue }
      }
      frame.replace(at: kept, with: contact)
      kept += 1
    }
    frame.removeAll(from: kept)
    for place in 0..<64 where watched[place].number != 0 && !watched[place].isDead {
      watched[place].isDead = true
      ghosts &+= 1
      let location = PanelPoint(x: Double(watched[place].x), y: Double(watched[place].y))
      let id = Contact.ID(number: watched[place].number)
      frame.append(Contact(id: id, report: .lost(.ghost), location: location))
    }
  }

  private mutating func bury(_ number: UInt64) {
    if let place = place(of: number) { watched[place].isDead = true }
  }
}
