internal import FlickProtocol
internal import GestureCore
internal import Settings

/// The zones of one panel, innermost first, and the active swipes in them.
///
/// No allocation except when it is created.
struct PanelZones: Sendable {
  /// The setup by which the zones were resolved.
  let panel: PanelSetup
  private var zones: [ResolvedZone] = []
  private var swipes: [ActiveSwipe] = []
  /// The swipe that another finger has cancelled, with its content where it was then.
  private var cancelled: (swipe: ActiveSwipe, instant: Instant)?

  /// A panel has at most this number of contacts; with more swipes, some ends were missed.
  private static let maxSwipes = 64

  /// A swipe, its zone, and the offset of the zone's content when the swipe began.
  struct ActiveSwipe: Sendable {
    var swipe: SwipeID
    /// The index of the swipe's zone, nil if it belongs to none.
    var zone: Int?
    /// The offset at the begin, in mm.
    var offset: Double
    /// The number of the snap point at that offset.
    var from: Int
  }

  /// Resolves the zones that are for this panel.
  init(_ settings: [ZoneSettings], on panel: PanelSetup) {
    self.panel = panel
    for number in settings.indices {
      guard let zone = ResolvedZone(settings[number], number: number, on: panel) else { continue }
      // Of two equal zones the later one is found first, as a later setting wins.
      let index = zones.firstIndex { !$0.zone.isInside(zone.zone) } ?? zones.count
      zones.insert(zone, at: index)
    }
    swipes.reserveCapacity(Self.maxSwipes)
  }

  /// Copies the offsets of the zones of an earlier setup of the panel.
  mutating func continueOffsets(of earlier: PanelZones) {
    for zone in zones.indices {
      guard let old = earlier.zones.first(where: { $0.number == zones[zone].number }) else { continue }
      zones[zone].offset = old.offset
    }
  }

  /// Determines the zone of a swipe by its first fact.
  mutating func note(_ fact: borrowing SwipeFact) { _ = index(of: fact) }

  /// Evaluates a fact of this panel; with `isWithholding`, a withheld swipe moves no content.
  mutating func evaluate(_ fact: borrowing SwipeFact, isWithholding: Bool) -> SwipeEvaluation {
    let index = index(of: fact)
    defer { if fact.phase.isLast { forget(index) } }
    guard let zone = swipes[index].zone else { return SwipeEvaluation(fact, by: panel.rule) }
    let offset = zones[zone].offset
    let evaluation = zones[zone].evaluate(fact, swipes[index])
    if isWithholding, fact.isWithheld(commit: evaluation.decision.commit) {
      zones[zone].offset = offset
    } else if case .cancel(.fingers) = fact.phase {
      var swipe = swipes[index]
      swipe.offset = zones[zone].offset(of: swipe, after: fact.translation)
      cancelled = (swipe, fact.instant)
    }
    return evaluation
  }

  /// Forgets the swipe of a fact.
  mutating func forget(_ fact: borrowing SwipeFact) { forget(index(of: fact)) }

  /// The name of the zone that a contact presses: see ``ZoneEvaluator``.
  mutating func zone(
    in presses: borrowing Presses, at location: PanelPoint, _ instant: Instant, includesRest: Bool
  ) -> String? {
    var found: String?
    var innermost: Int?
    for zone in zones.indices where zones[zone].zone.contains(location) {
      if zones[zone].zone.isExclusion { return nil }
      if innermost == nil { innermost = zone }
      guard found == nil else { continue }
      let name = zones[zone].name
      if presses.isOpen(zone: name, panelID: panel.message.panelID, at: instant) { found = name }
    }
    if let found { return found }
    guard includesRest, let innermost, !swipes.contains(where: { $0.zone == innermost }) else { return nil }
    return zones[innermost].name
  }

  /// Sets the offset of a zone, and of the active swipes in it.
  mutating func update(number: Int, offset: RelativeLength) {
    for zone in zones.indices where zones[zone].number == number {
      zones[zone].put(at: offset)
      for swipe in swipes.indices where swipes[swipe].zone == zone {
        (swipes[swipe].offset, swipes[swipe].from) = zones[zone].contentStart
      }
    }
  }

  /// The index of the swipe in the list; a new swipe is added with its zone.
  private mutating func index(of fact: borrowing SwipeFact) -> Int {
    for index in swipes.indices where swipes[index].swipe == fact.swipe { return index }
    if swipes.count == Self.maxSwipes { swipes.removeFirst() }
    var swipe = ActiveSwipe(swipe: fact.swipe, zone: zone(of: fact), offset: 0, from: 0)
    if let zone = swipe.zone { (swipe.offset, swipe.from) = zones[zone].contentStart }
    // The next swipe of the same fingers begins in the frame of the cancel, and moves the same
    // content.
    if let earlier = cancelled, fact.phase == .begin, earlier.instant == fact.instant {
      (swipe.zone, swipe.offset, swipe.from) = (earlier.swipe.zone, earlier.swipe.offset, earlier.swipe.from)
    }
    cancelled = nil
    swipes.append(swipe)
    return swipes.count - 1
  }

  /// The innermost zone that contains the start and accepts the axis; nil if an exclude zone
  /// contains the start.
  private mutating func zone(of fact: borrowing SwipeFact) -> Int? {
    var found: Int?
    for zone in zones.indices where zones[zone].zone.contains(fact.start) {
      if zones[zone].zone.isExclusion { return nil }
      if found == nil, zones[zone].zone.accepts(fact.translation) { found = zone }
    }
    return found
  }

  private mutating func forget(_ index: Int) {
    swipes.swapAt(index, swipes.count - 1)
    swipes.removeLast()
  }
}
