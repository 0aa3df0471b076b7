public import GestureCore

/// Removes contacts that no finger made from a panel's frames: interference, water, a bad charger.
///
/// The filter cancels a contact as a `ghost` if the contact moves as a finger cannot
/// (``ContactHistory``). A movement too short for a hand is cancelled at its lift. Ghosts raise the
/// panel's ``DoubtLevel``. A higher level makes the filter stricter, and at the highest level the
/// panel closes. ``PeriodicGhostDetector`` recognises a touch that repeats by its period.
///
/// The same frames give the same result. O(contacts) per frame, no allocation, 8 kB.
public struct GhostFilter: ~Copyable, Sendable {
  /// The number of contacts that were cancelled, or suppressed from the start.
  public private(set) var ghosts: UInt64 = 0

  private var histories = InlineArray<64, ContactHistory>(repeating: ContactHistory())
  /// The index behind the last contact's history: the others are not looked at.
  private var end = 0
  private var lifts = RecentLifts()
  private var periodicGhosts: PeriodicGhostDetector
  private var doubt = DoubtLevel()
  private var now = Instant(microseconds: 0)

  /// Creates a filter for an idle panel whose device unit is `step` mm long.
  public init(step: Double) {
    periodicGhosts = PeriodicGhostDetector(step: step)
  }

  /// Removes the reports of ghosts from a frame; the last report of a ghost is `lost(.ghost)`.
  public mutating func filter(_ frame: inout ContactFrame) {
    now = frame.instant
    doubt.advance(to: now)
    screenReports(of: &frame)
    cancelLeaps(in: &frame)
    Self.moveLossesToFront(of: &frame)
    if doubt.close() { cancelAll(in: &frame) }
  }

  // MARK: Each report

  /// Adds each report to the history of its contact, and removes the reports of ghosts.
  private mutating func screenReports(of frame: inout ContactFrame) {
    var kept = 0
    for index in 0..<frame.count {
      var contact = frame.contact(at: index)
      guard screen(&contact) else { continue }
      frame.replace(at: kept, with: contact)
      kept += 1
    }
    frame.removeAll(from: kept)
  }

  /// Adds a report to the history of its contact, and rewrites the report of a ghost; returns
  /// whether the report stays.
  private mutating func screen(_ contact: inout Contact) -> Bool {
    if contact.report == .landed { return land(contact) }
    guard let index = index(of: contact.id.number) else { return true }
    let wasSuppressed = histories[index].isSuppressed
    if case .lost = contact.report {
      vacate(index)
      return !wasSuppressed
    }
    let isLast = contact.report == .lifted
    var isGhost = false
    let step = histories[index].move(
      to: contact.location, at: now, allowsOutlier: !doubt.isStrict, isLast: isLast)
    switch step {
    case .possible: break
    case .outlier:
      doubt.raise(by: wasSuppressed ? 0 : GhostLimits.outlierEvidence)
      guard isLast else { return false }
      contact.location = histories[index].reported
    case .impossible:
      doubt.raise(by: wasSuppressed ? 0 : GhostLimits.impossibleEvidence)
      isGhost = true
    }
    if isLast, !lift(index) { isGhost = true }
    if wasSuppressed { return false }
    if isGhost {
      contact.report = .lost(.ghost)
      suppress(index)
    }
    return true
  }

  /// Starts the history of a contact; returns whether it is reported.
  private mutating func land(_ contact: Contact) -> Bool {
    let isPeriodic = periodicGhosts.match(contact.location, at: now)
    let isSuppressed = isPeriodic || doubt.isClosed
    if isSuppressed { ghosts &+= 1 }
    guard let index = vacancy() else { return !isSuppressed }
    let isNear = isNearOthers(contact.location)
    end = max(end, index + 1)
    histories[index].land(contact, at: now)
    histories[index].isNear = isNear
    histories[index].isFragment = lifts.hasLift(
      near: contact.location, within: GhostLimits.returnTime, before: now)
    histories[index].isPeriodic = isPeriodic
    histories[index].isSuppressed = isSuppressed
    return !isSuppressed
  }

  /// Ends the history of a contact, and updates the doubt; returns whether a finger could have made
  /// the contact.
  private mutating func lift(_ index: Int) -> Bool {
    let history = histories[index]
    vacate(index)
    lifts.append(x: history.x, y: history.y, at: now)
    let age = history.age(at: now)
    // If a timestamp went backwards, the age is unknown.
    guard age >= .zero, !history.hasInvalidTimestamps else { return true }
    // A suppressed contact has already counted as evidence; do not count its movement twice.
    let isFinger = history.isSuppressed || review(history, age)
    let isShortTouch = age < GhostLimits.tap && history.excursion <= GhostLimits.movement
    if history.isPeriodic {
      // A periodic ghost is a short touch, so a finger made any other contact.
      if !isShortTouch { periodicGhosts.removeSpot(of: history) }
    } else {
      if isShortTouch { periodicGhosts.learn(history) }
      doubt.weigh(age, isNear: history.isNear)
    }
    return isFinger
  }

  /// Raises the doubt by the evidence of a whole contact; returns whether a finger could have made
  /// it.
  private mutating func review(_ history: ContactHistory, _ age: Interval) -> Bool {
    let hasMoved = history.excursion > GhostLimits.movement
    // Two positions do not show a movement, except above 40 ms: a panel of 25 Hz reports no more of
    // a flick.
    let isBrief =
      age < GhostLimits.shortestMovement || (history.positions <= 2 && age < GhostLimits.tap)
    let isDoubtful = doubt.isDoubtful && age < GhostLimits.doubtfulMovement
    // One turn can be a wrong position, or a finger that slid along the edge of the glass. Several
    // turns cannot.
    let hasTurned = history.turns > 0 && age < GhostLimits.turningMovement
    let isRestless = hasTurned && doubt.isStrict
    // A finger does not return this soon and this near, move, and lift again. Another finger may do
    // so once.
    let isMovingFragment = hasMoved && history.isFragment && age < GhostLimits.doubtfulMovement
    if isMovingFragment { doubt.raise(by: GhostLimits.fragmentEvidence) }
    let isFragment = isMovingFragment && doubt.isStrict
    if history.isOneLeap {
      doubt.raise(by: GhostLimits.impossibleEvidence)
    } else if hasTurned {
      doubt.raise(by: GhostLimits.turnEvidence)
    }
    return !(hasMoved && (history.isOneLeap || isBrief || isDoubtful || isRestless || isFragment))
  }

  /// Whether a location is where another contact is, or just was; `mutating` only to avoid a copy.
  private mutating func isNearOthers(_ location: PanelPoint) -> Bool {
    for index in 0..<end where histories[index].number != 0 {
      if histories[index].isWithin(GhostLimits.handspan, of: location) { return true }
    }
    return lifts.hasLift(near: location, within: GhostLimits.flickerTime, before: now)
  }

  // MARK: Whole frames

  /// Cancels contacts whose whole path was a leap, near a contact that lifts.
  ///
  /// The first lift of several fingers sends the decision for all of them. Only the next position
  /// would show that no finger made the leap.
  private mutating func cancelLeaps(in frame: inout ContactFrame) {
    for index in 0..<end where histories[index].number != 0 && !histories[index].isSuppressed {
      guard histories[index].isImpossibleLeap, lifts.hasLift(beside: histories[index], at: now) else {
        continue
      }
      doubt.raise(by: GhostLimits.impossibleEvidence)
      suppress(index)
      let lost = Contact(
        id: Contact.ID(number: histories[index].number), report: .lost(.ghost),
        location: histories[index].reported)
      var index = 0
      while index < frame.count, frame.contact(at: index).id != lost.id { index += 1 }
      if index < frame.count { frame.replace(at: index, with: lost) } else { frame.append(lost) }
    }
  }

  /// Moves the losses of ghosts before the lifts, because a lift sends the decision for a swipe of
  /// both.
  private static func moveLossesToFront(of frame: inout ContactFrame) {
    var front = 0
    for index in 0..<frame.count where frame.contact(at: index).report == .lost(.ghost) {
      let lost = frame.contact(at: index)
      for earlier in (front..<index).reversed() {
        frame.replace(at: earlier + 1, with: frame.contact(at: earlier))
      }
      frame.replace(at: front, with: lost)
      front += 1
    }
  }

  /// Cancels every contact because the panel closes: first those with a report in the frame, then
  /// the others.
  private mutating func cancelAll(in frame: inout ContactFrame) {
    cancelReported(in: &frame)
    for index in 0..<end where histories[index].number != 0 && !histories[index].isSuppressed {
      suppress(index)
      let location = PanelPoint(x: Double(histories[index].x), y: Double(histories[index].y))
      frame.append(
        Contact(id: Contact.ID(number: histories[index].number), report: .lost(.ghost), location: location))
    }
  }

  /// Rewrites every report of a frame as the loss of its contact.
  private mutating func cancelReported(in frame: inout ContactFrame) {
    var kept = 0
    var landed: UInt64 = 0
    for contactIndex in 0..<frame.count {
      var contact = frame.contact(at: contactIndex)
      let number = contact.id.number
      switch contact.report {
      case .landed:
        // The landing was never reported. A lift in the same frame is the next report.
        landed = number
        if let index = index(of: number) { histories[index].isSuppressed = true }
        ghosts &+= 1
        continue
      case .moved, .still, .lifted:
        if number == landed { continue }
        contact.report = .lost(.ghost)
        if let index = index(of: number) { histories[index].isSuppressed = true }
        ghosts &+= 1
      case .lost:
        if number == landed { continue }
      }
      frame.replace(at: kept, with: contact)
      kept += 1
    }
    frame.removeAll(from: kept)
  }

  private mutating func suppress(_ index: Int) {
    histories[index].isSuppressed = true
    ghosts &+= 1
  }

  /// The first index without a contact; nil if there is none.
  private mutating func vacancy() -> Int? {
    for index in 0..<end where histories[index].number == 0 { return index }
    return end < GhostLimits.contacts ? end : nil
  }

  private mutating func vacate(_ index: Int) {
    histories[index].number = 0
    while end > 0, histories[end - 1].number == 0 { end -= 1 }
  }

  private mutating func index(of number: UInt64) -> Int? {
    for index in 0..<end where histories[index].number == number { return index }
    return nil
  }
}
