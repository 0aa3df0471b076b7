internal import FlickProtocol
public import GestureCore

/// Finds the zone of each swipe, and decides by its rule; without a zone by the panel's.
///
/// It must see every fact of a swipe, those included that nobody is told: the axis at slop is the first fact's. A swipe
/// that it meets in the middle gets its zone there. A panel's first fact lays the zones on it, which allocates; no later
/// one does, as long as the panel's setup is the same.
public struct ZoneJudge: Sendable {
  private var plans: [ZonePlan]
  private let ruler: ZoneRuler
  private var panels: [PanelZones] = []

  /// How many zones there can be; plans beyond it are passed over.
  public static let capacity = 64

  /// More panels than a machine has: identities come from places and serial numbers, and these could go on changing.
  private static let mostPanels = 64

  /// Creates the judge of no zones.
  public init() {
    self.init(plans: [])
  }

  /// Creates the judge of these zones; offsets in updates are in the ruler's unit.
  public init(plans: [ZonePlan], ruler: ZoneRuler = .millimeters) {
    self.plans = Array(plans.prefix(Self.capacity))
    self.ruler = ruler
    if !plans.isEmpty { panels.reserveCapacity(Self.mostPanels) }
  }

  /// What is made of a fact.
  ///
  /// Facts of a swipe come in their order, from its begin on.
  public mutating func judge(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup) -> Judgement {
    if plans.isEmpty { return Judgement(fact, by: panel.rule) }
    let place = place(of: panel)
    return panels[place].judge(fact, of: panel)
  }

  /// Puts the content of a zone at an offset in the ruler's unit, on every panel, and for swipes under way too; false if
  /// there is no such zone.
  public mutating func update(zone name: String, offset: Double) -> Bool {
    let offset = ruler.length(offset)
    var isKnown = false
    for plan in plans.indices where plans[plan].name == name && !plans[plan].isExclusion {
      isKnown = true
      plans[plan].offset = offset
      for panel in panels.indices { panels[panel].update(plan: plan, offset: offset) }
    }
    return isKnown
  }

  /// Where the panel's zones are in the list; those of a new or newly set up one are laid on it.
  private mutating func place(of panel: borrowing PanelSetup) -> Int {
    for place in panels.indices where panels[place].ground === panel.ground { return place }
    var zones = PanelZones(plans, on: panel)
    for place in panels.indices where panels[place].panelID == panel.message.panelID {
      zones.continueOffsets(of: panels[place])
      panels[place] = zones
      return place
    }
    if panels.count == Self.mostPanels { panels.removeFirst() }
    panels.append(zones)
    return panels.count - 1
  }
}
