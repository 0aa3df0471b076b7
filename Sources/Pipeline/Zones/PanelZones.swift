internal import FlickProtocol
internal import GestureCore

/// The zones that lie on one panel, innermost first, and the swipes that are under way in them.
///
/// No allocation but when it is created.
struct PanelZones: Sendable {
  /// What the panel's setup said when they were laid on it.
  let context: PanelZoneContext
  let panelID: String
  private var zones: [ResolvedZone] = []
  private var swipes: [SwipeUnderWay] = []

  /// A panel has so many contacts; if more swipes are under way, the ends of some were never seen.
  private static let mostSwipes = 64

  /// A swipe, the zone that it belongs to, and where the zone's content was when it began.
  struct SwipeUnderWay: Sendable {
    var swipe: SwipeID
    /// The position of its zone, nil if it belongs to none.
    var zone: Int?
    /// In mm.
    var offset: Double
    /// The number of the snap point there.
    var from: Int
  }

  /// Lays those of the plans that are for this panel on it.
  init(_ plans: [ZonePlan], on panel: borrowing PanelSetup) {
    context = panel.context
    panelID = panel.message.panelID
    for plan in plans.indices {
      guard let zone = ResolvedZone(plans[plan], number: plan, on: panel.context) else { continue }
      // Of two equal ones the later is found first, as a later setting wins.
      let place = zones.firstIndex { !$0.zone.isInside(zone.zone) } ?? zones.count
      zones.insert(zone, at: place)
    }
    swipes.reserveCapacity(Self.mostSwipes)
  }

  /// Takes over where the content was from the zones of an earlier setup of the panel.
  mutating func continueOffsets(of earlier: PanelZones) {
    for zone in zones.indices {
      guard let old = earlier.zones.first(where: { $0.number == zones[zone].number }) else { continue }
      zones[zone].offset = old.offset
    }
  }

  /// What is made of a fact of this panel.
  mutating func evaluate(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup) -> SwipeEvaluation {
    let place = place(of: fact)
    defer { if fact.phase.isLast { forget(place) } }
    guard let zone = swipes[place].zone else { return SwipeEvaluation(fact, by: panel.rule) }
    return zones[zone].evaluate(fact, swipes[place])
  }

  /// Puts the content of a plan's zone at an offset, for the swipes that are under way in it too.
  mutating func update(plan: Int, offset: RelativeLength) {
    for zone in zones.indices where zones[zone].number == plan {
      zones[zone].put(at: offset)
      for swipe in swipes.indices where swipes[swipe].zone == zone {
        (swipes[swipe].offset, swipes[swipe].from) = zones[zone].place
      }
    }
  }

  /// Where the swipe is in the list; a new one is added with its zone.
  private mutating func place(of fact: borrowing SwipeFact) -> Int {
    for place in swipes.indices where swipes[place].swipe == fact.swipe { return place }
    if swipes.count == Self.mostSwipes { swipes.removeFirst() }
    var swipe = SwipeUnderWay(swipe: fact.swipe, zone: zone(of: fact), offset: 0, from: 0)
    if let zone = swipe.zone { (swipe.offset, swipe.from) = zones[zone].place }
    swipes.append(swipe)
    return swipes.count - 1
  }

  /// The innermost zone that contains the start and takes the axis; none where an exclusion
  /// contains the start.
  private mutating func zone(of fact: borrowing SwipeFact) -> Int? {
    var found: Int?
    for zone in zones.indices where zones[zone].zone.contains(fact.start) {
      if zones[zone].zone.isExclusion { return nil }
      if found == nil, zones[zone].zone.accepts(fact.translation) { found = zone }
    }
    return found
  }

  private mutating func forget(_ place: Int) {
    swipes.swapAt(place, swipes.count - 1)
    swipes.removeLast()
  }
}

extension SwipePhase {
  /// Whether nothing follows it.
  fileprivate var isLast: Bool {
    switch self {
    case .begin, .update: false
    case .end, .cancel: true
    }
  }
}
